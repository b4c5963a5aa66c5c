import { statement } from '../../../base/db.ts';

export interface ArtifactRow {
  readonly payload: Buffer;
  readonly consumed_at: Date | null;
}

/** Reads an artifact that has not expired. Uses the primary key. */
export const artifactByHash = statement<[kind: string, idHash: Buffer], ArtifactRow>(
  'oauth_artifact_by_hash',
  `select payload, consumed_at from oauth_artifact where kind = $1 and id_hash = $2 and expires_at > now()`,
);

/**
 * Stores an OAuth artifact, such as a token, for the given number of seconds. For an access token, updates when the
 * grant was last used. Fails with 23503 (foreign key violation) if the grant was deleted. Uses the primary key.
 */
export const upsertArtifact = statement<
  [
    kind: string,
    idHash: Buffer,
    grantHash: Buffer | null,
    payload: Buffer,
    scopes: readonly string[] | null,
    audience: string | null,
    seconds: number,
  ],
  unknown
>(
  'oauth_upsert_artifact',
  `with used as (
     update oauth_grant set used_at = now() where grant_hash = $3::bytea and $1::text = 'AccessToken'
   )
   insert into oauth_artifact (kind, id_hash, grant_hash, payload, scopes, audience, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
   on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
);

/** Marks an artifact as used. Of several concurrent calls, only one returns a row. Uses the primary key. */
export const consumeArtifact = statement<[kind: string, idHash: Buffer], { readonly kind: string }>(
  'oauth_consume_artifact',
  `update oauth_artifact set consumed_at = now()
   where kind = $1 and id_hash = $2 and consumed_at is null
   returning kind`,
);

/** Deletes an artifact. Uses the primary key. */
export const deleteArtifact = statement<[kind: string, idHash: Buffer], unknown>(
  'oauth_delete_artifact',
  `delete from oauth_artifact where kind = $1 and id_hash = $2`,
);

/** An ended grant, with the data that the audit log records. */
export interface EndedGrant {
  readonly account_id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly person_email: string;
  readonly scopes: string[];
}

const ENDED = `g.account_id, g.client_id, c.name as client_name, p.email as person_email, g.scopes`;

/** Deletes an artifact's grant, with all of its artifacts. Uses primary keys. */
export const deleteGrantOfArtifact = statement<[kind: string, idHash: Buffer], EndedGrant>(
  'oauth_delete_grant_of_artifact',
  `with g as (
     delete from oauth_grant o using oauth_artifact a
     where a.kind = $1 and a.id_hash = $2 and o.grant_hash = a.grant_hash
     returning o.account_id, o.client_id, o.person_id, o.scopes
   )
   select ${ENDED} from g join oauth_client c on c.client_id = g.client_id join person p on p.id = g.person_id`,
);

/** Reads a grant that has not expired. Uses the primary key. */
export const grantByHash = statement<[grantHash: Buffer], { readonly payload: Buffer }>(
  'oauth_grant_by_hash',
  `select payload from oauth_grant where grant_hash = $1 and expires_at > now()`,
);

/** Stores a grant and marks its client as authorized. */
export const insertGrant = statement<
  [
    grantHash: Buffer,
    clientId: string,
    personId: number,
    accountId: number,
    scopes: readonly string[],
    payload: Buffer,
    seconds: number,
  ],
  unknown
>(
  'oauth_insert_grant',
  `with allowed as (update oauth_client set allowed_at = now() where client_id = $2)
   insert into oauth_grant (grant_hash, client_id, person_id, account_id, scopes, payload, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
   on conflict (grant_hash) do update set scopes = excluded.scopes, payload = excluded.payload`,
);

/** Deletes a grant with all its artifacts. Uses the primary key. */
export const deleteGrant = statement<[grantHash: Buffer], EndedGrant>(
  'oauth_delete_grant',
  `with g as (
     delete from oauth_grant where grant_hash = $1 returning account_id, client_id, person_id, scopes
   )
   select ${ENDED} from g join oauth_client c on c.client_id = g.client_id join person p on p.id = g.person_id`,
);

/** Reads the user and the account that a valid access token belongs to. Uses primary keys. */
export const holderOfToken = statement<
  [idHash: Buffer],
  {
    readonly person_id: number;
    readonly account_id: number;
    readonly scopes: string[];
    readonly audience: 'api' | 'mcp';
  }
>(
  'oauth_holder_of_token',
  `select g.person_id, g.account_id, t.scopes, t.audience
   from oauth_artifact t join oauth_grant g on g.grant_hash = t.grant_hash
   where t.kind = 'AccessToken' and t.id_hash = $1 and t.expires_at > now()`,
);

/** Deletes up to `limit` expired artifacts. Uses the index oauth_artifact_expires. */
export const deleteExpiredArtifacts = statement<[limit: number], { readonly kind: string }>(
  'oauth_delete_expired_artifacts',
  `delete from oauth_artifact
   where (kind, id_hash) in (
     select kind, id_hash from oauth_artifact where expires_at < now() order by expires_at limit $1 for update skip locked
   )
   returning kind`,
);

/** Deletes grants without artifacts that were created more than one hour ago. Uses the index oauth_artifact_grant. */
export const deleteEmptyGrants = statement<[], unknown>(
  'oauth_delete_empty_grants',
  `delete from oauth_grant g
   where g.created_at < now() - interval '1 hour'
     and not exists (select from oauth_artifact where grant_hash = g.grant_hash)`,
);

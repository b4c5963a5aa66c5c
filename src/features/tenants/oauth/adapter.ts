import { sha256, type Vault } from '../../../base/crypto.ts';
import { isUnavailable, sqlStateOf, type Database } from '../../../base/db.ts';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { clientById, type ClientRow } from './client-queries.ts';
import { endGrantWithoutPerson } from './grants.ts';
import {
  artifactByHash,
  consumeArtifact,
  deleteArtifact,
  deleteGrant,
  deleteGrantOfArtifact,
  grantByHash,
  insertGrant,
  upsertArtifact,
} from './queries.ts';
import { isPrivateUse } from './redirect-uris.ts';
import { audienceOfResource } from './scopes.ts';
import { parseSubject } from './subject.ts';

const FOREIGN_KEY_VIOLATION = '23503';
/** Ids of clients are made by us: nothing else is looked for. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The errors of the engine that a store throws; given, because the engine is loaded late. */
export interface StoreErrors {
  /** The code or token cannot be used (any more). */
  readonly invalidGrant: (detail: string) => Error;
  /** The database is away. */
  readonly unavailable: (cause: unknown) => Error;
}

interface StoreParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly baseUrl: string;
  /** Whether what is being answered is a client's wish to end its grant, and not the reuse of what was spent. */
  readonly isRevocation: () => boolean;
  readonly errors: StoreErrors;
}

/**
 * The engine's store on PostgreSQL, the same for all processes. Ids are kept as SHA-256 and everything else sealed, so
 * that who reads the database holds no code and no token.
 */
export function createStore(parts: StoreParts): (kind: string) => Adapter {
  return (kind) => patient(parts, storeOf(parts, kind));
}

function storeOf(parts: StoreParts, kind: string): Adapter {
  if (kind === 'Client') return clientStore(parts);
  return kind === 'Grant' ? grantStore(parts) : artifactStore(parts, kind);
}

function artifactStore(parts: StoreParts, kind: string): Adapter {
  const { baseUrl, db, errors, vault } = parts;
  const store: Adapter = {
    ...nothing,
    async find(id) {
      const [row] = await artifactByHash(db, kind, sha256(id));
      if (!row) return undefined;
      const payload = unseal(vault, kind, id, row.payload);
      return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
    },
    async upsert(id, payload, expiresIn = 0) {
      const grantHash = typeof payload.grantId === 'string' && kind !== 'Interaction' ? sha256(payload.grantId) : null;
      const scopes = kind === 'AccessToken' ? (payload.scope ?? '').split(' ').filter(Boolean) : null;
      const audience = kind === 'AccessToken' ? audienceOf(payload, baseUrl) : null;
      await upsertArtifact(
        db,
        kind,
        sha256(id),
        grantHash,
        seal(vault, kind, id, payload),
        scopes,
        audience,
        expiresIn,
      );
    },
    async consume(id) {
      if ((await consumeArtifact(db, kind, sha256(id))).length === 1) return;
      // Somebody else was quicker by a moment: one of the two is not who was meant, so neither keeps anything.
      await endGrantWithoutPerson(db, 'oauth_grant.end', (tx) => deleteGrantOfArtifact(tx, kind, sha256(id)));
      throw errors.invalidGrant('used twice at the same time');
    },
    destroy: async (id) => void (await deleteArtifact(db, kind, sha256(id))),
    revokeByGrantId: (grantId) => endGrant(parts, grantId),
  };
  return store;
}

function grantStore(parts: StoreParts): Adapter {
  const { db, vault } = parts;
  return {
    ...nothing,
    async find(id) {
      const [row] = await grantByHash(db, sha256(id));
      return row && unseal(vault, 'Grant', id, row.payload);
    },
    async upsert(id, payload, expiresIn = 0) {
      const subject = parseSubject(payload.accountId ?? '');
      if (!subject || payload.clientId === undefined) throw new Error('The grant has no person or no client');
      const scopes = [...new Set(Object.values(payload.resources ?? {}).flatMap((scope) => String(scope).split(' ')))];
      const { personId, accountId } = subject;
      const sealed = seal(vault, 'Grant', id, payload);
      await insertGrant(db, sha256(id), payload.clientId, personId, accountId, scopes, sealed, expiresIn);
    },
    destroy: (id) => endGrant(parts, id),
  };
}

/** The engine asks for it of every kind of artifact at once; the first ends it, and only that is noted. */
async function endGrant({ db, isRevocation }: StoreParts, grantId: string): Promise<void> {
  const action = isRevocation() ? 'oauth_grant.return' : 'oauth_grant.end';
  await endGrantWithoutPerson(db, action, (tx) => deleteGrant(tx, sha256(grantId)));
}

function clientStore({ db }: StoreParts): Adapter {
  return {
    ...nothing,
    async find(id) {
      if (!CLIENT_ID.test(id)) return undefined;
      const [row] = await clientById(db, id);
      return row && toMetadata(row);
    },
  };
}

/** A client in the words of RFC 7591, as the engine takes them; the secret is its hash (see `compareSecret`). */
function toMetadata(row: ClientRow): AdapterPayload {
  return {
    client_id: row.client_id,
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    response_types: ['code'],
    grant_types: row.takes_refresh_tokens ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    application_type: row.any_loopback_port || row.redirect_uris.some(isOfApp) ? 'native' : 'web',
    ...(row.secret_hash
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: row.secret_hash.toString('hex') }
      : { token_endpoint_auth_method: 'none' }),
  };
}

function isOfApp(uri: string): boolean {
  return isPrivateUse(new URL(uri));
}

/** What the engine never asks for with the features that are on. */
const nothing: Adapter = {
  find: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  upsert: () => Promise.resolve(),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};

/** Says what the database's errors mean to a client. */
function patient({ errors }: StoreParts, store: Adapter): Adapter {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) throw errors.invalidGrant('the grant was revoked');
      throw isUnavailable(error) ? errors.unavailable(error) : error;
    }
  };
  return {
    find: (id) => guard(store.find(id)),
    findByUserCode: (code) => guard(store.findByUserCode(code)),
    findByUid: (uid) => guard(store.findByUid(uid)),
    upsert: (id, payload, expiresIn) => guard(store.upsert(id, payload, expiresIn)),
    consume: (id) => guard(store.consume(id)),
    destroy: (id) => guard(store.destroy(id)),
    revokeByGrantId: (grantId) => guard(store.revokeByGrantId(grantId)),
  };
}

/** The purpose names the artifact, so that a payload opens in its own row only. */
export function artifactPurpose(kind: string, idHash: Buffer): string {
  return `oauth:${kind}:${idHash.toString('hex')}`;
}

function seal(vault: Vault, kind: string, id: string, { jti: _id, ...payload }: AdapterPayload): Buffer {
  return vault.seal(artifactPurpose(kind, sha256(id)), Buffer.from(JSON.stringify(payload)));
}

function unseal(vault: Vault, kind: string, id: string, sealed: Buffer): AdapterPayload {
  // Written by `seal` alone: what opens is what it was given.
  const payload = JSON.parse(vault.open(artifactPurpose(kind, sha256(id)), sealed).toString()) as AdapterPayload;
  return { ...payload, jti: id };
}

function audienceOf({ aud }: AdapterPayload, baseUrl: string): string | null {
  const [indicator = ''] = Array.isArray(aud) ? aud : [aud];
  return audienceOfResource(indicator, baseUrl) ?? null;
}

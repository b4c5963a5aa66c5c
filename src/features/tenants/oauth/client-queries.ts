import { statement } from '../../../base/db.ts';

export interface ClientRow {
  readonly client_id: string;
  readonly id: number;
  readonly account_id: number | null;
  readonly name: string;
  readonly redirect_uris: string[];
  readonly takes_refresh_tokens: boolean;
  readonly any_loopback_port: boolean;
  readonly secret_hash: Buffer | null;
  readonly secret_last4: string | null;
  readonly created_at: Date;
  readonly allowed_at: Date | null;
}

const COLUMNS = `client_id, id, account_id, name, redirect_uris, takes_refresh_tokens, any_loopback_port, secret_hash,
  secret_last4, created_at, allowed_at`;

/** Reads a client. Uses the primary key. */
export const clientById = statement<[clientId: string], ClientRow>(
  'oauth_client_by_id',
  `select ${COLUMNS} from oauth_client where client_id = $1`,
);

export const insertClient = statement<
  [
    clientId: string,
    accountId: number | null,
    name: string,
    redirectUris: readonly string[],
    takesRefreshTokens: boolean,
    anyLoopbackPort: boolean,
    secretHash: Buffer | null,
    secretLast4: string | null,
  ],
  ClientRow
>(
  'oauth_insert_client',
  `insert into oauth_client
     (client_id, account_id, name, redirect_uris, takes_refresh_tokens, any_loopback_port, secret_hash, secret_last4)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   returning ${COLUMNS}`,
);

/** Lists the clients of an account, newest first. Uses the index oauth_client_account. */
export const clientsOfAccount = statement<[accountId: number, limit: number], ClientRow>(
  'oauth_clients_of_account',
  `select ${COLUMNS} from oauth_client where account_id = $1 order by id desc limit $2`,
);

/** Counts the clients of an account. Uses the index oauth_client_account. */
export const countClients = statement<[accountId: number], { readonly count: number }>(
  'oauth_count_clients',
  `select count(*)::integer as count from oauth_client where account_id = $1`,
);

/** Changes a client. Null leaves a column unchanged. Uses the index oauth_client_account. */
export const changeClient = statement<
  [accountId: number, id: number, name: string | null, redirectUris: readonly string[] | null],
  ClientRow
>(
  'oauth_change_client',
  `update oauth_client set name = coalesce($3, name), redirect_uris = coalesce($4::text[], redirect_uris)
   where account_id = $1 and id = $2
   returning ${COLUMNS}`,
);

/** Replaces the secret of a confidential client. Uses the index oauth_client_account. */
export const changeSecret = statement<
  [accountId: number, id: number, secretHash: Buffer, secretLast4: string],
  ClientRow
>(
  'oauth_change_secret',
  `update oauth_client set secret_hash = $3, secret_last4 = $4
   where account_id = $1 and id = $2 and secret_hash is not null
   returning ${COLUMNS}`,
);

/** Deletes a client with all its grants. Uses the index oauth_client_account. */
export const deleteClient = statement<[accountId: number, id: number], { readonly name: string }>(
  'oauth_delete_client',
  `delete from oauth_client where account_id = $1 and id = $2 returning name`,
);

/** Counts a request from a client address in the current hour. Uses the primary key. */
export const countAttempt = statement<[kind: 'authorize' | 'register', address: string], { readonly attempts: number }>(
  'oauth_count_attempt',
  `insert into oauth_attempt (kind, address, hour, attempts) values ($1, $2, date_trunc('hour', now()), 1)
   on conflict (kind, address, hour) do update set attempts = oauth_attempt.attempts + 1
   returning attempts`,
);

/**
 * Counts self-registered clients that have never been authorized, up to a limit. Uses the index
 * oauth_client_registered.
 */
export const countUnused = statement<[limit: number], { readonly count: number }>(
  'oauth_count_unused',
  `select count(*)::integer as count from (
     select from oauth_client where account_id is null and allowed_at is null limit $1
   ) unused`,
);

/**
 * Deletes self-registered clients without grants that have not been used for the given number of days. Uses the index
 * oauth_client_registered.
 */
export const deleteUnusedClients = statement<[days: number], unknown>(
  'oauth_delete_unused_clients',
  `delete from oauth_client c
   where c.account_id is null
     and c.created_at < now() - make_interval(days => $1)
     and coalesce(c.allowed_at, c.created_at) < now() - make_interval(days => $1)
     and not exists (select from oauth_grant where client_id = c.client_id)`,
);

export const deleteOldAttempts = statement<[], unknown>(
  'oauth_delete_old_attempts',
  `delete from oauth_attempt where hour < now() - interval '2 hours'`,
);

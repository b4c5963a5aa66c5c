import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';
import { insertKey, keyByHash, keysOfAccount, markRevoked, type KeyRow } from './queries.ts';

/** All scopes of keys, tokens, and sessions. */
export const SCOPES = {
  send: 'transactional:send',
  read: 'transactional:read',
  /**
   * Scope for account-wide objects: the webhook, suppressions, tags, and alerts. Granted only if requested when a key
   * is created.
   */
  manage: 'transactional:manage',
  /** Scope for the whole account API. Used by personal access tokens, OAuth clients, and signed-in users. */
  account: 'account',
  /** Scope for the read-only part of the account API. */
  accountRead: 'account:read',
  /** Scopes of dashboard sessions. The user's role determines which of them a session has. */
  dashboardRead: 'dashboard:read',
  dashboardWrite: 'dashboard:write',
  dashboardAdmin: 'dashboard:admin',
  dashboardOwner: 'dashboard:owner',
  /** Scope for managing the installation. Held by admins and owners of the operator's account. */
  operator: 'operator',
} as const;

const READ = [SCOPES.read, SCOPES.accountRead, SCOPES.dashboardRead];
const WRITE = [...READ, SCOPES.send, SCOPES.manage, SCOPES.account, SCOPES.dashboardWrite];

export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  read_only: READ,
  member: WRITE,
  admin: [...WRITE, SCOPES.dashboardAdmin],
  owner: [...WRITE, SCOPES.dashboardAdmin, SCOPES.dashboardOwner],
};

/** Prefix of each type of key. If a key leaks, the prefix shows that it is a Postrider key of this type. */
const PREFIXES = { api_key: 'pr_', access_token: 'pt_' } as const;
/**
 * 43 characters from an alphabet of 62 have 256 bits of entropy. Guessing is infeasible, so a fast hash is sufficient
 * for storage.
 */
const SECRET_CHARACTERS = 43;
const SHOWN_PREFIX_CHARACTERS = 7;
const SHOWN_LAST_CHARACTERS = 4;
const LISTED_KEYS = 1_000;

export interface NewKey {
  readonly accountId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Domain that the key may send from. If undefined, the key may send from all domains. */
  readonly domain?: string;
  readonly kind?: 'api_key' | 'access_token';
  /** The user that the key acts for. The key has at most this user's permissions in the account. */
  readonly personId?: number | undefined;
  /** The user who created the key. Undefined if the key was created on the command line. */
  readonly madeBy?: number | undefined;
  /** The complete key, if it was generated elsewhere. */
  readonly secret?: string;
}

/** A key without its secret, with enough characters to recognize it. */
export interface Key {
  readonly id: number;
  readonly kind: 'api_key' | 'access_token';
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly domain: string | undefined;
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
}

/** Returns a new random API key, without storing it. */
export function newApiKey(): string {
  return PREFIXES.api_key + randomText(SECRET_CHARACTERS);
}

/**
 * Creates a key. The returned `key` is the only copy, because only its SHA-256 hash is stored. Rejects if the given
 * secret already exists.
 */
export async function createKey(db: Db, wanted: NewKey): Promise<{ id: number; key: string }> {
  const { kind = 'api_key' } = wanted;
  const key = wanted.secret ?? PREFIXES[kind] + randomText(SECRET_CHARACTERS);
  const [row] = await insertKey(
    db,
    wanted.accountId,
    kind,
    sha256(key),
    key.slice(0, SHOWN_PREFIX_CHARACTERS),
    key.slice(-SHOWN_LAST_CHARACTERS),
    wanted.name,
    wanted.scopes,
    wanted.domain?.toLowerCase() ?? null,
    wanted.personId ?? null,
    wanted.madeBy ?? null,
  );
  if (!row) throw new Error('Inserting a key returned no ID');
  return { id: row.id, key };
}

/** Returns whether this key has ever been created. Includes revoked keys. */
export async function hasKey(db: Db, key: string): Promise<boolean> {
  return (await keyByHash(db, sha256(key))).length > 0;
}

/** Returns the 1,000 newest keys of an account, newest first. Includes revoked keys. */
export async function listKeys(db: Db, accountId: number): Promise<Key[]> {
  return (await keysOfAccount(db, accountId, LISTED_KEYS)).map(toKey);
}

/**
 * Revokes a key of the account. All processes reject it within one second. Returns false if the account has no such
 * key.
 */
export async function revokeKey(db: Db, accountId: number, keyId: number): Promise<boolean> {
  return (await markRevoked(db, accountId, keyId)).length > 0;
}

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    kind: row.kind,
    prefix: row.prefix,
    last4: row.last4,
    name: row.name,
    scopes: row.scopes,
    domain: row.domain ?? undefined,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  };
}

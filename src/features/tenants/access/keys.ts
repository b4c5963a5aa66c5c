import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';
import { insertKey, keyByHash, keysOfAccount, markRevoked, type KeyRow } from './queries.ts';

/** Every scope a key may have. */
export const SCOPES = {
  send: 'transactional:send',
  read: 'transactional:read',
  /** What concerns an account as a whole: its webhook, suppressions, tags and alerts. A key has it only when made so. */
  manage: 'transactional:manage',
  /** The whole account API, for personal access tokens, clients and people. */
  account: 'account',
  /** The account API without what changes anything. */
  accountRead: 'account:read',
  /** What only the dashboard asks: sessions have these, by the role of the person. */
  dashboardRead: 'dashboard:read',
  dashboardWrite: 'dashboard:write',
  dashboardAdmin: 'dashboard:admin',
  dashboardOwner: 'dashboard:owner',
  /** The installation itself: admins and owners of the operator's account. */
  operator: 'operator',
} as const;

const READ = [SCOPES.read, SCOPES.accountRead, SCOPES.dashboardRead];
const WRITE = [...READ, SCOPES.send, SCOPES.manage, SCOPES.account, SCOPES.dashboardWrite];

/** What each role may do. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  read_only: READ,
  member: WRITE,
  admin: [...WRITE, SCOPES.dashboardAdmin],
  owner: [...WRITE, SCOPES.dashboardAdmin, SCOPES.dashboardOwner],
};

/** What a key begins with says what it is: where one is found that should not be, people know whom to ask. */
const PREFIXES = { api_key: 'pr_', access_token: 'pt_' } as const;
/** 43 characters of 62 hold 256 bits: guessing is hopeless, so a fast hash is enough to store. */
const SECRET_CHARACTERS = 43;
const SHOWN_PREFIX_CHARACTERS = 7;
const SHOWN_LAST_CHARACTERS = 4;
const LISTED_KEYS = 1_000;

/** What a new key may do. */
export interface NewKey {
  readonly accountId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Limits the key to sending from this domain. */
  readonly domain?: string;
  readonly kind?: 'api_key' | 'access_token';
  /** Who it acts for: what they may do in the account, it may too, and no more. */
  readonly personId?: number | undefined;
  /** Who made it; undefined: the command line. */
  readonly madeBy?: number | undefined;
  /** The whole key, when it was chosen elsewhere. */
  readonly secret?: string;
}

/** A key as it can be shown: what it may do, and enough of it to be recognised. */
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

/** A new API key that nobody has yet. */
export function newApiKey(): string {
  return PREFIXES.api_key + randomText(SECRET_CHARACTERS);
}

/** Makes a key. `key` is told this once: only its SHA-256 is stored. Rejects when a given secret exists already. */
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

/** Whether this key was ever made, also when it is revoked. */
export async function hasKey(db: Db, key: string): Promise<boolean> {
  return (await keyByHash(db, sha256(key))).length > 0;
}

/** The thousand newest keys of an account, revoked ones included, newest first. */
export async function listKeys(db: Db, accountId: number): Promise<Key[]> {
  return (await keysOfAccount(db, accountId, LISTED_KEYS)).map(toKey);
}

/** Revokes a key of the account; every process refuses it within a second. False when the account has no such key. */
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

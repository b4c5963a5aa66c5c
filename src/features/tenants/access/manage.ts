import type { Vault } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../accounts/index.ts';
import {
  countLivingKeys,
  expireKey,
  livingKeysMadeBy,
  lockManagedKey,
  managedKey,
  managedKeys,
  updateKey,
  type ManagedKeyRow,
} from './key-queries.ts';
import { createKey, revokeKey } from './keys.ts';
import { createSigningKey, type SigningPair } from './signing-keys.ts';
import { signingKeyOf } from './signing-queries.ts';
import { presentKey, type PresentedKey } from './present.ts';
import type { KeyChange, KeyRequest } from './schema.ts';

/** Maximum number of active keys per account. Also the maximum number of listed keys. */
const MAX_LIVING_KEYS = 1_000;
const HOUR_SECONDS = 3_600;
/** Longer numbers cannot be IDs, and some exceed PostgreSQL's integer range. */
const ID = /^[1-9]\d{0,14}$/;

/** A new key with its secret, which is shown only once. */
export interface ShownOnce extends PresentedKey {
  readonly key: string;
  /** Credentials for signing requests. Null if none were requested. */
  readonly signing: SigningPair | null;
}

export interface KeyParts {
  readonly db: Database;
  readonly vault: Vault;
}

/** Returns up to 1,000 keys of an account: active keys, then revoked and expired keys, each newest first. */
export async function listManagedKeys(db: Db, accountId: number): Promise<PresentedKey[]> {
  return (await managedKeys(db, accountId, MAX_LIVING_KEYS)).map(presentKey);
}

/** Returns up to 1,000 active keys that a user created in an account. */
export async function listKeysMadeBy(db: Db, accountId: number, personId: number): Promise<PresentedKey[]> {
  return (await livingKeysMadeBy(db, accountId, personId, MAX_LIVING_KEYS)).map(presentKey);
}

/** Creates a key for the caller's account. Throws conflict if the account has 1,000 active keys. */
export async function makeKey(parts: KeyParts, principal: Principal, wanted: KeyRequest): Promise<ShownOnce> {
  return parts.db.transaction(async (tx) => {
    await requireCapacity(tx, principal.accountId);
    const made = await insert(tx, parts, principal, wanted);
    await recordAct(tx, principal, { action: 'key.create', subject: labelOf(made), after: rightsOf(made, wanted) });
    return made;
  });
}

/**
 * Renames a key or sets its rate limits. All processes apply the change within one second. Throws not_found, or
 * conflict if the key is revoked or expired.
 */
export async function changeKey(
  db: Database,
  principal: Principal,
  id: string,
  change: KeyChange,
): Promise<PresentedKey> {
  return db.transaction(async (tx) => {
    const before = await requireKey(tx, principal.accountId, id);
    requireLiving(before);
    const { name = before.name } = change;
    const perSecond = change.perSecond === undefined ? before.rate_per_second : change.perSecond;
    const perMinute = change.perMinute === undefined ? before.rate_per_minute : change.perMinute;
    await updateKey(tx, principal.accountId, before.id, name, perSecond, perMinute);
    await recordAct(tx, principal, {
      action: 'key.change',
      subject: labelOf(before),
      before: { name: before.name, rate_per_second: before.rate_per_second, rate_per_minute: before.rate_per_minute },
      after: { name, rate_per_second: perSecond, rate_per_minute: perMinute },
    });
    return readKey(tx, principal.accountId, before.id);
  });
}

/**
 * Revokes a key. All processes reject it within one second. Has no effect if the key is already revoked. Throws
 * not_found.
 */
export async function endKey(db: Database, principal: Principal, id: string): Promise<PresentedKey> {
  return db.transaction(async (tx) => {
    const before = await requireKey(tx, principal.accountId, id);
    if (!before.revoked_at) {
      await revokeKey(tx, principal.accountId, before.id);
      await recordAct(tx, principal, { action: 'key.revoke', subject: labelOf(before) });
    }
    return readKey(tx, principal.accountId, before.id);
  });
}

/**
 * Replaces a key with a new key that has the same permissions. The old key expires after `overlapHours`, and all
 * processes reject it within one second after that. Throws not_found, or conflict if the old key is revoked, expired,
 * or about to expire, or if the account has 1,000 active keys.
 */
export async function rotateKey(
  parts: KeyParts,
  principal: Principal,
  id: string,
  overlapHours: number,
): Promise<ShownOnce> {
  return parts.db.transaction(async (tx) => {
    await requireCapacity(tx, principal.accountId);
    const old = await requireKey(tx, principal.accountId, id);
    requireLiving(old);
    if (old.expires_at) {
      throw new Refusal('conflict', {
        message: `This key was already rotated and expires at ${old.expires_at.toISOString()}.`,
        fix: 'Rotate the key that replaced this key, or revoke this key to end its access now.',
      });
    }
    const made = await insert(tx, parts, principal, {
      name: old.name,
      scopes: old.scopes,
      domain: old.domain ?? undefined,
      perSecond: old.rate_per_second,
      perMinute: old.rate_per_minute,
      isSigning: (await signingKeyOf(tx, principal.accountId, old.id)).length > 0,
    });
    await expireKey(tx, principal.accountId, old.id, overlapHours * HOUR_SECONDS, made.id);
    await recordAct(tx, principal, {
      action: 'key.rotate',
      subject: labelOf(old),
      after: { key: labelOf(made), overlap_hours: overlapHours },
    });
    return made;
  });
}

async function insert(
  tx: Tx,
  { vault }: KeyParts,
  { accountId, person }: Principal,
  wanted: KeyRequest,
): Promise<ShownOnce> {
  const { domain, name, perMinute, perSecond, scopes } = wanted;
  const { id, key } = await createKey(tx, { accountId, name, scopes, madeBy: person?.id, ...(domain && { domain }) });
  if (perSecond !== null || perMinute !== null) await updateKey(tx, accountId, id, name, perSecond, perMinute);
  const signing = wanted.isSigning ? await createSigningKey(tx, vault, accountId, id) : null;
  return { ...(await readKey(tx, accountId, id)), key, signing };
}

/**
 * Throws conflict if the account has reached its limit of active keys. Locks the account, so that the limit is exact
 * even if keys are created concurrently.
 */
async function requireCapacity(tx: Tx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId);
  const [counted] = await countLivingKeys(tx, accountId, MAX_LIVING_KEYS);
  if ((counted?.living ?? 0) < MAX_LIVING_KEYS) return;
  throw new Refusal('conflict', {
    message: `The account has reached its limit of ${MAX_LIVING_KEYS} active API keys.`,
    fix: 'Revoke unused keys. The list of API keys shows when each key was last used.',
  });
}

async function requireKey(tx: Tx, accountId: number, id: string): Promise<ManagedKeyRow> {
  const [row] = ID.test(id) ? await lockManagedKey(tx, accountId, Number(id)) : [];
  if (!row) throw new Refusal('not_found', { message: 'The account has no API key with this ID.' });
  return row;
}

function requireLiving(row: ManagedKeyRow): void {
  if (row.is_living) return;
  throw new Refusal('conflict', {
    message: row.revoked_at ? 'The API key has been revoked.' : 'The API key has expired.',
    fix: 'Create a new API key.',
  });
}

async function readKey(tx: Tx, accountId: number, id: number): Promise<PresentedKey> {
  const [row] = await managedKey(tx, accountId, id);
  if (!row) throw new Error(`Key ${id} disappeared during the transaction`);
  return presentKey(row);
}

/** Returns the label by which users recognize a key. Logs and emails never contain more of the key. */
export function labelOf({ last4, name, prefix }: Pick<PresentedKey, 'last4' | 'name' | 'prefix'>): string {
  return `${name} (${prefix}...${last4})`;
}

function rightsOf(
  { domain, rate, scopes }: PresentedKey,
  { isSigning }: KeyRequest,
): Readonly<Record<string, unknown>> {
  const { per_minute: perMinute, per_second: perSecond } = rate;
  return {
    scopes,
    domain,
    rate_per_second: perSecond,
    rate_per_minute: perMinute,
    ...(isSigning && { signing: true }),
  };
}

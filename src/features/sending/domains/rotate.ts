import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { recordsToPublish, type DnsRecord } from './dns-records.ts';
import { keptName } from './domain-name.ts';
import { deleteWaitingKey, storeKeyState } from './key-queries.ts';
import { emptyableFrom, freeSelector, keysToPublish } from './key-rotation.ts';
import { asWaiting, keepKey, loadKeys, makeKeys, wantedKinds, type DomainParts } from './keys.ts';
import { toDomain, toTracking, type Domain, type DomainKey } from './present.ts';
import { domainByName, lockForKeys, type DomainRow } from './queries.ts';

/**
 * Creates the keys that will replace the signing keys, and adds their records to the domain's DNS records. Nothing else
 * changes until the records are found. `atOnce` is for compromised keys: the new key, or the key that is already
 * waiting, signs as soon as its record is found. If both selectors are in use, the new key takes the selector of a
 * retired key. Throws not_found if the account has no such domain. Throws validation_error if the domain is not
 * verified, if a rotation is in progress, if the record of the previous key is still needed, or if a check of the
 * domain ends at the same time.
 */
export async function rotateDomain(
  parts: DomainParts,
  accountId: number,
  name: string,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<Domain> {
  const row = await rowOf(parts, accountId, name);
  const now = new Date(parts.clock.now());
  const all = await loadKeys(parts.db, accountId, row.id);
  if (atOnce && followersOf(all).length > 0) return hurryRotation(parts, row, all, now);
  const keys = atOnce ? all.filter((key) => !isInTheWay(key, all, now)) : all;
  const fault = faultOfRotation(row, keys, now);
  if (fault !== undefined) throw invalid({ name: [fault] });
  const rotated = await startRotation(parts, row, keys, now, async (tx, { keys: made }) => {
    if (atOnce) await storeHurry(tx, row, followersOf(made), now);
  });
  if (!rotated) throw busy();
  return atOnce ? { ...rotated, keys: hurried(rotated.keys, now) } : rotated;
}

/**
 * Removes the waiting keys of a rotation, and their records from the domain's DNS records. Throws not_found if the
 * account has no such domain. Throws validation_error if no rotation is in progress, or if a check of the domain ends
 * at the same time.
 */
export async function cancelRotation(parts: DomainParts, accountId: number, name: string): Promise<Domain> {
  const row = await rowOf(parts, accountId, name);
  const now = new Date(parts.clock.now());
  const keys = await loadKeys(parts.db, accountId, row.id);
  const followers = followersOf(keys);
  if (followers.length === 0) throw invalid({ name: ['has no rotation in progress.'] });
  const kept = keys.filter((key) => !followers.includes(key));
  const records = recordsAfter(parts, row, kept, now);
  return parts.db.transaction(async (tx) => {
    const [locked] = await lockForKeys(tx, accountId, row.id, row.checks, records, now);
    if (!locked) throw busy();
    for (const { selector } of followers) await deleteWaitingKey(tx, accountId, row.id, selector);
    return toDomain(locked, kept);
  });
}

async function rowOf(parts: DomainParts, accountId: number, name: string): Promise<DomainRow> {
  const [row] = await domainByName(parts.db, accountId, keptName(name));
  if (row) return row;
  throw new Refusal('not_found', {
    message: `No sender domain has the name ${name}.`,
    fix: `To add the domain, run: postrider domain add ${name}`,
  });
}

/** Returns the waiting keys that will replace a signing key. */
function followersOf(keys: readonly DomainKey[]): DomainKey[] {
  const isActive = (kind: KeyAlgorithm): boolean =>
    keys.some(({ algorithm, state }) => algorithm === kind && state === 'active');
  return keys.filter(({ algorithm, state }) => state === 'waiting' && isActive(algorithm));
}

/** Returns whether a retired key uses the selector that a new key of the same kind needs. */
function isInTheWay({ algorithm, state }: DomainKey, keys: readonly DomainKey[], now: Date): boolean {
  return state === 'retired' && freeSelector(keys, algorithm, now) === undefined;
}

async function hurryRotation(
  parts: DomainParts,
  row: DomainRow,
  keys: readonly DomainKey[],
  now: Date,
): Promise<Domain> {
  return parts.db.transaction(async (tx) => {
    const [locked] = await lockForKeys(tx, row.account_id, row.id, row.checks, JSON.stringify(row.records), now);
    if (!locked) throw busy();
    await storeHurry(tx, row, followersOf(keys), now);
    return toDomain(locked, hurried(keys, now));
  });
}

/** Sets the start time of waiting keys to now, so that they sign after the next check that finds their record. */
async function storeHurry(tx: Tx, row: DomainRow, followers: readonly DomainKey[], now: Date): Promise<void> {
  for (const { publishedAt, selector } of followers) {
    await storeKeyState(tx, row.account_id, row.id, selector, 'waiting', publishedAt ?? null, now, null);
  }
}

function hurried(keys: readonly DomainKey[], now: Date): DomainKey[] {
  const followers = followersOf(keys);
  return keys.map((key) => (followers.includes(key) ? Object.assign({}, key, { activeFrom: now }) : key));
}

/** Returns the error for a request that conflicts with a concurrent check of the domain. */
export function busy(field = 'name'): Refusal {
  return invalid({ [field]: ['is currently being checked. Try again.'] });
}

/**
 * Returns the reason why keys cannot be rotated now, as an error message without its subject. Returns undefined if they
 * can be rotated.
 */
export function faultOfRotation(
  { name, status }: Pick<Domain, 'name' | 'status'>,
  keys: readonly DomainKey[],
  now: Date,
): string | undefined {
  const waiting = keys.find(({ algorithm, state }) => algorithm === 'rsa' && state === 'waiting');
  if (waiting && keys.some(({ state }) => state === 'active')) {
    return `already has a new key. Publish its record at ${waiting.selector}._domainkey.${name}.`;
  }
  if (status !== 'verified')
    return 'is not verified. Publish its DNS records first. You can rotate keys only after the domain is verified.';
  if (freeSelector(keys, 'rsa', now) !== undefined) return undefined;
  const retired = keys.find(({ algorithm, state }) => algorithm === 'rsa' && state === 'retired');
  const until = retired && emptyableFrom(retired);
  return `was rotated recently. Until ${until?.toISOString()}, receiving servers need the record at ${retired?.selector}._domainkey.${name} to verify earlier emails. Rotate the key after that time.`;
}

/**
 * Stores new keys in addition to the signing keys, and runs `within` in the same transaction. Returns undefined if a
 * check or another rotation finished first.
 */
export async function startRotation(
  parts: DomainParts,
  row: DomainRow,
  keys: readonly DomainKey[],
  now: Date,
  within?: (tx: Tx, rotated: Domain) => Promise<void>,
): Promise<Domain | undefined> {
  const accountId = row.account_id;
  const made = await makeKeys(rotatedKinds(parts, keys), keys, now);
  const kept = keys.filter(({ selector }) => !made.some((key) => key.selector === selector));
  const after = [...kept, ...made.map((key) => asWaiting(key, now))];
  const records = recordsAfter(parts, row, after, now);
  return parts.db.transaction(async (tx) => {
    const [locked] = await lockForKeys(tx, accountId, row.id, row.checks, records, now);
    if (!locked) return undefined;
    const domain = { accountId, id: row.id, name: row.name };
    for (const key of made) {
      if (!(await keepKey(tx, parts, domain, key, now))) throw new Error(`A key of ${row.name} already exists`);
    }
    const rotated = toDomain(locked, after);
    await within?.(tx, rotated);
    return rotated;
  });
}

/** Returns the records of a domain with these keys, as JSON. */
function recordsAfter(parts: DomainParts, row: DomainRow, keys: readonly DomainKey[], now: Date): string {
  const published = recordsToPublish(
    { name: row.name, keys: keysToPublish(keys, now), tracking: toTracking(row.tracking) },
    parts,
  );
  return JSON.stringify(published.map((record) => asSeen(record, row.records)));
}

/** Returns the kinds of keys to rotate: those with a signing key. Other kinds get their first key at the next check. */
function rotatedKinds(parts: DomainParts, keys: readonly DomainKey[]): KeyAlgorithm[] {
  return wantedKinds(parts).filter(
    (kind) =>
      keys.some(({ algorithm, state }) => algorithm === kind && state === 'active') &&
      !keys.some(({ algorithm, state }) => algorithm === kind && state === 'waiting'),
  );
}

/** Returns the record with the result of the latest check, if its data has not changed since then. */
export function asSeen(record: DnsRecord, seen: readonly DnsRecord[]): DnsRecord {
  const before = seen.find(
    ({ host, name, data }) => host === record.host && name === record.name && data === record.data,
  );
  return before ? { ...record, valid: before.valid, reason: before.reason, found: before.found } : record;
}

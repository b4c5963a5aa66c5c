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
 * Makes the keys that are to follow those that sign, one of each kind, and lists their records among the domain's.
 * Nothing else changes until they are found. With `atOnce`, for a key that others may have, the new key (or the one that
 * waits already) signs as soon as its record is found, and takes the selector of a retired key where both are in use.
 * Throws not_found, or validation_error when the domain is not verified, when a rotation is under way, or when the record of
 * the key before is still needed.
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
  const rotated = await beginRotation(parts, row, keys, now, async (tx, { keys: made }) => {
    if (atOnce) await storeHurry(tx, row, followersOf(made), now);
  });
  if (!rotated) throw busy();
  return atOnce ? { ...rotated, keys: hurried(rotated.keys, now) } : rotated;
}

/**
 * Removes the keys that were to follow and have not signed yet, and their records from the list. Throws not_found, or
 * validation_error when none waits.
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

/** The keys that are to follow one that signs. */
function followersOf(keys: readonly DomainKey[]): DomainKey[] {
  const isActive = (kind: KeyAlgorithm): boolean =>
    keys.some(({ algorithm, state }) => algorithm === kind && state === 'active');
  return keys.filter(({ algorithm, state }) => state === 'waiting' && isActive(algorithm));
}

/** A retired key that leaves no selector to a new one of its kind. */
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

/** A waiting key whose time has come signs with the look that finds its record. */
async function storeHurry(tx: Tx, row: DomainRow, followers: readonly DomainKey[], now: Date): Promise<void> {
  for (const { publishedAt, selector } of followers) {
    await storeKeyState(tx, row.account_id, row.id, selector, 'waiting', publishedAt ?? null, now, null);
  }
}

function hurried(keys: readonly DomainKey[], now: Date): DomainKey[] {
  const followers = followersOf(keys);
  return keys.map((key) => (followers.includes(key) ? Object.assign({}, key, { activeFrom: now }) : key));
}

/** What is said when a check ended since the domain was read. */
export function busy(field = 'name'): Refusal {
  return invalid({ [field]: ['is being checked at the moment. Try again.'] });
}

/** Why no key can follow at present, as the end of a sentence; undefined when one can. */
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
  return `was rotated recently. Emails in transit need the record at ${retired?.selector}._domainkey.${name} until ${until?.toISOString()}. Rotate the key after that time.`;
}

/**
 * Keeps new keys beside those that sign, with what `within` does in the same transaction; undefined when a check or
 * another rotation came between.
 */
export async function beginRotation(
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

/** The records of a domain with these keys, as JSON. */
function recordsAfter(parts: DomainParts, row: DomainRow, keys: readonly DomainKey[], now: Date): string {
  const published = recordsToPublish(
    { name: row.name, keys: keysToPublish(keys, now), tracking: toTracking(row.tracking) },
    parts,
  );
  return JSON.stringify(published.map((record) => asSeen(record, row.records)));
}

/** A kind is rotated when a key of it signs; one without takes its first key at the next check. */
function rotatedKinds(parts: DomainParts, keys: readonly DomainKey[]): KeyAlgorithm[] {
  return wantedKinds(parts).filter(
    (kind) =>
      keys.some(({ algorithm, state }) => algorithm === kind && state === 'active') &&
      !keys.some(({ algorithm, state }) => algorithm === kind && state === 'waiting'),
  );
}

/** What the last check found of a record stays true of it. */
export function asSeen(record: DnsRecord, seen: readonly DnsRecord[]): DnsRecord {
  const before = seen.find(
    ({ host, name, data }) => host === record.host && name === record.name && data === record.data,
  );
  return before ? { ...record, valid: before.valid, reason: before.reason, found: before.found } : record;
}

import type { Tx } from '../../../base/db.ts';
import type { Resolver } from '../../../base/dns.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { UserMail } from '../../../mail/languages/emails.ts';
import { nextCheckMs, verdictOn, type Verdict } from './check-verdict.ts';
import { recordsToPublish, type DnsRecord, type PublishedDomain } from './dns-records.ts';
import { keptName } from './domain-name.ts';
import { storeKeyState } from './key-queries.ts';
import { changedKeys, keysToPublish, withChanges, type KeyCheck } from './key-rotation.ts';
import { keepKey, loadKeys, makeKeys, wantedKinds, type DomainParts } from './keys.ts';
import { checkRecord, type RecordCheck, type OwnAddresses } from './record-check.ts';
import { recordMail } from './owner-mail.ts';
import { toDomain, toTracking, type Domain, type DomainKey, type TrackingHost } from './present.ts';
import { domainById, domainByName, ownerOf, storeCheck, type DomainRow } from './queries.ts';
import { statusOfHost, type HostCheckParts } from './tracking-check.ts';
import { storeHost } from './tracking-queries.ts';

export interface CheckParts extends DomainParts, Pick<HostCheckParts, 'probeHost'> {
  readonly resolver: Resolver;
  /** The IP addresses from which this installation sends email. Empty if unknown. */
  readonly ownAddresses: OwnAddresses;
  /** Returns a number in [0, 1) that distributes the checks over time. */
  readonly random: () => number;
  /** Queues an email within the transaction. */
  readonly sendNotice: (tx: Tx, mail: UserMail) => Promise<void>;
}

/** The result of a check before it is stored. */
interface Result {
  readonly row: DomainRow;
  readonly verdict: Verdict;
  readonly records: readonly DnsRecord[];
  readonly keys: readonly DomainKey[];
  readonly changed: readonly DomainKey[];
  readonly tracking: TrackingHost | undefined;
  readonly nextCheckAt: Date;
}

/**
 * Checks a domain's records, then stores the result and queues the email to the owner in one transaction. Of two
 * concurrent checks, only the first to finish stores its result. Resolves with undefined if the domain no longer
 * exists.
 */
export async function checkDomain(parts: CheckParts, accountId: number, id: number): Promise<Domain | undefined> {
  const [row] = await domainById(parts.db, accountId, id);
  if (!row) return undefined;
  const now = new Date(parts.clock.now());
  const keys = await withMissingKeys(parts, row, now);
  const stored = await store(parts, await examine(parts, row, keys, now), now);
  if (stored) return stored;
  const [present] = await domainById(parts.db, accountId, id);
  return present && toDomain(present, await loadKeys(parts.db, accountId, id));
}

/**
 * Checks a domain's DNS records and stores its status, its records, and the states of its keys. Throws not_found if the
 * account has no such domain.
 */
export async function verifyDomain(parts: CheckParts, accountId: number, name: string): Promise<Domain> {
  const [row] = await domainByName(parts.db, accountId, keptName(name));
  const domain = row && (await checkDomain(parts, accountId, row.id));
  if (domain) return domain;
  throw new Refusal('not_found', {
    message: `No sender domain has the name ${name}.`,
    fix: `To add the domain, run: postrider domain add ${name}`,
  });
}

/**
 * Returns the domain's keys. First creates a key of each enabled kind for which the domain has no active or waiting
 * key.
 */
async function withMissingKeys(parts: CheckParts, row: DomainRow, now: Date): Promise<DomainKey[]> {
  const keys = await loadKeys(parts.db, row.account_id, row.id);
  const kinds = wantedKinds(parts).filter(
    (kind) => !keys.some(({ algorithm, state }) => algorithm === kind && state !== 'retired'),
  );
  const made = await makeKeys(kinds, keys, now);
  if (made.length === 0) return keys;
  const domain = { accountId: row.account_id, id: row.id, name: row.name };
  await parts.db.transaction(async (tx) => {
    for (const key of made) await keepKey(tx, parts, domain, key, now);
  });
  return loadKeys(parts.db, row.account_id, row.id);
}

/** Queries DNS and computes the result, without storing it. */
async function examine(parts: CheckParts, row: DomainRow, keys: readonly DomainKey[], now: Date): Promise<Result> {
  const kinds = wantedKinds(parts);
  const inUse = keys.filter(({ algorithm, state }) => state === 'retired' || kinds.includes(algorithm));
  const published = keysToPublish(inUse, now);
  const before = toTracking(row.tracking);
  const seen = await checkAll(parts, { name: row.name, keys: published, tracking: before });
  const { tracking, recordChecks, isAwaited } = await statusOfHost(parts, row, seen, now);
  const keyChecks = checksOfKeys(published, recordChecks, row.name);
  const changed = changedKeys(published, keyChecks, now);
  const keysAfter = withChanges(keys, changed);
  const signing = requiredCheck(withChanges(published, changed), keyChecks);
  const verdict = verdictOn(
    {
      status: row.status,
      wasVerified: row.verified_at !== null,
      missingSince: row.missing_since ?? undefined,
      notifiedAt: row.notified_at ?? undefined,
    },
    signing,
    now,
  );
  // Failed DNS lookups are retried hourly only for verified domains. Other domains cannot send anyway, and their name
  // servers may have failed permanently.
  const isAnswered = verdict.status !== 'verified' || [...keyChecks.values()].every(({ kind }) => kind !== 'unknown');
  const nextMs = nextCheckMs({ verdict, isAnswered: isAnswered && !isAwaited, keys: keysAfter }, now, parts.random);
  return {
    row,
    verdict,
    records: afterwards(
      parts,
      { name: row.name, keys: withChanges(published, changed), tracking: before },
      recordChecks,
    ),
    tracking,
    keys: keysAfter,
    changed,
    nextCheckAt: new Date(now.getTime() + nextMs),
  };
}

function checkAll(parts: CheckParts, domain: PublishedDomain): Promise<RecordCheck[]> {
  return Promise.all(
    recordsToPublish(domain, parts).map((record) => checkRecord(parts.resolver, record, parts.ownAddresses)),
  );
}

function checksOfKeys(
  keys: readonly DomainKey[],
  recordChecks: readonly RecordCheck[],
  name: string,
): Map<string, KeyCheck> {
  const byHost = new Map(recordChecks.map(({ record, keyCheck }) => [record.host, keyCheck]));
  return new Map(
    keys.map(({ selector }) => [selector, byHost.get(`${selector}._domainkey.${name}`) ?? { kind: 'unknown' }]),
  );
}

/** Returns the DNS result for the active RSA key or, if no RSA key is active, for the waiting RSA key. */
function requiredCheck(keys: readonly DomainKey[], keyChecks: ReadonlyMap<string, KeyCheck>): KeyCheck {
  const rsa = keys.filter(({ algorithm }) => algorithm === 'rsa');
  const key = rsa.find(({ state }) => state === 'active') ?? rsa.find(({ state }) => state === 'waiting');
  return (key && keyChecks.get(key.selector)) ?? { kind: 'unknown' };
}

/** Returns the records with their DNS results. A change to the keys may also change which records are required. */
function afterwards(
  parts: CheckParts,
  domain: PublishedDomain,
  recordChecks: readonly RecordCheck[],
): readonly DnsRecord[] {
  const wanted = recordsToPublish(domain, parts);
  return recordChecks.map(({ record }) => {
    const required = wanted.some((each) => each.required && each.host === record.host && each.name === record.name);
    return required === record.required ? record : { ...record, required };
  });
}

async function store(parts: CheckParts, result: Result, now: Date): Promise<Domain | undefined> {
  const { row, verdict, changed, keys } = result;
  return parts.db.transaction(async (tx) => {
    const [stored] = await storeCheck(
      tx,
      row.account_id,
      row.id,
      row.checks,
      verdict.status,
      JSON.stringify(result.records),
      now,
      verdict.missingSince ?? null,
      verdict.notifiedAt ?? null,
      result.nextCheckAt,
    );
    if (!stored) return undefined;
    for (const key of changed) {
      const times = [key.publishedAt ?? null, key.activeFrom ?? null, key.retiredAt ?? null] as const;
      await storeKeyState(tx, row.account_id, row.id, key.selector, key.state, ...times);
    }
    const { tracking } = result;
    if (tracking) {
      await storeHost(tx, row.account_id, row.id, tracking.host, tracking.baseUrl ?? null);
    }
    const domain = { ...toDomain(stored, keys), tracking };
    await notify(tx, parts, row.account_id, domain, verdict.notify);
    return domain;
  });
}

async function notify(
  tx: Tx,
  parts: CheckParts,
  accountId: number,
  domain: Domain,
  what: Verdict['notify'],
): Promise<void> {
  const [owner] = what ? await ownerOf(tx, accountId) : [];
  if (!what || !owner) return;
  await parts.sendNotice(tx, {
    accountId,
    to: owner.email,
    write: (language) => recordMail(language, what, domain),
  });
}

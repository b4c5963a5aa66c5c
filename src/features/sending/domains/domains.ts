import type { Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { recordsToPublish } from './dns-records.ts';
import { keptName, parseDomainName } from './domain-name.ts';
import { keysOfAccount } from './key-queries.ts';
import { asWaiting, keepKey, loadKeys, makeKeys, wantedKinds, type DomainParts } from './keys.ts';
import { markDeletedById } from './page-queries.ts';
import { toDomain, toKey, toTracking, type Domain } from './present.ts';
import {
  claimsOfOthers,
  countDomains,
  domainByName,
  domainsOfAccount,
  insertDomain,
  markDeleted,
  storeRecords,
  type TrackingRow,
} from './queries.ts';
import { insertHost, lockName } from './tracking-queries.ts';

const MAX_DOMAINS = 1_000;
/** Duration in milliseconds for which an unverified domain is reserved for the account that added it. */
const UNPROVED_CLAIM_MS = 7 * 24 * 60 * 60_000;
/** First label of the proposed tracking host. */
const PROPOSED_LABEL = 'click';

/**
 * Adds a sender domain with its own signing keys. The domain is pending until its records are found. Throws
 * validation_error if `parseDomainName` rejects the name, if the name was already added or is used by another account,
 * or if the account has reached its limit of domains.
 */
export async function addDomain(parts: DomainParts, accountId: number, given: string): Promise<Domain> {
  const name = parseDomainName(given, parts.sandboxDomain);
  if ((await domainByName(parts.db, accountId, name)).length > 0) throw alreadyAdded(name);
  const [counted] = await countDomains(parts.db, accountId);
  if ((counted?.domains ?? 0) >= MAX_DOMAINS) {
    throw invalid({
      name: [
        `cannot be added, because the limit of ${MAX_DOMAINS} domains per account is reached. Remove a domain first.`,
      ],
    });
  }
  const now = new Date(parts.clock.now());
  const made = await makeKeys(wantedKinds(parts), [], now);
  const keys = made.map((key) => asWaiting(key, now));
  return parts.db.transaction(async (tx) => {
    await requireUnclaimed(tx, accountId, name, now);
    const [added] = await insertDomain(tx, accountId, name);
    if (!added) throw alreadyAdded(name);
    for (const key of made) await keepKey(tx, parts, { accountId, id: added.id, name }, key, now);
    const tracking = await proposeHost(tx, accountId, added.id, name);
    const records = JSON.stringify(recordsToPublish({ name, keys, tracking: toTracking(tracking) }, parts));
    const [row] = await storeRecords(tx, accountId, added.id, records);
    if (!row) throw new Error(`The domain ${name} was removed while it was being added`);
    return toDomain(row, keys);
  });
}

/** Returns the domains of an account, newest first. */
export async function listDomains(db: Db, accountId: number): Promise<Domain[]> {
  const rows = await domainsOfAccount(db, accountId, MAX_DOMAINS);
  const keys = Map.groupBy(await keysOfAccount(db, accountId), ({ domain_id }) => domain_id);
  return rows.map((row) => toDomain(row, (keys.get(row.id) ?? []).map(toKey)));
}

/** Returns a domain of an account by its name in any spelling. Returns undefined if the account has no such domain. */
export async function findDomain(db: Db, accountId: number, name: string): Promise<Domain | undefined> {
  const [row] = await domainByName(db, accountId, keptName(name));
  return row && toDomain(row, await loadKeys(db, accountId, row.id));
}

/**
 * Removes a domain. Returns its normalized name, or undefined if the account has no such domain. Messages that were
 * already accepted are still signed.
 */
export async function removeDomain(db: Db, accountId: number, name: string): Promise<string | undefined> {
  return (await markDeleted(db, accountId, keptName(name)))[0]?.name;
}

/**
 * Throws if another account owns the name. Removes the domain from an account that has not verified it within a week,
 * or whose verification was lost at least a week ago. Otherwise, anyone could block a name by adding it.
 */
async function requireUnclaimed(tx: Tx, accountId: number, name: string, now: Date): Promise<void> {
  await lockName(tx, name);
  for (const claim of await claimsOfOthers(tx, accountId, name)) {
    const unprovedSince = claim.missing_since ?? claim.created_at;
    const isLapsed = claim.status !== 'verified' && now.getTime() - unprovedSince.getTime() >= UNPROVED_CLAIM_MS;
    if (!isLapsed) throw invalid({ name: [`${name} is already used by another account of this installation.`] });
    await markDeletedById(tx, claim.account_id, claim.id);
  }
}

/** Proposes a tracking host, unless another domain uses its name. */
async function proposeHost(tx: Tx, accountId: number, id: number, name: string): Promise<TrackingRow | null> {
  const host = `${PROPOSED_LABEL}.${name}`;
  await lockName(tx, host);
  const [kept] = await insertHost(tx, accountId, id, host);
  return kept ? { host, base_url: null, was_found: false } : null;
}

function alreadyAdded(name: string): Error {
  return invalid({ name: [`${name} has already been added.`] });
}

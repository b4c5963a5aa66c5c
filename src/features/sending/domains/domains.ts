import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { recordsToPublish } from './dns-records.ts';
import { keptName, parseDomainName } from './domain-name.ts';
import { keysOfAccount } from './key-queries.ts';
import { asWaiting, keepKey, loadKeys, makeKeys, wantedKinds, type DomainParts } from './keys.ts';
import { toDomain, toKey, type Domain } from './present.ts';
import { countDomains, domainByName, domainsOfAccount, insertDomain, markDeleted } from './queries.ts';

const MAX_DOMAINS = 1_000;

/**
 * Adds a sender domain with signing keys of its own, pending until its records are found. Throws validation_error for
 * what is no domain name, is the sandbox's, was added already, or is one more than an account may have (1,000).
 */
export async function addDomain(parts: DomainParts, accountId: number, given: string): Promise<Domain> {
  const name = parseDomainName(given, parts.sandboxDomain);
  if ((await domainByName(parts.db, accountId, name)).length > 0) throw alreadyAdded(name);
  const [counted] = await countDomains(parts.db, accountId);
  if ((counted?.domains ?? 0) >= MAX_DOMAINS) {
    throw invalid({ name: [`cannot be added: an account has at most ${MAX_DOMAINS} domains; remove one first.`] });
  }
  const now = new Date(parts.clock.now());
  const made = await makeKeys(wantedKinds(parts), [], now);
  const keys = made.map((key) => asWaiting(key, now));
  const records = JSON.stringify(recordsToPublish({ name, keys }, parts));
  return parts.db.transaction(async (tx) => {
    const [row] = await insertDomain(tx, accountId, name, records);
    if (!row) throw alreadyAdded(name);
    for (const key of made) await keepKey(tx, parts, { accountId, id: row.id, name }, key, now);
    return toDomain(row, keys);
  });
}

/** The domains of an account, newest first. */
export async function listDomains(db: Db, accountId: number): Promise<Domain[]> {
  const rows = await domainsOfAccount(db, accountId, MAX_DOMAINS);
  const keys = Map.groupBy(await keysOfAccount(db, accountId), ({ domain_id }) => domain_id);
  return rows.map((row) => toDomain(row, (keys.get(row.id) ?? []).map(toKey)));
}

/** A domain of an account, however its name is spelled; undefined when it has none of that name. */
export async function findDomain(db: Db, accountId: number, name: string): Promise<Domain | undefined> {
  const [row] = await domainByName(db, accountId, keptName(name));
  return row && toDomain(row, await loadKeys(db, accountId, row.id));
}

/** Removes a domain; false when the account has none of that name. Mails already accepted are still signed. */
export async function removeDomain(db: Db, accountId: number, name: string): Promise<boolean> {
  return (await markDeleted(db, accountId, keptName(name))).length > 0;
}

function alreadyAdded(name: string): Error {
  return invalid({ name: [`${name} is already added.`] });
}

import type { Vault } from '../../base/crypto.ts';
import type { Db } from '../../base/db.ts';
import { invalid } from '../../base/refusal.ts';
import { generateDkimKey } from '../../mail/dkim.ts';
import { recordsToPublish } from './dns-records.ts';
import { keptName, parseDomainName } from './domain-name.ts';
import { toDomain, type Domain } from './present.ts';
import { countDomains, domainByName, domainsOfAccount, insertDomain, markDeleted } from './queries.ts';

const SELECTOR = 'pr1';
const MAX_DOMAINS = 1_000;

export interface AddParts {
  readonly db: Db;
  readonly vault: Vault;
  /** Name of this server, which takes bounces back. */
  readonly hostname: string;
  readonly sandboxDomain: string;
}

/** Purpose under which a domain's private key is sealed. */
export function sealPurpose(accountId: number, name: string): string {
  return `domain:${accountId}:${name}:dkim`;
}

/**
 * Adds a sender domain with a signing key of its own, pending until its records are found. Throws validation_error for
 * what is no domain name, is the sandbox's, was added already, or is one more than an account may have (1,000).
 */
export async function addDomain(parts: AddParts, accountId: number, given: string): Promise<Domain> {
  const name = parseDomainName(given, parts.sandboxDomain);
  if ((await domainByName(parts.db, accountId, name)).length > 0) throw alreadyAdded(name);
  const [counted] = await countDomains(parts.db, accountId);
  if ((counted?.domains ?? 0) >= MAX_DOMAINS) {
    throw invalid({ name: [`cannot be added: an account has at most ${MAX_DOMAINS} domains; remove one first.`] });
  }
  const { privateKeyPem, publicKeyBase64 } = await generateDkimKey();
  const records = recordsToPublish({ name, selector: SELECTOR, publicKey: publicKeyBase64 }, parts.hostname);
  const sealed = parts.vault.seal(sealPurpose(accountId, name), Buffer.from(privateKeyPem));
  const text = JSON.stringify(records);
  const [row] = await insertDomain(parts.db, accountId, name, SELECTOR, publicKeyBase64, sealed, text);
  if (!row) throw alreadyAdded(name);
  return toDomain(row);
}

/** The domains of an account, newest first. */
export async function listDomains(db: Db, accountId: number): Promise<Domain[]> {
  return (await domainsOfAccount(db, accountId, MAX_DOMAINS)).map(toDomain);
}

/** A domain of an account, however its name is spelled; undefined when it has none of that name. */
export async function findDomain(db: Db, accountId: number, name: string): Promise<Domain | undefined> {
  const [row] = await domainByName(db, accountId, keptName(name));
  return row && toDomain(row);
}

/** Removes a domain; false when the account has none of that name. Mails already accepted are still signed. */
export async function removeDomain(db: Db, accountId: number, name: string): Promise<boolean> {
  return (await markDeleted(db, accountId, keptName(name))).length > 0;
}

function alreadyAdded(name: string): Error {
  return invalid({ name: [`${name} is already added.`] });
}

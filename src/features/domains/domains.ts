import type { Vault } from '../../base/crypto.ts';
import type { Db } from '../../base/db.ts';
import { invalid } from '../../base/refusal.ts';
import { domainOf, isFault, parseAddress } from '../../mail/address.ts';
import { generateDkimKey } from '../../mail/dkim.ts';
import { recordsToPublish } from './dns-records.ts';
import { toDomain, type Domain } from './present.ts';
import { domainByName, domainsOfAccount, insertDomain, markDeleted } from './queries.ts';

const SELECTOR = 'pr1';
const LISTED_DOMAINS = 1_000;
const MIN_LABELS = 2;

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
 * what is no domain name, is the sandbox's, or was added already.
 */
export async function addDomain(parts: AddParts, accountId: number, given: string): Promise<Domain> {
  const name = parseDomainName(given, parts.sandboxDomain);
  if ((await domainByName(parts.db, accountId, name)).length > 0) throw alreadyAdded(name);
  const { privateKeyPem, publicKeyBase64 } = await generateDkimKey();
  const records = recordsToPublish({ name, selector: SELECTOR, publicKey: publicKeyBase64 }, parts.hostname);
  const sealed = parts.vault.seal(sealPurpose(accountId, name), Buffer.from(privateKeyPem));
  const text = JSON.stringify(records);
  const [row] = await insertDomain(parts.db, accountId, name, SELECTOR, publicKeyBase64, sealed, text);
  if (!row) throw alreadyAdded(name);
  return toDomain(row);
}

/** The newest thousand domains of an account, newest first. */
export async function listDomains(db: Db, accountId: number): Promise<Domain[]> {
  return (await domainsOfAccount(db, accountId, LISTED_DOMAINS)).map(toDomain);
}

/** Removes a domain; false when the account has none of that name. Mails already accepted are still signed. */
export async function removeDomain(db: Db, accountId: number, name: string): Promise<boolean> {
  return (await markDeleted(db, accountId, name)).length > 0;
}

function parseDomainName(given: string, sandboxDomain: string): string {
  // The rules of an address's domain are the rules of a sender domain.
  const address = parseAddress(`postmaster@${given.trim().replace(/\.$/, '')}`);
  if (isFault(address)) throw invalid({ name: ['must be a domain name, like example.com.'] });
  const name = domainOf(address);
  if (name.split('.').length < MIN_LABELS)
    throw invalid({ name: ['must have at least two labels, like example.com.'] });
  if (name === sandboxDomain) throw invalid({ name: [`must not be the sandbox domain ${sandboxDomain}.`] });
  return name;
}

function alreadyAdded(name: string): Error {
  return invalid({ name: [`${name} is already added.`] });
}

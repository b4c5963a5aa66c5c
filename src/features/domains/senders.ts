import { createPrivateKey } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Vault } from '../../base/crypto.ts';
import type { Db } from '../../base/db.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DkimKey } from '../../mail/dkim.ts';
import { createShortCache } from './cache.ts';
import type { DnsRecord } from './dns-records.ts';
import { sealPurpose } from './domains.ts';
import { domainByName, sealedKeyOf, type DomainRow } from './queries.ts';
import { SANDBOX_SELECTOR, sandboxPrivateKey } from './sandbox.ts';

/** A verification is seen by every process within this time. */
const STATE_MS = 1_000;
/** Parsing a private key costs as much as three signatures; a rotated key is used within this time. */
const KEY_MS = 60_000;
const SHOWN_DATA_CHARACTERS = 80;

/** Who may send from what, and with which keys that is signed. */
export interface SenderDirectory {
  /** Resolves when the account may send from the domain. Throws domain_not_verified with the missing record. */
  requireSender(accountId: number, domain: string): Promise<'verified' | 'sandbox'>;
  /** Keys that sign for the domain; rejects when there are none. */
  signingKeys(accountId: number, domain: string): Promise<readonly DkimKey[]>;
}

export interface DirectoryParts {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sandboxDomain: string;
}

/** A directory that remembers what it looked up for a moment. */
export function createSenderDirectory(parts: DirectoryParts): SenderDirectory {
  const states = createShortCache<DomainRow | undefined>(parts.clock, STATE_MS);
  const keys = createShortCache<readonly DkimKey[]>(parts.clock, KEY_MS);
  return {
    async requireSender(accountId, domain) {
      if (domain === parts.sandboxDomain) return 'sandbox';
      const row = await states.get(
        `${accountId}:${domain}`,
        async () => (await domainByName(parts.db, accountId, domain))[0],
      );
      if (row?.status !== 'verified') throw notVerified(domain, row);
      return 'verified';
    },
    signingKeys: (accountId, domain) =>
      domain === parts.sandboxDomain
        ? keys.get('sandbox', () => loadSandboxKeys(parts))
        : keys.get(`${accountId}:${domain}`, () => loadKeys(parts, accountId, domain)),
  };
}

async function loadSandboxKeys({ db, vault, sandboxDomain }: DirectoryParts): Promise<readonly DkimKey[]> {
  return [toKey(sandboxDomain, SANDBOX_SELECTOR, await sandboxPrivateKey(db, vault))];
}

async function loadKeys({ db, vault }: DirectoryParts, accountId: number, domain: string): Promise<readonly DkimKey[]> {
  const [sealed] = await sealedKeyOf(db, accountId, domain);
  if (!sealed) throw new Error(`${domain} has no signing key`);
  const pem = vault.open(sealPurpose(accountId, domain), sealed.dkim_private_key).toString();
  return [toKey(domain, sealed.selector, pem)];
}

function toKey(domain: string, selector: string, pem: string): DkimKey {
  return { domain, selector, algorithm: 'rsa-sha256', privateKey: createPrivateKey(pem) };
}

function notVerified(domain: string, row: DomainRow | undefined): Refusal {
  if (!row) {
    return new Refusal('domain_not_verified', {
      message: `The domain ${domain} is not among this account's sender domains.`,
      fix: `Add it with "postrider domain add ${domain}" and publish the DNS records that it shows.`,
    });
  }
  const missing = row.records.find((record) => record.required && !record.valid);
  return new Refusal('domain_not_verified', {
    message: `The domain ${domain} is not verified${missing?.reason ? `: ${missing.reason}` : '.'}`,
    fix: `${missing ? `Publish ${describe(missing)}, then run` : 'Run'} "postrider domain verify ${domain}".`,
  });
}

function describe({ type, host, data }: DnsRecord): string {
  const shown = data.length > SHOWN_DATA_CHARACTERS ? `${data.slice(0, SHOWN_DATA_CHARACTERS)}...` : data;
  return `the ${type} record at ${host} with ${shown} (all of it: "postrider domain show")`;
}

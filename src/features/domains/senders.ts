import { createPrivateKey } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Vault } from '../../base/crypto.ts';
import type { Db } from '../../base/db.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DkimKey } from '../../mail/dkim.ts';
import { createShortCache } from './cache.ts';
import type { DnsRecord } from './dns-records.ts';
import { sealPurpose } from './domains.ts';
import { domainByName, lastVerifiedKey, sealedKeyById, type DomainRow, type SealedKeyRow } from './queries.ts';
import { SANDBOX_SELECTOR, sandboxPrivateKey } from './sandbox.ts';

/** A verification, a removal and a new key are seen by every process within this time. */
const STATE_MS = 1_000;
/** Parsing a private key costs as much as three signatures. The key of one addition of a domain never changes. */
const KEY_MS = 10 * 60_000;
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
  const { db, clock, sandboxDomain } = parts;
  const states = createShortCache<DomainRow | undefined>(clock, STATE_MS);
  const formerKeys = createShortCache<readonly DkimKey[]>(clock, STATE_MS);
  const keys = createShortCache<readonly DkimKey[]>(clock, KEY_MS);

  function stateOf(accountId: number, domain: string): Promise<DomainRow | undefined> {
    return states.get(`${accountId}:${domain}`, async () => (await domainByName(db, accountId, domain))[0]);
  }

  return {
    async requireSender(accountId, domain) {
      if (domain === sandboxDomain) return 'sandbox';
      const row = await stateOf(accountId, domain);
      if (row?.status !== 'verified') throw notVerified(domain, row);
      return 'verified';
    },
    async signingKeys(accountId, domain) {
      if (domain === sandboxDomain) return keys.get('sandbox', () => loadSandboxKeys(parts));
      const row = await stateOf(accountId, domain);
      if (row?.verified_at) {
        const { id } = row;
        return keys.get(`${accountId}:${id}`, async () =>
          open(parts, accountId, await sealedKeyById(db, accountId, id)),
        );
      }
      // Removed since the mail was accepted, and perhaps added again with a key that is not published yet.
      return formerKeys.get(`${accountId}:${domain}`, async () =>
        open(parts, accountId, await lastVerifiedKey(db, accountId, domain)),
      );
    },
  };
}

async function loadSandboxKeys({ db, vault, sandboxDomain }: DirectoryParts): Promise<readonly DkimKey[]> {
  return [toKey(sandboxDomain, SANDBOX_SELECTOR, await sandboxPrivateKey(db, vault))];
}

function open({ vault }: DirectoryParts, accountId: number, [sealed]: readonly SealedKeyRow[]): readonly DkimKey[] {
  if (!sealed) throw new Error(`Account ${accountId} has no signing key for the domain`);
  const { name, selector, dkim_private_key } = sealed;
  return [toKey(name, selector, vault.open(sealPurpose(accountId, name), dkim_private_key).toString())];
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

import { createPrivateKey } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { DkimKey } from '../../../mail/dkim-key.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { DnsRecord } from './dns-records.ts';
import { keptName } from './domain-name.ts';
import { lastVerifiedKeys, sealedKeysById, senderState, type SealedKeyRow } from './key-queries.ts';
import { sealPurpose } from './keys.ts';
import { SANDBOX_SELECTOR, sandboxPrivateKey } from './sandbox.ts';

/** Maximum delay in milliseconds until all processes notice a verification, a removal, or a new key. */
const STATE_MS = 1_000;
/**
 * Milliseconds for which parsed private keys are cached. The cache key changes when the signing keys of a domain
 * change.
 */
const KEY_MS = 10 * 60_000;
const SHOWN_DATA_CHARACTERS = 80;

type SenderState = Awaited<ReturnType<typeof senderState>>[number];

/** Checks whether accounts may send from a domain, and returns the domain's signing keys. */
export interface SenderDirectory {
  /**
   * Checks that the account may send from the domain. Resolves with `sandbox` for the sandbox domain, otherwise with
   * `verified`. Throws domain_not_verified.
   */
  requireSender(accountId: number, domain: string): Promise<'verified' | 'sandbox'>;
  /** Returns whether the account has the domain, verified or not. */
  isOwned(accountId: number, domain: string): Promise<boolean>;
  /**
   * Returns the keys that sign for the domain, RSA first. Rejects if the domain has no such keys. Keys are cached, so
   * that repeated calls usually return the same objects.
   */
  signingKeys(accountId: number, domain: string): Promise<readonly DkimKey[]>;
}

export interface DirectoryParts {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sandboxDomain: string;
}

/** Creates a directory that caches lookups. */
export function createSenderDirectory(parts: DirectoryParts): SenderDirectory {
  const { db, clock, sandboxDomain } = parts;
  const states = createShortCache<SenderState | undefined>(clock, STATE_MS);
  const formerKeys = createShortCache<readonly DkimKey[]>(clock, STATE_MS);
  const keys = createShortCache<readonly DkimKey[]>(clock, KEY_MS);

  function stateOf(accountId: number, domain: string): Promise<SenderState | undefined> {
    return states.get(`${accountId}:${domain}`, async () => (await senderState(db, accountId, domain))[0]);
  }

  return {
    async requireSender(accountId, domain) {
      if (domain === sandboxDomain) return 'sandbox';
      const row = await stateOf(accountId, domain);
      if (row?.status !== 'verified') throw notVerified(domain, row);
      return 'verified';
    },
    isOwned: async (accountId, domain) => (await stateOf(accountId, keptName(domain))) !== undefined,
    async signingKeys(accountId, domain) {
      if (domain === sandboxDomain) return keys.get('sandbox', () => loadSandboxKeys(parts));
      const row = await stateOf(accountId, domain);
      if (row?.verified_at && row.signing !== null) {
        const { id, signing } = row;
        return keys.get(`${accountId}:${id}:${signing}`, async () =>
          open(parts, accountId, await sealedKeysById(db, accountId, id)),
        );
      }
      // The domain was removed after the message was accepted. Sign with its last verified keys. If the domain was
      // added again, its new key may not be published yet.
      return formerKeys.get(`${accountId}:${domain}`, async () =>
        open(parts, accountId, await lastVerifiedKeys(db, accountId, domain)),
      );
    },
  };
}

async function loadSandboxKeys({ db, vault, sandboxDomain }: DirectoryParts): Promise<readonly DkimKey[]> {
  const privateKey = createPrivateKey(await sandboxPrivateKey(db, vault));
  return [{ domain: sandboxDomain, selector: SANDBOX_SELECTOR, algorithm: 'rsa-sha256', privateKey }];
}

function open({ vault }: DirectoryParts, accountId: number, rows: readonly SealedKeyRow[]): readonly DkimKey[] {
  // Messages are never signed only with Ed25519, because not every receiver supports it.
  if (rows[0]?.algorithm !== 'rsa') throw new Error(`Account ${accountId} has no signing key for the domain`);
  return rows.map(({ name, selector, algorithm, private_key }) => ({
    domain: name,
    selector,
    algorithm: `${algorithm}-sha256`,
    privateKey: createPrivateKey(vault.open(sealPurpose(accountId, name), private_key).toString()),
  }));
}

function notVerified(domain: string, row: SenderState | undefined): Refusal {
  if (!row) {
    return new Refusal('domain_not_verified', {
      message: `The domain ${domain} is not a sender domain of this account.`,
      fix:
        `Add the domain in the dashboard under Domains, with \`POST /domains\`, or with \`postrider domain add ${domain}\`. ` +
        'Then publish the DNS records of the domain.',
    });
  }
  const missing = row.records.find((record) => record.required && !record.valid);
  return new Refusal('domain_not_verified', {
    message: `The domain ${domain} is not verified${missing?.reason ? `: ${missing.reason}` : '.'}`,
    fix:
      `${missing ? `Publish ${describe(missing)}, then verify` : 'Verify'} the domain in the dashboard under Domains, ` +
      `or run \`postrider domain verify ${domain}\`.`,
  });
}

function describe({ type, host, data }: DnsRecord): string {
  const shown = data.length > SHOWN_DATA_CHARACTERS ? `${data.slice(0, SHOWN_DATA_CHARACTERS)}...` : data;
  return `the ${type} record at ${host} with ${shown} (full value: the dashboard, under Domains)`;
}

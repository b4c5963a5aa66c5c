import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { generateDkimKey, type DkimKeyPair, type KeyAlgorithm } from '../../../mail/dkim-key.ts';
import type { PublishingServer } from './dns-records.ts';
import { deleteRetiredKey, insertKey, keysOfDomain } from './key-queries.ts';
import { freeSelector } from './key-rotation.ts';
import { toKey, type DomainKey } from './present.ts';

export interface DomainParts extends PublishingServer {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Domain of the sandbox sender, which no account owns. */
  readonly sandboxDomain: string;
  /** Whether messages get a second signature, with Ed25519 (RFC 8463). Default: false. */
  readonly ed25519?: boolean;
}

/** A new key before it is stored. */
export interface NewKey {
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly pair: DkimKeyPair;
}

/** Returns the purpose (encryption context) for a domain's private keys. */
export function sealPurpose(accountId: number, name: string): string {
  return `domain:${accountId}:${name}:dkim`;
}

/** Returns the kinds of keys that a domain should have, starting with the required kind. */
export function wantedKinds({ ed25519 }: Pick<DomainParts, 'ed25519'>): readonly KeyAlgorithm[] {
  return ed25519 ? ['rsa', 'ed25519'] : ['rsa'];
}

export async function loadKeys(db: Db, accountId: number, domainId: number): Promise<DomainKey[]> {
  return (await keysOfDomain(db, accountId, domainId)).map(toKey);
}

/** Creates a key of each kind that has a free selector. Does not store the keys. */
export async function makeKeys(
  kinds: readonly KeyAlgorithm[],
  keys: readonly DomainKey[],
  now: Date,
): Promise<NewKey[]> {
  const made = kinds.map(async (algorithm) => {
    const selector = freeSelector(keys, algorithm, now);
    return selector && { selector, algorithm, pair: await generateDkimKey(algorithm) };
  });
  return (await Promise.all(made)).filter((key) => typeof key === 'object');
}

/** Returns a new key in the state `waiting`: its DNS record has not been found yet. */
export function asWaiting({ selector, algorithm, pair }: NewKey, now: Date): DomainKey {
  return {
    selector,
    algorithm,
    publicKey: pair.publicKeyBase64,
    state: 'waiting',
    createdAt: now,
    publishedAt: undefined,
    activeFrom: undefined,
    retiredAt: undefined,
  };
}

/**
 * Encrypts and stores a key, replacing a retired key with the same selector. Returns false if the domain already has a
 * waiting key of the same kind.
 */
export async function keepKey(
  tx: Tx,
  { vault }: Pick<DomainParts, 'vault'>,
  domain: { readonly accountId: number; readonly id: number; readonly name: string },
  key: NewKey,
  now: Date,
): Promise<boolean> {
  const { accountId, id, name } = domain;
  const { selector, algorithm, pair } = key;
  await deleteRetiredKey(tx, accountId, id, selector);
  const sealed = vault.seal(sealPurpose(accountId, name), Buffer.from(pair.privateKeyPem));
  const rows = await insertKey(tx, accountId, id, selector, algorithm, pair.publicKeyBase64, sealed, now);
  return rows.length > 0;
}

import { createHmac } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { contactAddressOf, type ContactAddress } from '../contact-notes/index.ts';
import { erasedKeys } from './erased-keys.ts';
import { anyErased, erasedHashes, deleteErased, keepErased, suppressedHashes } from './erased-queries.ts';

/** Error for the address of an erased person, worded to follow the field name. */
export const ERASED_FAULT =
  'belongs to a person whose data was erased. The address can be added again only if the person signs up again.';

/** Duration, in milliseconds, for which a process caches whether an account has erased any suppressed person. */
const REMEMBERED_MS = 1_000;

/** Registry of erased people, whose addresses are stored only as hashes that require the installation's secret. */
export interface ErasedPeople {
  /** Returns those of the given addresses that belong to erased people. */
  among(db: Db, accountId: number, addresses: readonly ContactAddress[]): Promise<ReadonlySet<ContactAddress>>;
  /** Allows an address again because the person signed up again. Returns true if the address had been erased. */
  welcomeBack(tx: Tx, accountId: number, address: ContactAddress): Promise<boolean>;
  /** Stores only the hash of an address. The address stays suppressed if it was suppressed. */
  keep(tx: Tx, accountId: number, address: ContactAddress): Promise<void>;
  /** Returns true if the address was on the suppression list when the person was erased. */
  isSuppressed(db: Db, accountId: number, address: ContactAddress): Promise<boolean>;
  /** Returns the recipients of an email whose addresses were on the suppression list when the people were erased. */
  suppressedAmong(accountId: number, recipients: readonly string[]): Promise<readonly string[]>;
}

/**
 * Creates the registry of erased people. Hashes depend on a key from the vault and on the account ID, so an address has
 * a different hash in each account and installation.
 */
export function createErasedPeople(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'deriveAll' | 'open' | 'seal'>;
}): ErasedPeople {
  const known = createShortCache<boolean>(parts.clock, REMEMBERED_MS);
  let keys: Promise<readonly Buffer[]> | undefined;
  // Read the keys only once. They are derived from the secrets of this process or were stored before it started, so
  // they do not change.
  const keysOf = async (db: Db): Promise<readonly Buffer[]> => {
    keys ??= erasedKeys(db, parts.vault);
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw error;
    }
  };
  const hashesOf = async (db: Db, accountId: number, address: ContactAddress): Promise<Buffer[]> =>
    (await keysOf(db)).map((key) => createHmac('sha256', key).update(`${accountId}\n${address}`).digest());
  const byHash = async (db: Db, accountId: number, addresses: readonly ContactAddress[]) => {
    const hashed = new Map<string, ContactAddress>();
    for (const address of addresses) {
      for (const hash of await hashesOf(db, accountId, address)) hashed.set(hash.toString('hex'), address);
    }
    return hashed;
  };

  return {
    async among(db, accountId, addresses) {
      if (addresses.length === 0 || !(await anyErased(db, accountId))[0]?.is_any) return new Set();
      const hashed = await byHash(db, accountId, addresses);
      const found = await erasedHashes(db, accountId, [...hashed.keys()].map(ofHex));
      return new Set(found.flatMap(({ hash }) => hashed.get(hash.toString('hex')) ?? []));
    },
    welcomeBack: async (tx, accountId, address) =>
      (await deleteErased(tx, accountId, await hashesOf(tx, accountId, address))).length > 0,
    async keep(tx, accountId, address) {
      const [hash] = await hashesOf(tx, accountId, address);
      if (hash) await keepErased(tx, accountId, hash, address);
    },
    isSuppressed: async (db, accountId, address) =>
      (await suppressedHashes(db, accountId, await hashesOf(db, accountId, address))).length > 0,
    async suppressedAmong(accountId, recipients) {
      const { db } = parts;
      const isAny = await known.get(
        String(accountId),
        async () => (await anyErased(db, accountId))[0]?.is_any_suppressed ?? false,
      );
      if (!isAny) return [];
      const given = recipients.flatMap((recipient) => {
        const address = contactAddressOf(recipient);
        return typeof address === 'object' ? [] : [[address, recipient] as const];
      });
      const addresses = given.map(([address]) => address);
      const hashed = await byHash(db, accountId, addresses);
      const found = await suppressedHashes(db, accountId, [...hashed.keys()].map(ofHex));
      const suppressed = new Set(found.flatMap(({ hash }) => hashed.get(hash.toString('hex')) ?? []));
      return given.filter(([address]) => suppressed.has(address)).map(([, recipient]) => recipient);
    },
  };
}

function ofHex(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

import { createHmac } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { contactAddressOf, type ContactAddress } from '../contact-notes/index.ts';
import { anyErased, erasedHashes, forgetErased, keepErased, suppressedHashes } from './erased-queries.ts';

/** The end of a sentence that begins with a field: why an address is not taken. */
export const ERASED_FAULT =
  'is of a person whose data was erased here; only when they subscribe anew themselves can it be added again.';

/** For so long a process does not look whether an account has erased anybody who was suppressed. */
const REMEMBERED_MS = 1_000;

/** Who was erased, known by hashes that nobody without the installation's secret can make. */
export interface ErasedPeople {
  /** Those of the addresses that are not to be taken in by an import or a batch. */
  among(db: Db, accountId: number, addresses: readonly ContactAddress[]): Promise<ReadonlySet<ContactAddress>>;
  /** The person subscribes anew, in their own words: the address may be taken from then on. True when it was erased. */
  welcomeBack(tx: Tx, accountId: number, address: ContactAddress): Promise<boolean>;
  /** From then on the address is known by its hash alone, and what kept mail from it stays. */
  keep(tx: Tx, accountId: number, address: ContactAddress): Promise<void>;
  /** Whether the address was on the suppression list when the person was erased. */
  isSuppressed(db: Db, accountId: number, address: ContactAddress): Promise<boolean>;
  /** Those of the recipients of a mail whose addresses were on the suppression list when they were erased. */
  suppressedAmong(accountId: number, recipients: readonly string[]): Promise<readonly string[]>;
}

/** Hashes under a key of the vault: of another account, or installation, the same address has another one. */
export function createErasedPeople(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'derive'>;
}): ErasedPeople {
  const key = parts.vault.derive('erased addresses');
  const known = createShortCache<boolean>(parts.clock, REMEMBERED_MS);
  const hashOf = (accountId: number, address: ContactAddress) =>
    createHmac('sha256', key).update(`${accountId}\n${address}`).digest();
  const byHash = (accountId: number, addresses: readonly ContactAddress[]) =>
    new Map(addresses.map((address) => [hashOf(accountId, address).toString('hex'), address]));

  return {
    async among(db, accountId, addresses) {
      if (addresses.length === 0 || !(await anyErased(db, accountId))[0]?.is_any) return new Set();
      const hashed = byHash(accountId, addresses);
      const found = await erasedHashes(db, accountId, [...hashed.keys()].map(ofHex));
      return new Set(found.flatMap(({ hash }) => hashed.get(hash.toString('hex')) ?? []));
    },
    welcomeBack: async (tx, accountId, address) =>
      (await forgetErased(tx, accountId, hashOf(accountId, address))).length > 0,
    async keep(tx, accountId, address) {
      await keepErased(tx, accountId, hashOf(accountId, address), address);
    },
    isSuppressed: async (db, accountId, address) =>
      (await suppressedHashes(db, accountId, [hashOf(accountId, address)])).length > 0,
    async suppressedAmong(accountId, recipients) {
      const isAny = await known.get(
        String(accountId),
        async () => (await anyErased(parts.db, accountId))[0]?.is_any_suppressed ?? false,
      );
      if (!isAny) return [];
      const given = recipients.flatMap((recipient) => {
        const address = contactAddressOf(recipient);
        return typeof address === 'object' ? [] : [[address, recipient] as const];
      });
      const hashed = byHash(
        accountId,
        given.map(([address]) => address),
      );
      const found = await suppressedHashes(parts.db, accountId, [...hashed.keys()].map(ofHex));
      const suppressed = new Set(found.flatMap(({ hash }) => hashed.get(hash.toString('hex')) ?? []));
      return given.filter(([address]) => suppressed.has(address)).map(([, recipient]) => recipient);
    },
  };
}

function ofHex(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { isFault, parseAddress, type EmailAddress } from '../../../mail/address.ts';
import { presentSuppression, type Suppression } from './present.ts';
import { deleteSuppression, insertSuppressions, suppressionsOf } from './queries.ts';

/** Addresses to add to the list, already checked by `parseSuppressible`, and the reason. */
export interface NewSuppressions {
  readonly addresses: readonly EmailAddress[];
  readonly detail: string | undefined;
  /** Reason for the suppression. Default: `manual`, for addresses that a user added. */
  readonly reason?: Suppression['reason'];
}

/**
 * Adds addresses to an account's list. Resolves with the entries of these addresses, sorted by address. Does not change
 * existing entries.
 */
export async function addSuppressions(
  db: Db,
  accountId: number,
  { addresses, detail, reason = 'manual' }: NewSuppressions,
): Promise<Suppression[]> {
  await insertSuppressions(
    db,
    accountId,
    [...addresses],
    addresses.map(() => reason),
    addresses.map(() => detail ?? null),
    addresses.map(() => null),
  );
  const rows = await suppressionsOf(db, accountId, addresses);
  return rows.map(presentSuppression).toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

/**
 * Returns the entry for an address. If a domain is given, returns the entry only if a message from that domain caused
 * it. Throws not_found if there is no such entry.
 */
export async function requireSuppression(
  db: Db,
  accountId: number,
  address: string,
  domain?: string,
): Promise<Suppression> {
  const [row] = await suppressionsOf(db, accountId, [canonical(address)]);
  if (!row || (domain !== undefined && row.domain !== domain)) throw notListed(address);
  return presentSuppression(row);
}

/**
 * Removes an entry from the list. If a domain is given, removes the entry only if a message from that domain caused it.
 * Resolves with the removed entry. Throws not_found if there is no such entry.
 */
export async function removeSuppression(
  db: Db,
  accountId: number,
  address: string,
  domain?: string,
): Promise<Suppression> {
  const [row] = await deleteSuppression(db, accountId, canonical(address), domain ?? null);
  if (!row) throw notListed(address);
  return presentSuppression(row);
}

/** Returns the normalized address, or '' if the string is not an address. No suppression list contains ''. */
function canonical(address: string): string {
  const parsed = parseAddress(address);
  return isFault(parsed) ? '' : parsed;
}

function notListed(address: string): Refusal {
  return new Refusal('not_found', { message: `${address} is not on the suppression list.` });
}

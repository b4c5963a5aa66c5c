import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { isFault, parseAddress, type EmailAddress } from '../../../mail/address.ts';
import { presentSuppression, type Suppression } from './present.ts';
import { deleteSuppression, insertSuppressions, suppressionsOf } from './queries.ts';

/** Addresses that somebody wants on the list (`parseSuppressible`), and why. */
export interface NewSuppressions {
  readonly addresses: readonly EmailAddress[];
  readonly detail: string | undefined;
  /** Absent: that somebody put them there. */
  readonly reason?: Suppression['reason'];
}

/** Puts addresses on an account's list; resolves with their entries by address. One that is there already stays as it is. */
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

/** The entry of an address; with a domain only one that this domain's mail caused. Throws not_found. */
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

/** Takes an address off the list, as `requireSuppression` finds it; resolves with the entry that it had. Throws not_found. */
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

/** The address as it would have been stored; a text that is no address is on no list. */
function canonical(address: string): string {
  const parsed = parseAddress(address);
  return isFault(parsed) ? '' : parsed;
}

function notListed(address: string): Refusal {
  return new Refusal('not_found', { message: `${address} is not on the suppression list.` });
}

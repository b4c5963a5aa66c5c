import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { findSurface, setSurface, surfacesOf } from './queries.ts';
import { VENDOR_NAMES, VENDORS, type Vendor } from './types.ts';

/** A switch is seen by every process within this time. */
const KNOWN_MS = 1_000;

/** Throws feature_not_available where clients of the vendor may not speak to the caller's account. */
export type RequireSurface = (principal: Principal, vendor: Vendor) => Promise<void>;

/** Vendors' surfaces are on for the operator's own account, and off for others, until somebody says otherwise. */
export function createSurfaces({ clock, db }: { readonly clock: Clock; readonly db: Db }): RequireSurface {
  const known = createShortCache<boolean | undefined>(clock, KNOWN_MS);
  return async ({ account, accountId }, vendor) => {
    const set = await known.get(
      `${vendor} ${accountId}`,
      async () => (await findSurface(db, accountId, vendor))[0]?.is_on,
    );
    if (set ?? account.isOperator) return;
    throw new Refusal('feature_not_available', {
      message: `The ${vendor} API is switched off for this account.`,
      fix:
        'An admin of the account switches it on in the dashboard, under Connect your app; on the command line it is ' +
        `postrider account surface ${account.email} ${vendor} on.`,
    });
  };
}

/** Switches a vendor's surface of an account on or off; every process knows within a second. */
export async function switchSurface(db: Db, accountId: number, vendor: Vendor, isOn: boolean): Promise<void> {
  await setSurface(db, accountId, vendor, isOn);
}

/** A vendor's surface as the API shows it. */
interface ShownSurface {
  readonly vendor: Vendor;
  readonly name: string;
  readonly is_on: boolean;
}

/** All surfaces of the caller's account. */
export async function readSurfaces(db: Db, { account, accountId }: Principal): Promise<ShownSurface[]> {
  const set = new Map((await surfacesOf(db, accountId)).map((row) => [row.vendor, row.is_on]));
  return VENDORS.map((vendor) => ({
    vendor,
    name: VENDOR_NAMES[vendor],
    is_on: set.get(vendor) ?? account.isOperator,
  }));
}

/** Switches a surface of the caller's account, and notes that where it was otherwise; every process knows within a second. */
export async function changeSurface(
  db: Database,
  principal: Principal,
  vendor: Vendor,
  isOn: boolean,
): Promise<ShownSurface> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, principal.accountId);
    const before = (await readSurfaces(tx, principal)).find((surface) => surface.vendor === vendor)?.is_on;
    if (before !== isOn) {
      await setSurface(tx, principal.accountId, vendor, isOn);
      await recordAct(tx, principal, {
        action: 'surface.change',
        subject: VENDOR_NAMES[vendor],
        before: { is_on: before },
        after: { is_on: isOn },
      });
    }
    return { vendor, name: VENDOR_NAMES[vendor], is_on: isOn };
  });
}

import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import { findSurface, setSurface } from './queries.ts';
import type { Vendor } from './types.ts';

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
      fix: `Ask the operator to switch it on: postrider account surface ${account.email} ${vendor} on.`,
    });
  };
}

/** Switches a vendor's surface of an account on or off; every process knows within a second. */
export async function switchSurface(db: Db, accountId: number, vendor: Vendor, isOn: boolean): Promise<void> {
  await setSurface(db, accountId, vendor, isOn);
}

import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { findSurface, setSurface, surfacesOf, type SurfaceRow } from './queries.ts';
import { VENDOR_NAMES, VENDORS, type Vendor } from './types.ts';

/** A switch is seen by every process within this time. */
const KNOWN_MS = 1_000;

/** Throws feature_not_available where clients of the vendor may not speak to the caller's account. */
export type RequireSurface = (principal: Principal, vendor: Vendor) => Promise<void>;

/** Vendors' surfaces are on for the operator's own account, and off for others, until somebody says otherwise. */
export function createSurfaces({ clock, db }: { readonly clock: Clock; readonly db: Db }): RequireSurface {
  const known = createShortCache<SurfaceRow | undefined>(clock, KNOWN_MS);
  return async ({ account, accountId }, vendor) => {
    const set = await known.get(`${vendor} ${accountId}`, async () => (await findSurface(db, accountId, vendor))[0]);
    if (set?.is_on ?? account.isOperator) return;
    if (isLocked(set, account)) throw lockedOff(vendor, account.email);
    throw new Refusal('feature_not_available', {
      message: `The ${VENDOR_NAMES[vendor]} API is turned off for this account.`,
      fix:
        'Ask an account admin to turn on the API in the dashboard under Connect your app. On the server, you can run ' +
        `\`postrider account surface ${account.email} ${vendor} on\`.`,
    });
  };
}

/** Whether the operator switched it off; in the operator's own account that is nobody else's word. */
function isLocked(set: SurfaceRow | undefined, account: Principal['account']): boolean {
  return set !== undefined && !set.is_on && set.by_operator && !account.isOperator;
}

function lockedOff(vendor: Vendor, email: string): Refusal {
  return new Refusal('feature_not_available', {
    message: `The operator of this installation turned off the ${VENDOR_NAMES[vendor]} API for this account.`,
    fix: `Ask the operator to turn on the API with \`postrider account surface ${email} ${vendor} on\`.`,
  });
}

/**
 * Switches a vendor's surface of an account on or off, as its operator: what is off then, its admins do not switch on. Every process
 * knows within a second.
 */
export async function switchSurface(db: Db, accountId: number, vendor: Vendor, isOn: boolean): Promise<void> {
  await setSurface(db, accountId, vendor, isOn, true);
}

/** A vendor's surface as the API shows it. */
interface ShownSurface {
  readonly vendor: Vendor;
  readonly name: string;
  readonly is_on: boolean;
  /** Whether the operator switched it off, so that nobody of the account switches it on. */
  readonly is_locked: boolean;
}

/** All surfaces of the caller's account. */
export async function readSurfaces(db: Db, { account, accountId }: Principal): Promise<ShownSurface[]> {
  const set = new Map((await surfacesOf(db, accountId)).map((row) => [row.vendor, row]));
  return VENDORS.map((vendor) => ({
    vendor,
    name: VENDOR_NAMES[vendor],
    is_on: set.get(vendor)?.is_on ?? account.isOperator,
    is_locked: isLocked(set.get(vendor), account),
  }));
}

/**
 * Switches a surface of the caller's account, and notes that where it was otherwise; every process knows within a second. Throws
 * feature_not_available where the operator switched it off.
 */
export async function changeSurface(
  db: Database,
  principal: Principal,
  vendor: Vendor,
  isOn: boolean,
): Promise<ShownSurface> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, principal.accountId);
    const surface = (await readSurfaces(tx, principal)).find((each) => each.vendor === vendor);
    if (isOn && surface?.is_locked === true) throw lockedOff(vendor, principal.account.email);
    const before = surface?.is_on;
    if (before !== isOn) {
      await setSurface(tx, principal.accountId, vendor, isOn, false);
      await recordAct(tx, principal, {
        action: 'surface.change',
        subject: VENDOR_NAMES[vendor],
        before: { is_on: before },
        after: { is_on: isOn },
      });
    }
    return { vendor, name: VENDOR_NAMES[vendor], is_on: isOn, is_locked: surface?.is_locked ?? false };
  });
}

import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { findAdapter, setAdapter, adaptersOf, type AdapterRow } from './queries.ts';
import { VENDOR_NAMES, VENDORS, type Vendor } from './types.ts';

/** Maximum time, in milliseconds, until a changed setting takes effect in all processes. */
const KNOWN_MS = 1_000;

/** Throws feature_not_available if clients of the vendor may not access the caller's account. */
export type RequireAdapter = (principal: Principal, vendor: Vendor) => Promise<void>;

/**
 * Creates a function that checks whether an account may use a vendor adapter. By default, adapters are enabled for
 * the operator's account and disabled for all others.
 */
export function createAdapters({ clock, db }: { readonly clock: Clock; readonly db: Db }): RequireAdapter {
  const known = createShortCache<AdapterRow | undefined>(clock, KNOWN_MS);
  return async ({ account, accountId }, vendor) => {
    const set = await known.get(`${vendor} ${accountId}`, async () => (await findAdapter(db, accountId, vendor))[0]);
    if (set?.is_on ?? account.isOperator) return;
    if (isLocked(set, account)) throw lockedOff(vendor, account.email);
    throw new Refusal('feature_not_available', {
      message: `The ${VENDOR_NAMES[vendor]} API is turned off for this account.`,
      fix:
        'Ask an account admin to turn on the API in the dashboard under Connect your app. ' +
        `On the server, you can run \`postrider account adapter ${account.email} ${vendor} on\`.`,
    });
  };
}

/**
 * Returns whether the operator disabled the adapter. If so, admins cannot enable it. Always false for the operator's
 * own account.
 */
function isLocked(set: AdapterRow | undefined, account: Principal['account']): boolean {
  return set !== undefined && !set.is_on && set.by_operator && !account.isOperator;
}

function lockedOff(vendor: Vendor, email: string): Refusal {
  return new Refusal('feature_not_available', {
    message: `The operator of this installation turned off the ${VENDOR_NAMES[vendor]} API for this account.`,
    fix: `Ask the operator to turn on the API with \`postrider account adapter ${email} ${vendor} on\`.`,
  });
}

/**
 * Enables or disables a vendor adapter for an account on behalf of the operator. If the adapter is disabled, the
 * account's admins cannot enable it. The change takes effect in all processes within one second.
 */
export async function switchAdapter(db: Db, accountId: number, vendor: Vendor, isOn: boolean): Promise<void> {
  await setAdapter(db, accountId, vendor, isOn, true);
}

/** A vendor adapter in API responses. */
interface PresentedAdapter {
  readonly vendor: Vendor;
  readonly name: string;
  readonly is_on: boolean;
  /** Whether the operator disabled the adapter. If true, users of the account cannot enable the adapter. */
  readonly is_locked: boolean;
}

/** Returns all adapters of the caller's account. */
export async function readAdapters(db: Db, { account, accountId }: Principal): Promise<PresentedAdapter[]> {
  const set = new Map((await adaptersOf(db, accountId)).map((row) => [row.vendor, row]));
  return VENDORS.map((vendor) => ({
    vendor,
    name: VENDOR_NAMES[vendor],
    is_on: set.get(vendor)?.is_on ?? account.isOperator,
    is_locked: isLocked(set.get(vendor), account),
  }));
}

/**
 * Enables or disables an adapter for the caller's account and records the change in the audit log. The change takes
 * effect in all processes within one second. Throws feature_not_available if the operator disabled the adapter.
 */
export async function changeAdapter(
  db: Database,
  principal: Principal,
  vendor: Vendor,
  isOn: boolean,
): Promise<PresentedAdapter> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, principal.accountId);
    const adapter = (await readAdapters(tx, principal)).find((each) => each.vendor === vendor);
    if (isOn && adapter?.is_locked === true) throw lockedOff(vendor, principal.account.email);
    const before = adapter?.is_on;
    if (before !== isOn) {
      await setAdapter(tx, principal.accountId, vendor, isOn, false);
      await recordAct(tx, principal, {
        action: 'adapter.change',
        subject: VENDOR_NAMES[vendor],
        before: { is_on: before },
        after: { is_on: isOn },
      });
    }
    return { vendor, name: VENDOR_NAMES[vendor], is_on: isOn, is_locked: adapter?.is_locked ?? false };
  });
}

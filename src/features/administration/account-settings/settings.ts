import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  lockAccount,
  readAccount,
  recordAct,
  setSettings,
  accountStatusOf,
  type Account,
} from '../../tenants/accounts/index.ts';
import { readUsage, runsOutOn, setOverage, setReportSuppressed } from '../../tenants/usage/index.ts';
import { switchesOf, updateDoubleOptIn, updateKeepsConsentIp } from './queries.ts';
import type { SettingsChange } from './schema.ts';

type Usage = Awaited<ReturnType<typeof readUsage>>;

/** Returns an account's settings and usage in the format of the API. */
export async function readSettings(db: Db, accountId: number, nowMs: number) {
  const account = await readAccount(db, accountId);
  if (!account) throw new Error(`Account ${accountId} does not exist`);
  const usage = await readUsage(db, accountId);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    timezone: account.timezone,
    is_operator: account.isOperator,
    status: accountStatusOf(account),
    created_at: account.createdAt.toISOString(),
    ...(await readSwitches(db, accountId)),
    usage,
    runs_out_on: predict(usage, nowMs),
  };
}

/**
 * Returns the day (UTC) on which the monthly quota runs out at the current rate, or null if it lasts until the end of
 * the month.
 */
export function predict(usage: Usage, nowMs: number): string | null {
  const { limit, resets_at: resetsAt, starts_at: startsAt, used } = usage.month;
  const startsAtMs = Date.parse(startsAt);
  // The list has no entry for a month without emails.
  const before = monthBefore(startsAt);
  const usedMonthBefore = usage.months.find(({ month }) => month === before)?.used ?? 0;
  return runsOutOn({ limit, used, startsAtMs, resetsAtMs: Date.parse(resetsAt), usedMonthBefore }, nowMs) ?? null;
}

/** Returns the month before the month that starts at the given time, such as `2026-10` for a start in November 2026. */
function monthBefore(startsAt: string): string {
  const start = new Date(startsAt);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/**
 * Changes the caller's account, with an entry in the audit log. Returns the new settings. Throws validation_error if
 * the plan does not allow overage.
 */
export async function changeSettings(
  parts: { readonly db: Database; readonly clock: Clock },
  principal: Principal,
  change: SettingsChange,
) {
  const { accountId } = principal;
  return parts.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Error(`Account ${accountId} does not exist`);
    const before = await recorded(tx, account);
    await apply(tx, account, change);
    const after = await readSettings(tx, accountId, parts.clock.now());
    const changed = await recorded(tx, account, after.name, after.timezone);
    if (JSON.stringify(changed) !== JSON.stringify(before)) {
      await recordAct(tx, principal, { action: 'account.change', before, after: changed });
    }
    return after;
  });
}

async function apply(tx: Tx, account: Account, change: SettingsChange): Promise<void> {
  if (change.name !== undefined || change.timezone !== undefined) {
    const kept = account.name === account.email ? '' : account.name;
    await setSettings(tx, account.id, { name: change.name ?? kept, timezone: change.timezone ?? account.timezone });
  }
  await applySwitches(tx, account.id, change);
  if (change.overageEnabled === undefined && change.overageCapCents === undefined) return;
  const { overage, plan } = await readUsage(tx, account.id);
  if (change.overageEnabled && !overage.available) {
    throw invalid({ overage_enabled: [`is not available on the plan ${plan}.`] });
  }
  const enabled = change.overageEnabled ?? overage.enabled;
  await setOverage(tx, account.id, { enabled, capCents: change.overageCapCents });
}

async function applySwitches(
  tx: Tx,
  accountId: number,
  { doubleOptIn, keepsConsentIp, reportSuppressed }: SettingsChange,
): Promise<void> {
  if (doubleOptIn !== undefined) await updateDoubleOptIn(tx, accountId, doubleOptIn);
  if (keepsConsentIp !== undefined) await updateKeepsConsentIp(tx, accountId, keepsConsentIp);
  if (reportSuppressed !== undefined) await setReportSuppressed(tx, accountId, reportSuppressed);
}

/** Returns the account's settings as recorded in the audit log. */
async function recorded(tx: Tx, account: Account, name = account.name, timezone = account.timezone) {
  const { overage } = await readUsage(tx, account.id);
  return {
    name,
    timezone,
    overage_enabled: overage.enabled,
    overage_cap_usd: overage.cap_usd,
    ...(await readSwitches(tx, account.id)),
  };
}

async function readSwitches(db: Db, accountId: number) {
  const [row] = await switchesOf(db, accountId);
  return {
    report_suppressed: row?.report_suppressed ?? false,
    keeps_consent_ip: row?.keeps_consent_ip ?? false,
    double_opt_in: row?.double_opt_in ?? true,
  };
}

import type { Db } from '../../../base/db.ts';
import { inFigures, timeLeft, type Hold } from './held.ts';
import type { SafeguardLimits } from './limits.ts';
import { MAIL_CLASSES } from '../../../mail/mail-class.ts';
import { chargedSince, chargesSince } from './queries.ts';
import { chargedInMonth, recordChargesSince } from './record-queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AUTOMATION = MAIL_CLASSES.indexOf('automation');

const WINDOWS = [
  { safeguard: 'daily_throttle', name: 'daily_mails', within: '24 hours', ms: DAY_MS },
  { safeguard: 'hourly_throttle', name: 'hourly_mails', within: 'an hour', ms: HOUR_MS },
] as const;

/** A number of charged messages, and the time at which they were charged. */
export interface Charge {
  readonly at: Date;
  readonly mails: number;
}

/** Messages that were charged for the campaigns and automations of an account. */
export interface Used {
  /** Number of messages charged in the current calendar month (UTC). */
  readonly month: number;
  /** Charges within the past 24 hours, oldest first. */
  readonly day: readonly Charge[];
}

type Limits = Pick<SafeguardLimits, 'monthly_mails' | 'daily_mails' | 'hourly_mails'>;

/** Returns whether the account has a message limit. Without a limit, usage does not have to be counted. */
export function isLimited({ daily_mails: daily, hourly_mails: hourly, monthly_mails: monthly }: Limits): boolean {
  return monthly !== null || daily !== null || hourly !== null;
}

/** Returns the messages that were charged for an account's campaigns and automations, except for the given campaign. */
export async function readUsed(db: Db, accountId: number, exceptId: number, nowMs: number): Promise<Used> {
  const [month, since] = [startOfMonth(nowMs), new Date(nowMs - DAY_MS)];
  const [campaigns] = await chargedSince(db, accountId, exceptId, month);
  const [automations] = await chargedInMonth(db, accountId, AUTOMATION, month);
  const day = [
    ...(await chargesSince(db, accountId, exceptId, since)),
    ...(await recordChargesSince(db, accountId, AUTOMATION, since)),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return { month: (campaigns?.mails ?? 0) + (automations?.mails ?? 0), day };
}

/** Returns the number of messages that the limits still allow, or Infinity if there are no limits. Pure. */
export function leftOf(limits: Limits, { day, month }: Used, nowMs: number): number {
  const lefts = [
    ...(limits.monthly_mails === null ? [] : [limits.monthly_mails - month]),
    ...WINDOWS.map(({ ms, name }) => (limits[name] ?? Infinity) - usedWithin(day, ms, nowMs)),
  ];
  return Math.max(0, Math.min(...lefts));
}

/**
 * Returns the reason why the limits do not allow this many more messages, or undefined if the limits allow them. Pure.
 */
export function holdOfMails(limits: Limits, used: Used, mails: number, nowMs: number): Hold | undefined {
  return holdOfMonth(limits.monthly_mails, used.month, mails, nowMs) ?? holdOfWindows(limits, used, mails, nowMs);
}

function holdOfMonth(limit: number | null, used: number, mails: number, nowMs: number): Hold | undefined {
  if (limit === null || used + mails <= limit) return undefined;
  const liftsAt = mails <= limit ? startOfNextMonth(nowMs) : undefined;
  const left = Math.max(0, limit - used);
  return {
    safeguard: 'monthly_quota',
    message: `The campaign would be sent to ${inFigures(mails)} contacts, but only ${inFigures(left)} of the plan’s ${inFigures(limit)} campaign emails are left this month.`,
    fix: liftsAt
      ? 'Send the campaign to fewer contacts, wait until next month, or ask the operator for another plan.'
      : 'Send the campaign to fewer contacts, or ask the operator for another plan.',
    limits: { monthly_mails: limit, used, left, mails },
    liftsAt,
  };
}

function holdOfWindows(limits: Limits, { day }: Used, mails: number, nowMs: number): Hold | undefined {
  for (const { safeguard, ms, name, within } of WINDOWS) {
    const limit = limits[name];
    const charges = day.filter(({ at }) => at.getTime() > nowMs - ms);
    const used = usedWithin(day, ms, nowMs);
    if (limit === null || used + mails <= limit) continue;
    const liftsAt = freeAt(charges, used + mails - limit, ms, mails <= limit);
    const waits = liftsAt ? ` The campaign can be sent in ${timeLeft(liftsAt, nowMs)}.` : '';
    return {
      safeguard,
      message: `The campaign would be sent to ${inFigures(mails)} contacts. The account can send ${inFigures(limit)} campaign emails within ${within} and has already used ${inFigures(used)}.${waits}`,
      fix: liftsAt
        ? 'Schedule the campaign for later, or send it to fewer contacts.'
        : 'Split the audience, or ask the operator for a higher limit.',
      limits: { [name]: limit, used, left: Math.max(0, limit - used), mails },
      liftsAt,
    };
  }
  return undefined;
}

/**
 * Returns the time when enough earlier messages have left the window, or undefined if the limit never allows this many
 * messages.
 */
function freeAt(charges: readonly Charge[], wanted: number, windowMs: number, fits: boolean): Date | undefined {
  if (!fits) return undefined;
  let freed = 0;
  for (const { at, mails } of charges) {
    freed += mails;
    if (freed >= wanted) return new Date(at.getTime() + windowMs);
  }
  return undefined;
}

function usedWithin(day: readonly Charge[], ms: number, nowMs: number): number {
  return day.filter(({ at }) => at.getTime() > nowMs - ms).reduce((total, one) => total + one.mails, 0);
}

/** Returns the start of the calendar month (UTC). Pure. */
export function startOfMonth(nowMs: number): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

function startOfNextMonth(nowMs: number): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

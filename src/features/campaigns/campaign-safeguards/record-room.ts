import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db.ts';
import type { Refusal } from '../../../base/refusal.ts';
import { MAIL_CLASSES, type MailClass } from '../../../mail/mail-class.ts';
import { holdOfMails, isLimited, leftOf, readUsed, startOfMonth } from './allowance.ts';
import { held, inFigures, type SafeguardName, type Hold } from './held.ts';
import { readSafeguards, type InstallationSafeguards } from './limits.ts';
import { lockSafeguard, makeSafeguard } from './queries.ts';
import { chargeRecords, recordChargesSince } from './record-queries.ts';

/**
 * Maximum number of confirmation emails of an account per hour. The number is far above real sign-up rates, but too low
 * for bulk email to addresses that did not sign up.
 */
const CONFIRMATIONS_AN_HOUR = 5_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTES_KEPT_MS = 48 * HOUR_MS;
const MONTHS_KEPT_MS = 62 * 24 * HOUR_MS;
/** An ID that no campaign has. */
const NO_CAMPAIGN = 0;

const WITHIN: Readonly<Partial<Record<SafeguardName, string>>> = {
  monthly_quota: 'in a calendar month (UTC)',
  daily_throttle: 'within 24 hours',
  hourly_throttle: 'within an hour',
};

/** Number of messages that the limits allow. If the limits allow none, `refusal` contains the reason. */
export interface Room {
  readonly mails: number;
  readonly refusal: Refusal | undefined;
}

/** Limits on the number of messages that are sent to contacts one at a time. */
export interface MailRoom {
  /**
   * Returns the number of messages, up to `wanted`, that the limits allow. If the messages are charged in the same
   * transaction, concurrent calls cannot exceed a limit.
   */
  room(tx: Tx, accountId: number, wanted: number): Promise<Room>;
  /** Charges messages that were queued in the same transaction. */
  charge(tx: Tx, accountId: number, mails: number): Promise<void>;
}

/**
 * Creates the limiter for automation emails, which share quotas and throttles with campaigns. `room` locks the
 * safeguards of the account.
 */
export function createAutomationRoom(parts: {
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
}): MailRoom {
  const { clock, installation } = parts;
  return {
    async room(tx, accountId, wanted) {
      if (wanted === 0) return { mails: 0, refusal: undefined };
      await makeSafeguard(tx, accountId);
      await lockSafeguard(tx, accountId);
      const { limits } = await readSafeguards(tx, installation, accountId);
      if (!isLimited(limits)) return { mails: wanted, refusal: undefined };
      const nowMs = clock.now();
      const used = await readUsed(tx, accountId, NO_CAMPAIGN, nowMs);
      const hold = holdOfMails(limits, used, 1, nowMs);
      if (hold) return { mails: 0, refusal: held(holdOfAutomations(hold)) };
      return { mails: Math.min(wanted, leftOf(limits, used, nowMs)), refusal: undefined };
    },
    async charge(tx, accountId, mails) {
      if (mails === 0) return;
      const nowMs = clock.now();
      await charge(tx, accountId, 'automation', { mails, nowMs, months: [startOfMonth(nowMs)] });
    },
  };
}

/**
 * Creates the hourly limiter for confirmation emails, which do not count toward a quota. The caller must have locked
 * the account's audience.
 */
export function createConfirmationRoom(
  { clock }: { readonly clock: Clock },
  anHour: number = CONFIRMATIONS_AN_HOUR,
): MailRoom {
  return {
    async room(tx, accountId, wanted) {
      if (wanted === 0) return { mails: 0, refusal: undefined };
      const nowMs = clock.now();
      const since = new Date(nowMs - HOUR_MS);
      const charges = await recordChargesSince(tx, accountId, numberOf('confirmation'), since);
      const used = charges.reduce((total, { mails }) => total + mails, 0);
      if (used < anHour) return { mails: Math.min(wanted, anHour - used), refusal: undefined };
      const [oldest] = charges;
      return {
        mails: 0,
        refusal: tooManyConfirmations(anHour, used, oldest && new Date(oldest.at.getTime() + HOUR_MS)),
      };
    },
    async charge(tx, accountId, mails) {
      if (mails > 0) await charge(tx, accountId, 'confirmation', { mails, nowMs: clock.now(), months: [] });
    },
  };
}

async function charge(
  tx: Tx,
  accountId: number,
  mailClass: MailClass,
  { mails, months, nowMs }: { readonly mails: number; readonly nowMs: number; readonly months: readonly Date[] },
): Promise<void> {
  await chargeRecords(
    tx,
    accountId,
    numberOf(mailClass),
    [false, ...months.map(() => true)],
    [new Date(nowMs - (nowMs % MINUTE_MS)), ...months],
    mails,
    new Date(nowMs - MINUTES_KEPT_MS),
    new Date(nowMs - MONTHS_KEPT_MS),
  );
}

function numberOf(mailClass: MailClass): number {
  return MAIL_CLASSES.indexOf(mailClass);
}

/**
 * Returns the reason why automation emails are held. Users may read the reason days later, so the message contains
 * absolute times.
 */
function holdOfAutomations({ safeguard, liftsAt, limits }: Hold): Hold {
  const limit = Object.values(limits)[0];
  const most = typeof limit === 'number' ? inFigures(limit) : '0';
  return {
    safeguard,
    message: `The account has used all of its ${most} campaign and automation emails ${WITHIN[safeguard] ?? ''}.`,
    fix: liftsAt
      ? `Sending resumes automatically at ${liftsAt.toISOString()}, or when the operator raises the limit.`
      : 'Sending resumes automatically when the operator raises the limit.',
    limits,
    liftsAt,
  };
}

function tooManyConfirmations(anHour: number, used: number, liftsAt: Date | undefined): Refusal {
  return held({
    safeguard: 'hourly_throttle',
    message: `The account has sent ${inFigures(used)} confirmation emails within an hour. The limit is ${inFigures(anHour)}.`,
    fix: 'The remaining confirmation emails are sent automatically when the limit allows it.',
    limits: { hourly_confirmations: anHour, used, left: 0 },
    liftsAt,
  });
}

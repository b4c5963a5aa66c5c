import type { Db } from '../../../base/db.ts';
import {
  classInWords,
  hindrancesOf,
  readAccount,
  accountStatusOf,
  type Account,
  type AccountStatus,
} from '../../tenants/accounts/index.ts';
import { HEALTH_DAYS, healthForPause, type AccountHealth } from '../../outcomes/transactional-tags/index.ts';
import { healthByClass, type ClassHealth } from '../../outcomes/mail-health/index.ts';
import { presentPausedClasses } from './paused-classes.ts';
import { readLatestReview } from './review.ts';

/**
 * Bounce and complaint rates above which this installation pauses an account automatically, and the minimum number of
 * emails for this.
 */
export interface PauseLimits {
  readonly bouncePercent: number;
  readonly complaintPercent: number;
  readonly minimumVolume: number;
}

/** A pause or restriction, as in API responses. */
interface Stop {
  readonly since: string;
  readonly reason: string | null;
  readonly sentence: string;
}

const SENTENCES: Readonly<Record<AccountStatus, string>> = {
  active: 'The account can send email.',
  transactional_off:
    'Transactional email is not turned on. New messages are rejected until the operator turns on transactional email.',
  paused:
    'Sending is paused. New messages are rejected, accepted transactional email is still sent, and bulk email is held.',
  closed: 'The account was deleted. The account cannot be accessed, and its data will be removed.',
  restricted:
    'The account is restricted. The account API rejects all requests until the operator lifts the restriction.',
};

/**
 * Returns whether the account may send, its pauses and restriction, its bounce and complaint rates, its latest review,
 * and whether a user may request another review. Includes sentences that explain the status to users.
 */
export async function readStatus(db: Db, accountId: number, limits: PauseLimits) {
  const account = await readAccount(db, accountId);
  if (!account) throw new Error(`Account ${accountId} does not exist`);
  const health = await healthForPause(db, accountId);
  const review = await readLatestReview(db, accountId);
  const mayAsk = hindrancesOf(account).length > 0 && review?.state !== 'open';
  const classes = await healthByClass(db, accountId);
  return {
    ...statusOf(account, health, limits),
    mail_classes: classes.map((ofClass) => withSentence(ofClass, limits)),
    review: review ?? null,
    may_ask_for_review: mayAsk,
  };
}

/** Returns the status of an account without its review. Pure. */
export function statusOf(account: Account, health: AccountHealth & { readonly days: number }, limits: PauseLimits) {
  const status = accountStatusOf(account);
  return {
    status,
    sentence: SENTENCES[status],
    may_send: account.transactionalEnabled && account.pausedAt === undefined,
    transactional: {
      enabled: account.transactionalEnabled,
      sentence: account.transactionalEnabled
        ? 'Transactional email is turned on.'
        : 'Transactional email is not turned on. Ask the operator for a review.',
    },
    pause: stopOf(account.pausedAt, account.pauseReason, 'Sending is paused'),
    paused_classes: presentPausedClasses(account.pausedClasses),
    restriction: stopOf(account.restrictedAt, account.restrictedReason, 'The account is restricted'),
    health: {
      days: health.days,
      delivered: health.delivered,
      bounced: health.bounced,
      complained: health.complained,
      bounce_rate: health.bounce_rate,
      complaint_rate: health.complaint_rate,
      bounce_limit: limits.bouncePercent,
      complaint_limit: limits.complaintPercent,
      minimum_volume: limits.minimumVolume,
      sentence: healthSentence(health, limits),
    },
  };
}

function stopOf(since: Date | undefined, reason: string | undefined, what: string): Stop | null {
  if (!since) return null;
  const why = reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`;
  return {
    since: since.toISOString(),
    reason: reason ?? null,
    sentence: `${what}${why}. After you fix the cause, ask the operator for a review.`,
  };
}

/** Adds a sentence that explains the bounce and complaint rates of a class. */
function withSentence(health: ClassHealth, limits: PauseLimits): ClassHealth & { readonly sentence: string } {
  const what = `${classInWords(health.mail_class)} are paused`;
  return { ...health, sentence: healthSentence({ ...health, sent: 0, days: HEALTH_DAYS }, limits, what) };
}

function healthSentence(
  health: AccountHealth & { readonly days: number },
  limits: PauseLimits,
  what = 'sending is paused',
): string {
  const judged = health.delivered + health.bounced;
  const emails = `${judged} ${judged === 1 ? 'email' : 'emails'}`;
  const rates = `${health.bounce_rate}% bounced and ${health.complaint_rate}% were reported as spam`;
  const counted = `Of ${emails} in the last ${health.days} days, ${rates}`;
  const limitsExceeded = `more than ${limits.bouncePercent}% bounce or more than ${limits.complaintPercent}% are reported as spam`;
  return judged < limits.minimumVolume
    ? `${counted}. If ${limitsExceeded}, ${what}. The rates are evaluated after ${limits.minimumVolume} emails.`
    : `${counted}. If ${limitsExceeded}, ${what}.`;
}

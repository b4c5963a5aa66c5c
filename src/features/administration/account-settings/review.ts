import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal } from '../../../http/principal.ts';
import { MAILING_CLASSES } from '../../../mail/mail-class.ts';
import {
  hindrancesOf,
  liftRestriction,
  lockAccount,
  recordAct,
  recordOperatorAct,
  resumeAccount,
  resumeMailClass,
  setTransactional,
  type Account,
  type Hindrance,
} from '../../tenants/accounts/index.ts';
import { decisionNotice, reviewNotice, type SendNotice } from './notices.ts';
import {
  askedWithinDay,
  decideReviewRow,
  insertReview,
  latestReview,
  lockOpenReview,
  openReviews,
  operatorAddress,
  type ReviewRow,
} from './queries.ts';
import type { reviewSchema } from './review-schema.ts';

/** Maximum number of reviews that an account may request per day. */
const MAX_ASKED_PER_DAY = 5;
const LISTED_REVIEWS = 100;

export interface ReviewParts {
  readonly db: Database;
  readonly sendNotice: SendNotice;
}

/** A review as its account sees it. */
export type Review = AnswerOf<typeof reviewSchema>;

/** A review as the operator sees it. */
export interface OperatorReview extends Review {
  readonly account: { readonly id: number; readonly name: string; readonly email: string };
}

/**
 * Requests a review of everything that currently blocks the account, and notifies the operator by email. Throws
 * conflict if nothing blocks the account or a review is already open, and rate_limit_exceeded after five requests in a
 * day.
 */
export async function requestReview({ db, sendNotice }: ReviewParts, principal: Principal, message: string) {
  return db.transaction(async (tx) => {
    const account = await requireAccount(tx, principal.accountId);
    await requireMayAsk(tx, account);
    const asksFor = hindrancesOf(account);
    const { email, name } = principal.person ?? account;
    const [row] = await insertReview(tx, account.id, asksFor, message, name, email);
    if (!row) throw new Error('Inserting a review returned no row');
    await recordAct(tx, principal, { action: 'review.ask', after: { asks_for: asksFor } });
    const [operator] = await operatorAddress(tx);
    if (operator) {
      const asked = { account: account.name, by: name, message };
      await sendNotice(tx, {
        accountId: operator.account_id,
        to: operator.email,
        write: (language) => reviewNotice(language, asked),
      });
    }
    return presentReview(row);
  });
}

async function requireMayAsk(tx: Tx, account: Account): Promise<void> {
  if (hindrancesOf(account).length === 0) {
    throw new Refusal('conflict', {
      message: 'The account can already send email, so no review is needed.',
      fix: 'Request a review only if the account is paused or restricted, or if transactional email is not turned on.',
    });
  }
  if ((await lockOpenReview(tx, account.id)).length > 0) {
    throw new Refusal('conflict', {
      message: 'You already requested a review, and the operator has not decided yet.',
      fix: 'Wait for the decision. You will receive the decision by email.',
    });
  }
  const [within] = await askedWithinDay(tx, account.id);
  if (!within || within.asked < MAX_ASKED_PER_DAY) return;
  throw new Refusal('rate_limit_exceeded', {
    message: `The limit of ${MAX_ASKED_PER_DAY} review requests per day is reached.`,
    retryAfterSeconds: Math.max(1, Math.ceil(within.free_in_seconds ?? 1)),
  });
}

/** The operator's decision on a review. */
export interface Decision {
  readonly isApproved: boolean;
  readonly reason: string | undefined;
}

/**
 * Decides an account's open review, and notifies the requester by email. Approval lifts all blocks that the review
 * covers. Only one of several concurrent decisions takes effect. Throws not_found if the account does not exist, and
 * conflict if no review is open.
 */
export async function decideReview(
  { db, sendNotice }: ReviewParts,
  principal: Principal,
  accountId: number,
  decision: Decision,
): Promise<Review> {
  return db.transaction(async (tx) => {
    const account = await requireAccount(tx, accountId);
    const [open] = await lockOpenReview(tx, accountId);
    if (!open) {
      throw new Refusal('conflict', {
        message: 'The account has no open review. The review may already have been decided.',
        fix: 'Reload the account.',
      });
    }
    if (decision.isApproved) for (const hindrance of open.asks_for) await lift(tx, accountId, hindrance);
    return settle(tx, { account, open, principal, decision, sendNotice });
  });
}

async function lift(tx: Tx, accountId: number, hindrance: Hindrance): Promise<void> {
  if (hindrance === 'transactional') await setTransactional(tx, accountId, true);
  else if (hindrance === 'pause') await resumeAccount(tx, accountId);
  else if (hindrance === 'restriction') await liftRestriction(tx, accountId);
  else for (const mailClass of MAILING_CLASSES) await resumeMailClass(tx, accountId, mailClass);
}

/** Approves an open review if a change by the operator has lifted all of its blocks. */
export async function approveWhenLifted(
  tx: Tx,
  sendNotice: SendNotice,
  principal: Principal,
  account: Account,
): Promise<void> {
  const [open] = await lockOpenReview(tx, account.id);
  const hindrances = hindrancesOf(account);
  if (!open || open.asks_for.some((asked) => hindrances.includes(asked))) return;
  const decision = { isApproved: true, reason: undefined };
  await settle(tx, { account, open, principal, decision, sendNotice });
}

async function settle(
  tx: Tx,
  settled: {
    readonly account: Account;
    readonly open: ReviewRow;
    readonly principal: Principal;
    readonly decision: Decision;
    readonly sendNotice: SendNotice;
  },
): Promise<Review> {
  const { account, decision, open, principal, sendNotice } = settled;
  const state = decision.isApproved ? 'approved' : 'declined';
  const decidedBy = principal.person?.email ?? principal.account.email;
  const [row] = await decideReviewRow(tx, account.id, open.id, state, decidedBy, decision.reason ?? null);
  if (!row) throw new Error(`Review ${open.id} disappeared during the transaction`);
  await recordOperatorAct(tx, principal, account.id, {
    action: decision.isApproved ? 'review.approve' : 'review.decline',
    after: { asks_for: open.asks_for, reason: decision.reason ?? null },
  });
  const decided = { account: account.name, ...decision };
  await sendNotice(tx, {
    accountId: account.id,
    to: open.asked_by_email,
    write: (language) => decisionNotice(language, decided),
  });
  return presentReview(row);
}

/** Returns the newest review of an account, whether open or decided. */
export async function readLatestReview(db: Db, accountId: number): Promise<Review | undefined> {
  const [row] = await latestReview(db, accountId);
  return row && presentReview(row);
}

/** Returns up to 100 open reviews, oldest first. */
export async function listOpenReviews(db: Db): Promise<OperatorReview[]> {
  const rows = await openReviews(db, LISTED_REVIEWS);
  return rows.map((row) =>
    Object.assign(presentReview(row), { account: { id: row.account_id, name: row.name, email: row.email } }),
  );
}

function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    asks_for: row.asks_for,
    message: row.message,
    asked_by: row.asked_by_name,
    asked_at: row.asked_at.toISOString(),
    state: row.state,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    sentence: sentenceOf(row),
  };
}

const ASKED: Readonly<Record<Hindrance, string>> = {
  transactional: 'to turn on transactional email',
  pause: 'to lift the pause',
  restriction: 'to lift the restriction',
  mail_classes: 'to resume the paused types of email',
};

function sentenceOf({ asked_by_name: by, asks_for: asksFor, reason, state }: ReviewRow): string {
  const asked = `${by} asked the operator ${asksFor.map((hindrance) => ASKED[hindrance]).join(' and ')}`;
  if (state === 'open') return `${asked}. The operator has not decided yet.`;
  return `${asked}. The operator ${state} the request${reason === null ? '.' : `: ${reason}`}`;
}

async function requireAccount(tx: Tx, accountId: number): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('not_found', { message: 'No account has this ID.' });
  return account;
}

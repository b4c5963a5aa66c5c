import type { Tx, TransactionOptions } from '../../../base/db.ts';
import { Refusal, sentenceOf } from '../../../base/refusal.ts';
import { createProgressReporter } from '../../tenants/progress/index.ts';
import { findCampaign, type CampaignRow, type CampaignState, type SenderFacts } from '../campaigns/index.ts';
import type { SendingParts } from './parts.ts';
import { holdLeased, senderOfCampaign, type SendingRow } from './queries.ts';

/** A claimed campaign, and how long this process can work on it. */
export interface Run {
  readonly parts: SendingParts;
  readonly accountId: number;
  readonly id: number;
  readonly epoch: number;
  /** Number of consecutive failed runs. */
  readonly failures: number;
  /** Returns whether the time is up or the process is shutting down. */
  readonly isOver: () => boolean;
}

/** Reason why a campaign cannot be sent or continued, as a message for its owner. */
export interface Stop {
  readonly kind: 'stop';
  readonly reason: string;
  readonly isClosed?: boolean;
}

/**
 * A result that ends a run early. `lost` means that the run no longer holds the campaign, for example because another
 * process has claimed it.
 */
export type Halt = Stop | { readonly kind: 'lost' };

/** Next action after a step. */
export type StepResult =
  | { readonly kind: 'continue'; readonly state: CampaignState }
  /** The campaign is due in this many seconds. With 0, campaigns that are already due come first. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The campaign has no due time until a request sets one. */
  | { readonly kind: 'done' }
  | Halt;

export const PREPARING: StepResult = { kind: 'continue', state: 'preparing' };
export const DUE_NOW: StepResult = { kind: 'wait', seconds: 0 };
export const DONE: StepResult = { kind: 'done' };
const LOST: Halt = { kind: 'lost' };
const CLOSED: Stop = { kind: 'stop', reason: 'The account was deleted.', isClosed: true };

export function stopWith(reason: string): Stop {
  return { kind: 'stop', reason };
}

export function isHalt(result: unknown): result is Halt {
  if (typeof result !== 'object' || result === null || !('kind' in result)) return false;
  return result.kind === 'stop' || result.kind === 'lost';
}

/** Runs `work`, and catches and returns a `Refusal`. Other errors are thrown. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Returns the result of `work`. If `work` throws a `Refusal`, returns a `Stop` with its message. */
export async function orStop<T>(work: () => Promise<T>): Promise<T | Stop> {
  const result = await orRefusal(work);
  return result instanceof Refusal ? stopWith(sentenceOf(result)) : result;
}

type Hold = TransactionOptions & {
  readonly states: readonly CampaignState[];
  /** Whether `work` runs even if the account was closed. */
  readonly evenClosed?: boolean;
};

/**
 * Locks the campaign, renews the lease of this run, and runs `work` in the same transaction. Returns a halt instead if
 * the run has lost its lease, the campaign is in none of `states`, or the account was closed (unless `evenClosed` is
 * set). Rolls back if the result is a halt.
 */
export async function whileHeld<T>(
  { accountId, epoch, id, parts }: Run,
  { evenClosed = false, states, ...options }: Hold,
  work: (tx: Tx, held: SendingRow) => Promise<T | Halt>,
): Promise<T | Halt> {
  let halt: Halt | undefined;
  try {
    return await parts.db.transaction(async (tx) => {
      const [held] = await holdLeased(tx, accountId, id, epoch, states, parts.leaseSeconds);
      let result: T | Halt = LOST;
      if (held) result = held.closed_at && !evenClosed ? CLOSED : await work(tx, held);
      if (!isHalt(result)) return result;
      halt = result;
      // Throw an error, because only an error rolls back the transaction.
      throw new Error('Rolled back');
    }, options);
  } catch (error) {
    if (halt) return halt;
    throw error;
  }
}

/** Loads a campaign that the transaction has locked. */
export async function loadCampaign(tx: Tx, { accountId, id }: Run): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, accountId, id);
  if (!campaign) throw new Error(`Campaign ${id} is held, but cannot be found`);
  return campaign;
}

/**
 * Returns the data about the sender, or the reason why the sender can no longer be used. Must not be called within a
 * transaction.
 */
export async function loadSender({ accountId, id, parts }: Run): Promise<SenderFacts | Halt> {
  const [campaign] = await senderOfCampaign(parts.db, accountId, id);
  if (!campaign) return LOST;
  const sender = await parts.contents.senderOf(accountId, campaign);
  return sender.refusal ? stopWith(sentenceOf(sender.refusal)) : sender;
}

/** Reports the progress to the live stream. */
export async function reportProgress(
  { accountId, parts }: Run,
  { progress_id: progressId }: SendingRow,
  progress: { readonly done: number; readonly total: number; readonly sentence: string },
): Promise<void> {
  if (progressId === null) return;
  const reporter = createProgressReporter(parts, { accountId, id: progressId });
  reporter.report(progress);
  await reporter.close();
}

/** Formats a number for display. Pure. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

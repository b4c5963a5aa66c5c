import type { Tx, Db } from '../../../../base/db.ts';
import { storable } from '../../../../base/stored-text.ts';
import { insertMissed, countMissed, purgeMissed } from './missed-queries.ts';
import type { AttemptDetails, ChunkRef, RecordedOutcome } from '../types.ts';

const MAX_COUNTED = 100_000;
const PURGED_AT_ONCE = 5_000;
/** What delivery itself could not write of an attempt: its row in `attempt`, or the state of its recipient. */
export const ATTEMPT_PART = 'attempt';
export const STATE_PART = 'state';
const MAX_ERROR_CHARACTERS = 1_000;

/** What was to be written of an attempt. */
export interface UnwrittenRow {
  /** Column delivery.status. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly attemptNo: number | undefined;
  readonly chunk: ChunkRef | undefined;
  readonly details: AttemptDetails;
}

/** An outcome that a part missed; `row` is there where the part is delivery's own. */
export interface Missed {
  readonly outcome: RecordedOutcome;
  readonly row?: UnwrittenRow;
}

/** Keeps outcomes that a listener missed, in the transaction that records them. */
export async function keepMissed(
  tx: Tx,
  accountId: number,
  listener: string,
  outcomes: readonly RecordedOutcome[],
  error: unknown,
): Promise<void> {
  await insert(
    tx,
    accountId,
    listener,
    outcomes.map((outcome) => ({ outcome })),
    error,
  );
}

/** Keeps what could not be written of an attempt; false when it was kept before. */
export async function keepUnwritten(
  tx: Tx,
  accountId: number,
  part: typeof ATTEMPT_PART | typeof STATE_PART,
  missed: Required<Missed>,
  error: unknown,
): Promise<boolean> {
  return (await insert(tx, accountId, part, [missed], error)).length > 0;
}

function insert(tx: Tx, accountId: number, part: string, missed: readonly Missed[], error: unknown) {
  return insertMissed(
    tx,
    accountId,
    part,
    missed.map(({ outcome }) => outcome.messageId),
    missed.map(({ outcome }) => outcome.recipientNo),
    missed.map((one) => JSON.stringify(one, storableValue)),
    wordsOf(error),
  );
}

/** Why something failed, as it is kept and shown. */
export function wordsOf(error: unknown): string {
  return storable(error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
}

/** Strings within JSON as PostgreSQL takes them. */
function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** What was kept, with its times as they were. */
export function readMissed(stored: unknown): Missed {
  // Written by `insert` alone; JSON makes texts of times.
  const { outcome, row } = stored as Missed;
  return {
    ...(row && { row }),
    outcome: {
      ...outcome,
      handedOverAt: timeOf(outcome.handedOverAt),
      finishedAt: new Date(outcome.finishedAt),
      ...(outcome.retryAt !== undefined && { retryAt: timeOf(outcome.retryAt) }),
      ...(outcome.deliveredAt !== undefined && { deliveredAt: timeOf(outcome.deliveredAt) }),
    },
  };
}

function timeOf(text: Date | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** What one part has missed: a listener of outcomes, or `attempt` and `state` of delivery itself. */
export interface MissedOfPart {
  readonly part: string;
  readonly waiting: number;
  readonly givenUp: number;
  readonly accounts: number;
  readonly oldestSeconds: number;
  /** Why the last one failed. */
  readonly error: string;
}

/** What was missed and is not made up for, by part; counted up to 100,000. */
export async function missedByPart(db: Db): Promise<MissedOfPart[]> {
  const rows = await countMissed(db, MAX_COUNTED);
  return rows.map(({ accounts, error, given_up: givenUp, oldest_seconds: oldestSeconds, part, waiting }) => ({
    part,
    waiting,
    givenUp,
    accounts,
    oldestSeconds,
    error,
  }));
}

/** Forgets what was missed so many days ago and never made up for. */
export async function purgeMissedOutcomes(db: Db, days: number): Promise<void> {
  while ((await purgeMissed(db, days, PURGED_AT_ONCE)).length === PURGED_AT_ONCE);
}

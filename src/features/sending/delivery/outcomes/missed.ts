import type { Tx, Db } from '../../../../base/db.ts';
import { storable } from '../../../../base/stored-text.ts';
import { insertMissed, countMissed, purgeMissed } from './missed-queries.ts';
import type { AttemptDetails, ChunkRef, RecordedOutcome } from '../types.ts';

const MAX_COUNTED = 100_000;
const PURGED_AT_ONCE = 5_000;
/**
 * Names under which the delivery engine's own failed writes are recorded: `attempt` if the row in the `attempt` table
 * could not be written, and `state` if the recipient's status could not be written.
 */
export const ATTEMPT_PART = 'attempt';
export const STATE_PART = 'state';
const MAX_ERROR_CHARACTERS = 1_000;

/** Data of an attempt that could not be written. */
export interface UnwrittenRow {
  /** Value of the `delivery.status` column. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly attemptNo: number | undefined;
  readonly chunk: ChunkRef | undefined;
  readonly details: AttemptDetails;
}

/**
 * An outcome that a listener or the delivery engine itself could not record. `row` is set only for the delivery engine.
 */
export interface Missed {
  readonly outcome: RecordedOutcome;
  readonly row?: UnwrittenRow;
}

/** Stores outcomes that a listener missed, in the transaction that records the outcomes. */
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

/** Stores data of an attempt that could not be written. Returns false if the data is already stored. */
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

/** Returns the text of an error as it is stored and shown. */
export function wordsOf(error: unknown): string {
  return storable(error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
}

/** Makes strings inside JSON storable in PostgreSQL. */
function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** Decodes a stored outcome and converts its times to Date objects. */
export function readMissed(stored: unknown): Missed {
  // Safe cast: only `insert` writes this column. The times are still strings, because JSON has no type for times.
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

/**
 * Summary of the missed outcomes of one `part`: the name of a listener, or `attempt` or `state` for the delivery
 * engine.
 */
export interface MissedOfPart {
  readonly part: string;
  readonly waiting: number;
  readonly expired: number;
  readonly accounts: number;
  readonly oldestSeconds: number;
  /** The latest error. */
  readonly error: string;
}

/**
 * Returns a summary of the missed outcomes for each listener or delivery step that has not processed them. Counts at
 * most 100,000 outcomes.
 */
export async function missedByPart(db: Db): Promise<MissedOfPart[]> {
  const rows = await countMissed(db, MAX_COUNTED);
  return rows.map(({ accounts, error, given_up: expired, oldest_seconds: oldestSeconds, part, waiting }) => ({
    part,
    waiting,
    expired,
    accounts,
    oldestSeconds,
    error,
  }));
}

/** Deletes outcomes that were missed more than `days` days ago and never processed. */
export async function purgeMissedOutcomes(db: Db, days: number): Promise<void> {
  while ((await purgeMissed(db, days, PURGED_AT_ONCE)).length === PURGED_AT_ONCE);
}

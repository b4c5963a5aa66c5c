import type { Clock } from '../../../../base/clock.ts';
import type { Database, Tx } from '../../../../base/db.ts';
import { inPart } from '../../../../base/savepoint.ts';
import { heardBy } from './listeners.ts';
import { ATTEMPT_PART, readMissed, STATE_PART, wordsOf, type Missed, type UnwrittenRow } from './missed.ts';
import { deleteMissed, dueParts, lockMissed, postponeMissed } from './missed-queries.ts';
import type { ChunkStateWriter, NamedListener, RecordedOutcome } from '../types.ts';
import { insertAttempt, setState } from './unwritten-queries.ts';

const SECOND_MS = 1_000;
/**
 * Maximum number of outcomes that are passed to a listener in one call. If the call fails, each outcome is tried
 * separately.
 */
const AT_ONCE = 50;
/**
 * Number of failures without any success after which the run skips the remaining outcomes of a batch, because the
 * listener itself is considered broken.
 */
const MAX_FAILURES = 3;
/**
 * Limits of a run: the number of account and listener pairs, and the duration in milliseconds. The next run continues
 * after the last pair.
 */
const MAX_PARTS = 200;
const RUN_MS = 5 * SECOND_MS;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/**
 * Delay after each failure, in seconds. The last delay repeats until `MAX_ATTEMPTS` is reached, after more than six
 * days.
 */
const DELAYS: readonly number[] = [10, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
export const MAX_ATTEMPTS = 32;

interface MakeUpParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly listeners: readonly NamedListener[];
  /** Writes the statuses of recipients that belong to mailing chunks. */
  readonly writeChunkStates?: ChunkStateWriter;
}

type Notifier = (tx: Tx, accountId: number, missed: readonly Missed[]) => Promise<void>;

/**
 * Creates a function that passes due missed outcomes to their listeners, oldest first for each account and listener.
 * Deletes each outcome in the transaction that processes it. Failed outcomes are retried with increasing delays, and
 * remain stored after `MAX_ATTEMPTS` failures.
 */
export function createMakeUp(parts: MakeUpParts): () => Promise<void> {
  const { clock, db, listeners, writeChunkStates } = parts;
  const notifiers = new Map<string, Notifier>([
    [ATTEMPT_PART, writeAttempts],
    [STATE_PART, (tx, accountId, missed) => writeStates(tx, accountId, missed, writeChunkStates)],
    ...listeners.flatMap((listener) =>
      [listener.name, ...(listener.formerly ?? [])].map((name): [string, Notifier] => [name, notifierOf(listener)]),
    ),
  ]);
  let behind = { account_id: -1, part: '' };

  return async () => {
    const untilMs = clock.now() + RUN_MS;
    const failures: unknown[] = [];
    const due = await dueParts(db, behind.account_id, behind.part, MAX_PARTS);
    const isAll = due.length < MAX_PARTS;
    for (const pair of due) {
      behind = pair;
      const notify = notifiers.get(pair.part) ?? unknownPart(pair.part);
      try {
        while ((await makeUpSome(db, pair.account_id, pair.part, notify)) && clock.now() < untilMs);
      } catch (error) {
        // Continue with the other accounts and listeners.
        failures.push(error);
      }
      if (clock.now() >= untilMs) break;
    }
    if (isAll && clock.now() < untilMs) behind = { account_id: -1, part: '' };
    if (failures.length > 0) throw failures[0];
  };
}

/**
 * Creates a function that passes missed outcomes to a listener. Drops outcomes of classes that the listener no longer
 * handles.
 */
function notifierOf(listener: NamedListener): Notifier {
  return async (tx, accountId, missed) => {
    const heard = heardBy(
      listener,
      missed.map(({ outcome }) => outcome),
    );
    if (heard.length > 0) await listener.hear(tx, accountId, heard);
  };
}

/** Creates a function that always rejects, for a listener that does not exist in this version. */
function unknownPart(part: string): Notifier {
  return () => Promise.reject(new Error(`This version has no listener "${part}"`));
}

/** Processes a batch of missed outcomes. Returns true if all of them succeeded and more may remain. */
async function makeUpSome(db: Database, accountId: number, part: string, notify: Notifier): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await lockMissed(tx, accountId, part, AT_ONCE);
    if (rows.length === 0) return false;
    const missed = rows.map(({ outcome }) => readMissed(outcome));
    const ids = rows.map(({ id }) => id);
    const together = await inPart(tx, () => notify(tx, accountId, missed));
    if (together.ok) {
      await deleteMissed(tx, accountId, part, ids);
      return rows.length === AT_ONCE;
    }
    let done = 0;
    let failed = 0;
    for (const [index, { attempts, id }] of rows.entries()) {
      const isHopeless = done === 0 && failed >= MAX_FAILURES;
      const one = missed.slice(index, index + 1);
      // A batch of one outcome has already been tried. Use the result of that attempt.
      const reported = isHopeless || rows.length === 1 ? together : await inPart(tx, () => notify(tx, accountId, one));
      if (reported.ok) {
        done += 1;
        await deleteMissed(tx, accountId, part, [id]);
        continue;
      }
      failed += 1;
      // Outcomes that were not tried are postponed with the others, but no attempt is counted.
      const counted = isHopeless ? attempts : attempts + 1;
      await postponeMissed(tx, accountId, part, id, counted, wordsOf(reported.error), delayOf(counted));
    }
    return false;
  });
}

/** Returns the seconds until the next attempt after `attempts` failures, or null after the last attempt. Pure. */
export function delayOf(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return DELAYS[Math.min(attempts, DELAYS.length) - 1] ?? DELAYS[0] ?? null;
}

/** Writes attempts whose rows were not written when the outcome was recorded. */
async function writeAttempts(tx: Tx, accountId: number, missed: readonly Missed[]): Promise<void> {
  for (const { outcome, row } of missed) if (row) await writeAttempt(tx, accountId, outcome, row);
}

async function writeAttempt(
  tx: Tx,
  accountId: number,
  outcome: RecordedOutcome,
  { attemptNo = 1, details }: UnwrittenRow,
): Promise<void> {
  const { kind, messageId, reason, recipientNo, status } = outcome;
  const { address, conversation, finishedAtMs, host, route, startedAtMs, tls } = details;
  const times = [new Date(startedAtMs), new Date(finishedAtMs)] as const;
  const place = [route, host, address, tls] as const;
  await insertAttempt(
    tx,
    accountId,
    messageId,
    recipientNo,
    attemptNo,
    ...times,
    kind,
    ...place,
    status,
    reason,
    conversation,
  );
}

/** Writes recipient statuses that were not written when the outcome was recorded. */
async function writeStates(
  tx: Tx,
  accountId: number,
  missed: readonly Missed[],
  writeChunkStates: ChunkStateWriter | undefined,
): Promise<void> {
  const ofChunks = missed.filter(({ row }) => row?.chunk);
  if (ofChunks.length > 0) {
    if (!writeChunkStates) throw new Error('This process cannot write chunk states');
    await writeChunkStates(
      tx,
      accountId,
      ofChunks.map(({ outcome }) => outcome),
    );
  }
  for (const { outcome, row } of missed) {
    if (!row || row.chunk) continue;
    const seconds = row.delayMs === undefined ? null : row.delayMs / 1000;
    const { becameDelayed, messageId, recipientNo } = outcome;
    await setState(tx, accountId, messageId, recipientNo, row.status, seconds, becameDelayed);
  }
}

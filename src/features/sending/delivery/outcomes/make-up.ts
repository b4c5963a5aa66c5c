import type { Clock } from '../../../../base/clock.ts';
import type { Database, Tx } from '../../../../base/db.ts';
import { inPart } from '../../../../base/savepoint.ts';
import { heardBy } from './listeners.ts';
import { ATTEMPT_PART, readMissed, STATE_PART, wordsOf, type Missed, type UnwrittenRow } from './missed.ts';
import { deleteMissed, dueParts, lockMissed, postponeMissed } from './missed-queries.ts';
import type { ChunkStateWriter, NamedListener, RecordedOutcome } from '../types.ts';
import { insertAttempt, setState } from './unwritten-queries.ts';

const SECOND_MS = 1_000;
/** Outcomes that are told together; of so many each is tried alone when they fail as one. */
const AT_ONCE = 50;
/** So many that fail without one that does not, and the rest is not tried: the part itself is what fails. */
const MAX_FAILURES = 3;
/** Parts of accounts in a run, and for how long one goes on: the next run begins behind it. */
const MAX_PARTS = 200;
const RUN_MS = 5 * SECOND_MS;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds after a failure; the last one repeats, so that all of them are a week. */
const DELAYS: readonly number[] = [10, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
export const MAX_ATTEMPTS = 32;

interface MakeUpParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly listeners: readonly NamedListener[];
  /** Writes the states of recipients in chunks. */
  readonly writeChunkStates?: ChunkStateWriter;
}

type Teller = (tx: Tx, accountId: number, missed: readonly Missed[]) => Promise<void>;

/**
 * Tells listeners what they missed and is due, oldest first for each account and listener: effect and end of the row in
 * one transaction, so that each is told once. What fails again waits longer each time, alone; after a week it is given up
 * and stays to be looked at. To be called every few seconds by one process or several; costs one statement while nothing
 * is due.
 */
export function createMakeUp(parts: MakeUpParts): () => Promise<void> {
  const { clock, db, listeners, writeChunkStates } = parts;
  const tellers = new Map<string, Teller>([
    [ATTEMPT_PART, writeAttempts],
    [STATE_PART, (tx, accountId, missed) => writeStates(tx, accountId, missed, writeChunkStates)],
    ...listeners.flatMap((listener) =>
      [listener.name, ...(listener.formerly ?? [])].map((name): [string, Teller] => [name, tellerOf(listener)]),
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
      const tell = tellers.get(pair.part) ?? unknownPart(pair.part);
      try {
        while ((await makeUpSome(db, pair.account_id, pair.part, tell)) && clock.now() < untilMs);
      } catch (error) {
        // The others are tried all the same.
        failures.push(error);
      }
      if (clock.now() >= untilMs) break;
    }
    if (isAll && clock.now() < untilMs) behind = { account_id: -1, part: '' };
    if (failures.length > 0) throw failures[0];
  };
}

/** Tells what the listener hears today; of what it heard once and hears no more, nothing is left to be made up for. */
function tellerOf(listener: NamedListener): Teller {
  return async (tx, accountId, missed) => {
    const heard = heardBy(
      listener,
      missed.map(({ outcome }) => outcome),
    );
    if (heard.length > 0) await listener.hear(tx, accountId, heard);
  };
}

/** A listener that an earlier version had. */
function unknownPart(part: string): Teller {
  return () => Promise.reject(new Error(`This version has no listener "${part}"`));
}

/** Tells some outcomes; true when all went well and there may be more. */
async function makeUpSome(db: Database, accountId: number, part: string, tell: Teller): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await lockMissed(tx, accountId, part, AT_ONCE);
    if (rows.length === 0) return false;
    const missed = rows.map(({ outcome }) => readMissed(outcome));
    const ids = rows.map(({ id }) => id);
    const together = await inPart(tx, () => tell(tx, accountId, missed));
    if (together.ok) {
      await deleteMissed(tx, accountId, part, ids);
      return rows.length === AT_ONCE;
    }
    let done = 0;
    let failed = 0;
    for (const [index, { attempts, id }] of rows.entries()) {
      const isHopeless = done === 0 && failed >= MAX_FAILURES;
      const one = missed.slice(index, index + 1);
      // One that was alone has been tried.
      const told = isHopeless || rows.length === 1 ? together : await inPart(tx, () => tell(tx, accountId, one));
      if (told.ok) {
        done += 1;
        await deleteMissed(tx, accountId, part, [id]);
        continue;
      }
      failed += 1;
      // What was not tried waits with the others, and it does not count.
      const counted = isHopeless ? attempts : attempts + 1;
      await postponeMissed(tx, accountId, part, id, counted, wordsOf(told.error), delayOf(counted));
    }
    return false;
  });
}

/** Seconds until something is tried again that failed so often; null: no more. Pure. */
export function delayOf(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return DELAYS[Math.min(attempts, DELAYS.length) - 1] ?? DELAYS[0] ?? null;
}

/** Writes attempts whose outcome was recorded without them. */
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

/** Writes states that could not be written when they were known; where another record came first that one holds. */
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

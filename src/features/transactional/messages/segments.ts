import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '../../../base/db.ts';
import { leastUuidOf, timeOfUuid } from '../../../base/ids.ts';
import { addGrams, SEGMENT_MESSAGES } from './grams.ts';
import type { PageBounds } from './list-filters.ts';
import {
  accountsBehind,
  accountsToSegment,
  accountsWithMail,
  deleteOldSegments,
  forbidReadingAll,
  insertSegment,
  lastSegmented,
  messagesBehind,
  newestSegments,
  oldestSegments,
  type SegmentedRow,
} from './segment-queries.ts';

const MIN_UUID = '00000000-0000-0000-0000-000000000000';
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const ACCOUNTS_AT_ONCE = 500;
/** Maximum number of milliseconds from the time in a message ID to the commit of the message. */
const MARGIN_MS = 60_000;

/** Returns the UUID whose numeric value is one higher than the value of the given UUID. */
export function uuidAfter(uuid: string): string {
  return besides(uuid, 1n);
}

/** Returns the UUID whose numeric value is one lower than the value of the given UUID. */
export function uuidBefore(uuid: string): string {
  return besides(uuid, -1n);
}

function besides(uuid: string, by: bigint): string {
  const hex = (BigInt(`0x${uuid.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns the ID ranges (first and last ID) that a page must search for messages with these terms, in the order of the
 * page. The ranges are the segments that contain all terms, and the messages that are not in a segment yet. Returns
 * only as many segments as are needed to examine `mostMessages` messages.
 */
export async function rangesOf(
  tx: Tx,
  accountId: number,
  { above, ascending, below }: PageBounds,
  terms: readonly number[],
  mostMessages: number,
): Promise<string[]> {
  await forbidReadingAll(tx);
  const find = ascending ? oldestSegments : newestSegments;
  // Read one more segment, because the page boundary may fall inside the first segment.
  const most = Math.ceil(mostMessages / SEGMENT_MESSAGES) + 1;
  const segments = await find(tx, accountId, [...terms], above, below, most);
  const [last] = await lastSegmented(tx, accountId);
  const rest = {
    first_id: last === undefined ? MIN_UUID : uuidAfter(last.last_id),
    last_id: MAX_UUID,
  };
  const ranges = ascending ? [...segments, rest] : [rest, ...segments];
  return ranges.flatMap(({ first_id: first, last_id: to }) => [first, to]);
}

export interface Segmenter {
  /** Writes all missing full segments. Resolves with their number. */
  run(): Promise<number>;
}

/**
 * Creates the background job that stores the ID range and the index terms of each full segment of an account's
 * messages. The first run checks all accounts, and later runs check the accounts that have accepted messages since
 * then. Several processes may run at once: each segment is written by only one of them.
 */
export function createSegmenter(db: Database, rest: (ms: number) => Promise<void> = sleep): Segmenter {
  let since: string | undefined;
  return {
    async run() {
      let written = 0;
      const seen = await accountsWithMail(db, since ?? MIN_UUID);
      const batches = since === undefined ? allAccounts(db) : inBatches(seen.map(({ account_id: id }) => id));
      for await (const accountIds of batches) {
        for (const { account_id: accountId } of await accountsToSegment(db, accountIds, SEGMENT_MESSAGES)) {
          written += await segmentAccount(db, accountId, rest);
        }
      }
      // Update `since` only after a successful run, so that the next run repeats the work of a failed run.
      since = seen.reduce((greatest, { last_id: id }) => {
        const place = leastUuidOf(Math.max(0, timeOfUuid(id) - MARGIN_MS));
        return place > greatest ? place : greatest;
      }, since ?? MIN_UUID);
      return written;
    },
  };
}

async function* allAccounts(db: Database): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const found = await accountsBehind(db, after, ACCOUNTS_AT_ONCE);
    if (found.length === 0) return;
    yield found.map(({ account_id: id }) => id);
    after = found.at(-1)?.account_id ?? after;
  }
}

function* inBatches(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += ACCOUNTS_AT_ONCE) yield ids.slice(at, at + ACCOUNTS_AT_ONCE);
}

async function segmentAccount(db: Database, accountId: number, rest: (ms: number) => Promise<void>): Promise<number> {
  const [last] = await lastSegmented(db, accountId);
  let after = last?.last_id ?? MIN_UUID;
  for (let written = 0; ; written += 1) {
    const beganAt = performance.now();
    const messages = await messagesBehind(db, accountId, after, SEGMENT_MESSAGES);
    const [from, to] = [messages[0]?.id, messages.at(-1)?.id];
    if (messages.length < SEGMENT_MESSAGES || from === undefined || to === undefined) return written;
    const [row] = await insertSegment(db, accountId, from, to, termsOf(accountId, messages));
    // Another process is writing the segments of this account and will continue.
    if (!row) return written;
    after = to;
    await rest(performance.now() - beganAt);
  }
}

/** Returns the index terms of a segment's messages. */
function termsOf(accountId: number, messages: readonly SegmentedRow[]): number[] {
  const terms = new Set<number>();
  for (const { recipients, subject, tag } of messages) {
    for (const text of [subject, tag ?? '', ...recipients]) addGrams(terms, accountId, text);
  }
  return [...terms].toSorted((a, b) => a - b);
}

/** Deletes the segments of deleted messages. */
export async function purgeSegments(db: Database, retentionDays: number): Promise<void> {
  await deleteOldSegments(db, retentionDays);
}

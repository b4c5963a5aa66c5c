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

const LEAST_UUID = '00000000-0000-0000-0000-000000000000';
const GREATEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Accounts that are looked at by one statement. */
const ACCOUNTS_AT_ONCE = 500;
/** A transaction that took its place in the order of messages has committed after so long. */
const MARGIN_MS = 60_000;

/** The UUID behind this one. */
export function uuidAfter(uuid: string): string {
  return besides(uuid, 1n);
}

/** The UUID before this one. */
export function uuidBefore(uuid: string): string {
  return besides(uuid, -1n);
}

function besides(uuid: string, by: bigint): string {
  const hex = (BigInt(`0x${uuid.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Between which ids a page is to look for messages with these terms, in the page's order: what is in no segment yet, and
 * segments that hold all terms, of which it takes as many as a page looks at. Each range is its first and its last id.
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
  // One more, because the bounds of the page may lie within the first.
  const most = Math.ceil(mostMessages / SEGMENT_MESSAGES) + 1;
  const segments = await find(tx, accountId, [...terms], above, below, most);
  const [last] = await lastSegmented(tx, accountId);
  const rest = {
    first_id: last === undefined ? LEAST_UUID : uuidAfter(last.last_id),
    last_id: GREATEST_UUID,
  };
  const ranges = ascending ? [...segments, rest] : [rest, ...segments];
  return ranges.flatMap(({ first_id: first, last_id: to }) => [first, to]);
}

/** What keeps the segments of all accounts. */
export interface Segmenter {
  /** Writes every full segment that is missing, and resolves with how many there were. */
  run(): Promise<number>;
}

/**
 * Writes segments behind the accept path. The first run looks at every account, later ones at those that accepted mail
 * since. After each segment it rests as long as that took, so that it never has more than half a core. Several processes
 * may do so at once: a segment is written by one of them.
 */
export function createSegmenter(db: Database, rest: (ms: number) => Promise<void> = sleep): Segmenter {
  let since: string | undefined;
  return {
    async run() {
      let written = 0;
      const seen = await accountsWithMail(db, since ?? LEAST_UUID);
      const batches = since === undefined ? allAccounts(db) : inBatches(seen.map(({ account_id: id }) => id));
      for await (const accountIds of batches) {
        for (const { account_id: accountId } of await accountsToSegment(db, accountIds, SEGMENT_MESSAGES)) {
          written += await segmentAccount(db, accountId, rest);
        }
      }
      // Only now, so that a run that fails is made good by the next.
      since = seen.reduce((greatest, { last_id: id }) => {
        const place = leastUuidOf(Math.max(0, timeOfUuid(id) - MARGIN_MS));
        return place > greatest ? place : greatest;
      }, since ?? LEAST_UUID);
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
  let after = last?.last_id ?? LEAST_UUID;
  for (let written = 0; ; written += 1) {
    const beganAt = performance.now();
    const messages = await messagesBehind(db, accountId, after, SEGMENT_MESSAGES);
    const [from, to] = [messages[0]?.id, messages.at(-1)?.id];
    if (messages.length < SEGMENT_MESSAGES || from === undefined || to === undefined) return written;
    const [row] = await insertSegment(db, accountId, from, to, termsOf(accountId, messages));
    // Another process is at this account, and goes on.
    if (!row) return written;
    after = to;
    await rest(performance.now() - beganAt);
  }
}

/** What the messages of a segment are found by. */
function termsOf(accountId: number, messages: readonly SegmentedRow[]): number[] {
  const terms = new Set<number>();
  for (const { recipients, subject, tag } of messages) {
    for (const text of [subject, tag ?? '', ...recipients]) addGrams(terms, accountId, text);
  }
  return [...terms].toSorted((a, b) => a - b);
}

/** Forgets the segments of messages that are not kept any more. */
export async function purgeSegments(db: Database, retentionDays: number): Promise<void> {
  await deleteOldSegments(db, retentionDays);
}

import { leastUuidOf, timeOfUuid } from '../../../base/ids.ts';
import { WEBHOOK_LOG_DAYS } from './health.ts';
import { forbidLogSorting } from './log-queries.ts';
import type { LogParts } from './log.ts';
import { countStretches, oldestOnTimeline, type StretchRow } from './timeline-queries.ts';
import { DELIVERY_STATES } from './types.ts';

/** Stretches of a time line at most: as many as a screen can show apart. */
export const MAX_STRETCHES = 144;
/** How long a stretch may be: lengths that people count in. */
const STEPS_SECONDS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 10_800, 21_600];
export const MAX_TIMELINE_MS = (WEBHOOK_LOG_DAYS + 1) * 86_400_000;

/** A span of time, in whole stretches of the same length. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** What a time line shows. */
export interface TimelineRequest {
  readonly span: Span;
  /** The deliveries that this replay made; undefined: those that none did. */
  readonly replayId: string | undefined;
}

/** What became of deliveries; how each fares is said by its last attempt. */
interface Counts {
  received: number;
  /** The last attempt had another answer than 2xx, or none. */
  failed: number;
  /** Not tried yet. */
  waiting: number;
  /** They came up while the webhook was disabled. */
  held: number;
}

/** The span that covers two moments with at most MAX_STRETCHES stretches of the shortest length that does. Pure. */
export function spanOf(fromMs: number, toMs: number): Span {
  const stepSeconds =
    STEPS_SECONDS.find(
      (seconds) => Math.ceil(toMs / 1000 / seconds) - Math.floor(fromMs / 1000 / seconds) <= MAX_STRETCHES,
    ) ?? 86_400;
  const stepMs = stepSeconds * 1000;
  return { fromMs: Math.floor(fromMs / stepMs) * stepMs, toMs: Math.ceil(toMs / stepMs) * stepMs, stepMs };
}

/**
 * How the deliveries of a span fared, stretch by stretch, and how their receiver answered in all. What replays made is
 * left out unless one is asked for: an event stands where it first came up. `is_complete` is false when the span holds more than can be looked
 * at; then only what came up from `looked_from` on is counted.
 */
export async function readTimeline({ db }: LogParts, accountId: number, { replayId, span }: TimelineRequest) {
  const { fromMs, stepMs, toMs } = span;
  const above = leastUuidOf(fromMs);
  const below = leastUuidOf(toMs);
  const { oldest, rows } = await db.transaction(async (tx) => {
    await forbidLogSorting(tx);
    const counted = await countStretches(tx, accountId, above, below, fromMs, stepMs, replayId ?? null);
    return { rows: counted, oldest: (await oldestOnTimeline(tx, accountId, above, below))[0] };
  });
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    step_seconds: stepMs / 1000,
    is_complete: oldest === undefined,
    looked_from: new Date(oldest ? timeOfUuid(oldest.id) : fromMs).toISOString(),
    data: stretchesOf(span, rows),
    answers: answersOf(rows),
  };
}

/** Every stretch, also those in which nothing came up. Pure. */
export function stretchesOf({ fromMs, stepMs, toMs }: Span, rows: readonly StretchRow[]) {
  const counts = Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, emptyCounts);
  for (const row of rows) {
    const stretch = counts[row.stretch];
    if (stretch) stretch[fateOf(row)] += row.deliveries;
  }
  return counts.map((each, index) => Object.assign({ at: new Date(fromMs + index * stepMs).toISOString() }, each));
}

function emptyCounts(): Counts {
  return { received: 0, failed: 0, waiting: 0, held: 0 };
}

function fateOf({ answer, state }: StretchRow): keyof Counts {
  const name = DELIVERY_STATES[state];
  if (name === 'received' || name === 'held') return name;
  return answer === null ? 'waiting' : 'failed';
}

/** How often each answer came, most often first; null is no answer. Pure. */
export function answersOf(rows: readonly StretchRow[]): { answer: number | null; deliveries: number }[] {
  const sums = new Map<number, number>();
  for (const { answer, deliveries } of rows) {
    if (answer !== null) sums.set(answer, (sums.get(answer) ?? 0) + deliveries);
  }
  return [...sums]
    .map(([answer, deliveries]) => ({ answer: answer === 0 ? null : answer, deliveries }))
    .toSorted((a, b) => b.deliveries - a.deliveries);
}

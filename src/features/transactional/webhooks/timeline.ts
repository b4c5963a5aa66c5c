import { leastUuidOf, timeOfUuid } from '../../../base/ids.ts';
import { WEBHOOK_LOG_DAYS } from './health.ts';
import { forbidLogSorting } from './log-queries.ts';
import type { LogParts } from './log.ts';
import { countStretches, oldestOnTimeline, type StretchRow } from './timeline-queries.ts';
import { DELIVERY_STATES } from './types.ts';

/** Maximum number of intervals in a timeline. */
export const MAX_STRETCHES = 144;
/** Possible lengths of an interval in seconds. */
const STEPS_SECONDS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 10_800, 21_600];
export const MAX_TIMELINE_MS = (WEBHOOK_LOG_DAYS + 1) * 86_400_000;

/** A time span, divided into intervals of equal length. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** Parameters of a timeline. */
export interface TimelineRequest {
  readonly span: Span;
  /** Selects the deliveries of this replay. If undefined, selects deliveries that no replay created. */
  readonly replayId: string | undefined;
}

/** Number of deliveries by the result of the last attempt. */
interface Counts {
  received: number;
  /** The last attempt had no response, or a status other than 2xx. */
  failed: number;
  /** No attempt has been made yet. */
  waiting: number;
  /** The delivery is held. */
  held: number;
}

/** Returns the shortest span that includes both times and has at most MAX_STRETCHES intervals. Pure. */
export function spanOf(fromMs: number, toMs: number): Span {
  const stepSeconds =
    STEPS_SECONDS.find(
      (seconds) => Math.ceil(toMs / 1000 / seconds) - Math.floor(fromMs / 1000 / seconds) <= MAX_STRETCHES,
    ) ?? 86_400;
  const stepMs = stepSeconds * 1000;
  return { fromMs: Math.floor(fromMs / stepMs) * stepMs, toMs: Math.ceil(toMs / stepMs) * stepMs, stepMs };
}

/**
 * Returns the results of a span's deliveries by interval, and the response counts for the whole span. Deliveries of
 * replays are excluded unless a replay is selected, so that an event counts when it was first delivered. If the span
 * has too many deliveries, `is_complete` is false and only deliveries from `covered_from` on are counted.
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
    covered_from: new Date(oldest ? timeOfUuid(oldest.id) : fromMs).toISOString(),
    data: stretchesOf(span, rows),
    answers: answersOf(rows),
  };
}

/** Returns all intervals, including empty ones. Pure. */
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

/** Returns the number of deliveries for each response, most frequent first. Null means no response. Pure. */
export function answersOf(rows: readonly StretchRow[]): { answer: number | null; deliveries: number }[] {
  const sums = new Map<number, number>();
  for (const { answer, deliveries } of rows) {
    if (answer !== null) sums.set(answer, (sums.get(answer) ?? 0) + deliveries);
  }
  return [...sums]
    .map(([answer, deliveries]) => ({ answer: answer === 0 ? null : answer, deliveries }))
    .toSorted((a, b) => b.deliveries - a.deliveries);
}

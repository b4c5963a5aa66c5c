import type { Answer } from '../../api.ts';
import type { Range } from '../../components/chart-scale.ts';

type Timeline = Answer<'GET /dashboard/webhook/timeline'>;
export type Stretch = Timeline['data'][number];

/**
 * Maximum number of intervals without failures between two failures of the same outage.
 */
const PAUSE = 2;
const MAX_OUTAGES = 5;

const HOUR_MS = 3_600_000;
export const SPANS = [
  { value: '1h', label: 'Last hour', ms: HOUR_MS },
  { value: '4h', label: 'Last 4 hours', ms: 4 * HOUR_MS },
  { value: '', label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { value: '7d', label: 'Last 7 days', ms: 168 * HOUR_MS },
  { value: '30d', label: 'Last 30 days', ms: 720 * HOUR_MS },
] as const;

/**
 * Returns the API parameters of a timeline. The timeline ends with the current minute, so that a reload sends the same
 * request.
 */
export function timesOf(span: string | undefined, nowMs: number): { created_after: string; created_before: string } {
  const { ms } = SPANS.find(({ value }) => value === (span ?? '')) ?? SPANS[2];
  const endMs = Math.ceil(nowMs / 60_000) * 60_000;
  return { created_after: new Date(endMs - ms).toISOString(), created_before: new Date(endMs).toISOString() };
}

/**
 * Returns the shortest time span that includes a time and ends now. Returns undefined if no time span is long enough.
 * Pure.
 */
export function spanOver(fromMs: number, nowMs: number): string | undefined {
  return SPANS.find(({ ms }) => nowMs - fromMs <= ms)?.value;
}

/**
 * Returns the outages, which are ranges of intervals with failed deliveries. The outage with the most failures is
 * first. Returns at most `MAX_OUTAGES`. Pure.
 */
export function outagesOf(stretches: readonly Stretch[]): (Range & { readonly failed: number })[] {
  const found: { first: number; last: number; failed: number }[] = [];
  for (const [index, { failed }] of stretches.entries()) {
    if (failed === 0) continue;
    const open = found.at(-1);
    if (open && index - open.last <= PAUSE + 1) {
      open.last = index;
      open.failed += failed;
    } else found.push({ first: index, last: index, failed });
  }
  return found.toSorted((a, b) => b.failed - a.failed).slice(0, MAX_OUTAGES);
}

/** Returns the numbers of deliveries in a range by result. Pure. */
export function sumOf(stretches: readonly Stretch[], { first, last }: Range): Omit<Stretch, 'at'> {
  const sum = { received: 0, failed: 0, waiting: 0, held: 0 };
  for (const { failed, held, received, waiting } of stretches.slice(first, last + 1)) {
    sum.received += received;
    sum.failed += failed;
    sum.waiting += waiting;
    sum.held += held;
  }
  return sum;
}

/** Returns the start time and the end time of a range. Pure. */
export function momentsOf(
  { data, step_seconds: step }: Timeline,
  { first, last }: Range,
): { from: string; to: string } {
  const from = data[first]?.at ?? '';
  const end = Date.parse(data[last]?.at ?? '') + step * 1000;
  return { from, to: Number.isNaN(end) ? '' : new Date(end).toISOString() };
}

/** Returns the range of intervals between two times. Returns undefined if the times are outside the timeline. Pure. */
export function rangeOf({ data, step_seconds: step }: Timeline, from = '', to = ''): Range | undefined {
  const beganMs = Date.parse(data[0]?.at ?? '');
  const stepMs = step * 1000;
  const first = Math.max(0, Math.floor((Date.parse(from) - beganMs) / stepMs));
  const last = Math.min(data.length - 1, Math.ceil((Date.parse(to) - beganMs) / stepMs) - 1);
  return first <= last && first < data.length && last >= 0 ? { first, last } : undefined;
}

/** Choices for which deliveries to replay, each with its API filter. */
export const CHOICES = [
  { value: 'failed', label: 'Failed events', filter: { answer: '3xx,4xx,5xx,none' } },
  { value: 'held', label: 'Held events', filter: { state: 'held' } },
  { value: 'all', label: 'All events', filter: {} },
] as const;

/** Returns the number of deliveries that a choice would replay. */
export function countOf(choice: string, sum: Omit<Stretch, 'at'>): number {
  if (choice === 'failed') return sum.failed;
  return choice === 'held' ? sum.held : sum.received + sum.failed + sum.waiting + sum.held;
}

/** Returns the progress of a replay through its range, from 0 to 1. Pure. */
export function progressOf(replay: Answer<'GET /transactional/webhook/replays/{id}'>): number {
  if (replay.state === 'done') return 1;
  const from = Date.parse(replay.filter['created_after'] ?? '');
  const to = Math.min(Date.parse(replay.until), Date.parse(replay.filter['created_before'] ?? replay.until));
  const at = Date.parse(replay.covered_until);
  const share = (at - from) / (to - from);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
}

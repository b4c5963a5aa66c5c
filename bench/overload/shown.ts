import { shown } from '../measure.ts';
import type { Load } from './load.ts';

/** A load in one line. */
export function describe(load: Load): string {
  const statuses = Object.entries(load.statuses)
    .map(([status, count]) => `${status}: ${shown(count)}`)
    .join(' ');
  const late = load.latestMs > 100 ? `   callers late by up to ${shown(load.latestMs)} ms` : '';
  return (
    `${shown(load.offeredPerSecond)}/s offered, ${shown(load.acceptedPerSecond)}/s accepted   ` +
    `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms   ${statuses}${late}`
  );
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

import { row } from '../measure.ts';

/** Samples before this part of a run are warm-up: caches fill, functions are compiled, tables get their first pages. */
const WARM_UP_PART = 0.25;
const PER = 100_000;

/** A figure over the run: how many mails had been delivered, and its value then. */
export type Series = readonly (readonly [messages: number, value: number])[];

/** The slope of the least squares through the points; 0 of fewer than two. */
function slopeOf(points: Series): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

/** Prints how a figure went, its slope after the warm-up, and whether that is allowed; no limit says that it may grow. */
export function printSlope(name: string, series: Series, allowed: number | undefined): void {
  const settled = series.slice(Math.floor(series.length * WARM_UP_PART));
  const slope = slopeOf(settled) * PER;
  const values = settled.map(([, value]) => value);
  const went = `${figure(values[0] ?? 0)} to ${figure(values.at(-1) ?? 0)}, at most ${figure(Math.max(...values))}`;
  const limit = allowed === undefined ? 'grows by design' : `allowed ${allowed}${slope > allowed ? '   MISSED' : ''}`;
  row(name, `${went.padEnd(40)} ${slope >= 0 ? '+' : ''}${slope.toFixed(2)} per 100,000 (${limit})`);
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

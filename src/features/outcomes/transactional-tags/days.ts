import type { Clock } from '../../../base/clock.ts';

export const DAY_MS = 86_400_000;
/** Number of days in totals, and in statistics without a requested period. */
export const DEFAULT_DAYS = 30;
/** Maximum number of days in statistics: one year, and 35 earlier days for comparison. */
export const MAX_DAYS = 400;

/** Returns the start of the current UTC day, in milliseconds. */
export function startOfToday(clock: Clock): number {
  return Math.floor(clock.now() / DAY_MS) * DAY_MS;
}

/**
 * Returns the start, in milliseconds, of a period that lasts `days` days and ends with the given day. Never before the
 * Unix epoch.
 */
export function startOfPeriod(lastDayMs: number, days: number): number {
  return Math.max(0, lastDayMs - (days - 1) * DAY_MS);
}

/** Returns the start of a UTC day (`YYYY-MM-DD`, 1970 or later) in milliseconds, or undefined for any other text. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Some JavaScript engines parse February 30 as a day in March.
  return time >= 0 && dateOf(time) === text ? time : undefined;
}

/** Formats a timestamp as a UTC date (`YYYY-MM-DD`). */
export function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

import type { Clock } from '../../../base/clock.ts';

export const DAY_MS = 86_400_000;
/** Days of totals, and of statistics that name no period. */
export const DEFAULT_DAYS = 30;
/** Days of statistics at most: a year and what went before it for comparison. */
export const MAX_DAYS = 400;

/** The beginning of the present UTC day, in milliseconds. */
export function startOfToday(clock: Clock): number {
  return Math.floor(clock.now() / DAY_MS) * DAY_MS;
}

/** The beginning of a period of so many days that ends with a day; never before 1970. */
export function startOfPeriod(lastDayMs: number, days: number): number {
  return Math.max(0, lastDayMs - (days - 1) * DAY_MS);
}

/** The beginning of a UTC day `YYYY-MM-DD` of 1970 or later, in milliseconds; undefined for anything else. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // The 30th of February is read as a day of March by some.
  return time >= 0 && dateOf(time) === text ? time : undefined;
}

/** `YYYY-MM-DD` of a time, in UTC. */
export function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

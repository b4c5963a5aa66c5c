import { Type } from 'typebox';
import { parseIsoTime } from '../../../base/iso-time.ts';

/** Reports an error. The message is appended to the name of the condition, for example: `must be a date.` */
export type Complain = (sentence: string) => void;

/** A time, or a number of days before or after the time at which the filter is evaluated. */
export type Moment = Date | RelativeDays;
export type RelativeDays = `${number} days ago` | `in ${number} days`;

/** Maximum number of days in a relative date. */
export const MAX_DAYS = 36_500;
const DAY_MS = 86_400_000;
const RELATIVE = /^(?:(\d{1,6}) days? ago|in (\d{1,6}) days?)$/i;

export const MOMENT_SCHEMA = Type.Union([
  Type.String({ format: 'date-time' }),
  Type.String({ pattern: '^([0-9]+ days? ago|in [0-9]+ days?)$' }),
]);

/**
 * Parses a time or a relative date, such as `30 days ago` or `in 7 days`. If the value is neither, calls `complain` and
 * returns undefined.
 */
export function parseMoment(value: unknown, complain: Complain): Moment | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const days = RELATIVE.exec(text);
  if (days) return parseRelative(days, complain);
  const time = parseIsoTime(text);
  if (time !== undefined) return new Date(time);
  complain(
    'must be an ISO 8601 date or date-time, for example 2026-01-31 or 2026-01-31T12:00:00Z, or a relative date such as `30 days ago`.',
  );
  return undefined;
}

function parseRelative([, ago, ahead]: RegExpExecArray, complain: Complain): RelativeDays | undefined {
  const days = Number(ago ?? ahead);
  if (days <= MAX_DAYS) return ago === undefined ? `in ${days} days` : `${days} days ago`;
  complain(`must be at most ${MAX_DAYS} days before or after today.`);
  return undefined;
}

/** Returns whether a string is a relative date in the form that `parseMoment` returns. Pure. */
export function isRelative(text: string): text is RelativeDays {
  return RELATIVE.test(text);
}

/** Converts a relative date to a time. Returns an absolute time unchanged. Every day counts as 24 hours. Pure. */
export function timeOf(moment: Moment, now: Date): Date {
  if (moment instanceof Date) return moment;
  const [, ago, ahead] = RELATIVE.exec(moment) ?? [];
  return daysAfter(now, Number(ahead ?? 0) - Number(ago ?? 0));
}

/** Returns a time plus a number of days. Pure. */
export function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS);
}

/** Formats a time or a relative date, for example `30 days ago` or `2026-01-31T00:00:00.000Z`. Pure. */
export function momentWords(moment: Moment): string {
  return moment instanceof Date ? moment.toISOString() : moment;
}

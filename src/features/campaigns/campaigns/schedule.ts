import { readIsoTime } from '../../../base/iso-time.ts';

const DAY_MS = 86_400_000;

/**
 * Converts a time to milliseconds since the Unix epoch, or returns undefined for an invalid time. A time with an offset
 * is exact. A time without an offset is a local time in the given zone. If clocks are set back and the time occurs
 * twice, the first occurrence is used. If clocks are set forward and the time is skipped, the time moves by the size of
 * the gap (02:30 becomes 03:30). Throws RangeError for an unknown zone. Pure.
 */
export function momentOf(given: string, timeZone: string): number | undefined {
  const time = readIsoTime(given);
  if (!time) return undefined;
  return time.hasZone ? time.ms : momentOnClock(time.ms, timeZone);
}

/** Converts a local time, given as if it were UTC (`shown`), to milliseconds since the Unix epoch. */
function momentOnClock(shown: number, timeZone: string): number {
  const offsetAt = offsets(timeZone);
  const before = offsetAt(shown - DAY_MS);
  const after = offsetAt(shown + DAY_MS);
  const fitting = [shown - before, shown - after].filter((moment) => moment + offsetAt(moment) === shown);
  // A skipped local time fits neither offset. With the offset before the change, the time moves forward by the size of
  // the gap.
  return fitting.length > 0 ? Math.min(...fitting) : shown - before;
}

/** Returns a function that returns the UTC offset of a zone at a given time, in milliseconds. */
function offsets(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'iso8601',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    // Years before 1 are not supported: the formatter writes them without a sign, and no campaign is scheduled for such
    // a year.
    const whole = Math.floor(moment / 1000) * 1000;
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(whole)) part[type] = Number(value);
    const { day = 0, hour = 0, minute = 0, month = 0, second = 0, year = 0 } = part;
    const shown = new Date(0);
    shown.setUTCFullYear(year, month - 1, day);
    return shown.setUTCHours(hour, minute, second) - whole;
  };
}

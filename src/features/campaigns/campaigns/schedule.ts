import { readIsoTime } from '../../../base/iso-time.ts';

const DAY_MS = 86_400_000;

/**
 * The moment that a time means, in milliseconds; undefined for what is none. With an offset it is exact. Without one it is what
 * the clocks of the zone show: of an hour that they pass twice the first, of one that they leave out the same time after the
 * change (02:30 is 03:30). Pure. Throws RangeError for a zone that does not exist.
 */
export function momentOf(given: string, timeZone: string): number | undefined {
  const time = readIsoTime(given);
  if (!time) return undefined;
  return time.hasZone ? time.ms : momentOnClock(time.ms, timeZone);
}

/** `shown` is what a clock of the zone shows, written as if it were UTC. */
function momentOnClock(shown: number, timeZone: string): number {
  const offsetAt = offsets(timeZone);
  const before = offsetAt(shown - DAY_MS);
  const after = offsetAt(shown + DAY_MS);
  const fitting = [shown - before, shown - after].filter((moment) => moment + offsetAt(moment) === shown);
  // Of a time that the clocks leave out, the offset before the change leads behind it.
  return fitting.length > 0 ? Math.min(...fitting) : shown - before;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
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
    // Of years before 1 there are no times to be sent at; the format writes them without their sign.
    const whole = Math.floor(moment / 1000) * 1000;
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(whole)) part[type] = Number(value);
    const { day = 0, hour = 0, minute = 0, month = 0, second = 0, year = 0 } = part;
    const shown = new Date(0);
    shown.setUTCFullYear(year, month - 1, day);
    return shown.setUTCHours(hour, minute, second) - whole;
  };
}

/** The name by which a time zone is known, or undefined when there is none of that name. */
export function timeZoneNamed(given: string): string | undefined {
  try {
    // Offsets are no names: they know no summer time.
    if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(given)) return undefined;
    const known = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
    // A zone of two names is called as it was given: the library prefers some that nobody uses any more.
    return known.toLowerCase() === given.toLowerCase() ? known : given;
  } catch {
    // The library's way to say that it knows no such zone.
    return undefined;
  }
}

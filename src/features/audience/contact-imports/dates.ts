/** Which comes first in dates like 3/4/2026. */
export type DateOrder = 'month_first' | 'day_first';

/** `2026-01-31`, with a time behind a space or T, seconds, fractions, and a zone: Z, UTC, GMT, +02:00, `+0000 UTC`. */
const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?(?:\s+[A-Z]{1,5})?$/i;
/** `31.1.2026`, `1/31/2026 9:05 PM`. */
const YEAR_LAST =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AP]M)?)?\s*(Z|UTC|GMT)?$/i;
/** Nobody subscribed before there was mail. */
const FIRST_YEAR = 1970;

/** A time as files have it, without a zone taken for UTC; undefined for what is none. Pure. */
export function timeOf(given: string, order: DateOrder): Date | undefined {
  const text = given.trim();
  const first = YEAR_FIRST.exec(text);
  if (first) {
    const [, year, month, day, hour, minute, second, fraction, zone] = first;
    const time = made([year, month, day, hour, minute, second], zone);
    return time && new Date(time.getTime() + Number((fraction ?? '.').slice(1, 4).padEnd(3, '0')));
  }
  const last = YEAR_LAST.exec(text);
  if (!last) return undefined;
  const [, one, mark, two, year, hour, minute, second, half] = last;
  const isDayFirst = mark === '.' || order === 'day_first';
  const [day, month] = isDayFirst ? [one, two] : [two, one];
  return made([year, month, day, hourOf(hour, half), minute, second], undefined);
}

/** What the dates of a column say of their order: a number above 12 is a day. Undefined when they do not say. Pure. */
export function orderOf(texts: readonly string[]): DateOrder | undefined {
  for (const text of texts) {
    const [, one, , two] = YEAR_LAST.exec(text.trim()) ?? [];
    if (Number(one) > 12) return 'day_first';
    if (Number(two) > 12) return 'month_first';
  }
  return undefined;
}

function hourOf(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || half === undefined) return hour;
  const number = Number(hour) % 12;
  return String(half.toUpperCase() === 'PM' ? number + 12 : number);
}

function made(parts: readonly (string | undefined)[], zone: string | undefined): Date | undefined {
  const numbers = parts.map((part) => Number(part ?? 0));
  const [year = 0, month = 0, ...rest] = numbers;
  const time = new Date(Date.UTC(year, month - 1, ...rest));
  const read = [
    time.getUTCFullYear(),
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ];
  // A day that its month does not have is read as one of the next.
  if (year < FIRST_YEAR || read.some((number, at) => number !== numbers[at])) return undefined;
  return new Date(time.getTime() - offsetMs(zone));
}

/** Of `+02:00`; of names that all mean UTC none. */
function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

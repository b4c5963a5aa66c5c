const NUMBER = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 2 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const BYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats 41208 as 41,208. */
export function count(value: number): string {
  return NUMBER.format(value);
}

/** Formats a number in a short form for axes: for example, 41208 becomes 41.2K. */
export function compact(value: number): string {
  return COMPACT.format(value);
}

/** Formats `part` as a percentage of `whole`. Returns a dash if `whole` is zero. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : PERCENT.format(part / whole);
}

/** Returns `1 message` or `2 messages`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${noun(value, one, many)}`;
}

/** Returns the singular or plural form of a noun for a number, without the number itself. */
export function noun(value: number, one: string, many = `${one}s`): string {
  return value === 1 ? one : many;
}

/** Formats a number of bytes in bytes, kB, MB, or GB. These units are powers of 1,000. */
export function size(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, 'byte');
  if (bytes < 1_000_000) return `${BYTES.format(bytes / 1_000)} kB`;
  return bytes < 1_000_000_000 ? `${BYTES.format(bytes / 1_000_000)} MB` : `${BYTES.format(bytes / 1_000_000_000)} GB`;
}

/** Converts an API status to words: for example, `pending_dns` becomes `pending dns`. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Returns a text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Formats a duration, given in milliseconds, in a suitable unit. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`;
}

const DAY = { day: 'numeric', month: 'short' } as const;

/**
 * Formats a date and time in the user's time zone, such as `21 Nov, 09:10`. Adds the year if it is not the year of
 * `now`, as in `21 Nov 2024, 09:10`.
 */
export function dayAndTime(moment: Date, now: Date = new Date()): string {
  const isSameYear = moment.getFullYear() === now.getFullYear();
  return dated(moment, { ...DAY, hour: '2-digit', minute: '2-digit' }, isSameYear);
}

/** Formats a date in UTC, such as `21 Nov`. Adds the year if it is not the year of `now`, as in `21 Nov 2024`. */
export function utcDay(moment: Date, now: Date = new Date()): string {
  return dated(moment, { ...DAY, timeZone: 'UTC' }, moment.getUTCFullYear() === now.getUTCFullYear());
}

function dated(moment: Date, options: Intl.DateTimeFormatOptions, isSameYear: boolean): string {
  return moment.toLocaleString('en-GB', isSameYear ? options : { ...options, year: 'numeric' });
}

/** Returns the English name of a language by its BCP 47 tag. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
}

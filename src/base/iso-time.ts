const CALENDAR = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?$/;
const ZONE = /(?:Z|[+\-−](\d{2}):?(\d{2})?)$/i;
const DAY_MS = 86_400_000;
const MAX_CHARACTERS = 64;

/** A parsed ISO 8601 time. */
export interface IsoTime {
  /** Milliseconds since the Unix epoch. A time without a zone is UTC. */
  readonly ms: number;
  readonly hasZone: boolean;
}

/**
 * Parses an ISO 8601 date or date-time into milliseconds since the Unix epoch. Returns undefined for invalid input such
 * as February 30. A date without a time is the start of the day, and a time without a zone is UTC. Hyphens and colons
 * are optional. Accepts a space instead of the T and of the zone's plus sign, because a query string decodes a plus as
 * a space. Accepts the years 0001 to 9999. Pure.
 */
export function parseIsoTime(given: string): number | undefined {
  return readIsoTime(given)?.ms;
}

/** Parses a time as `parseIsoTime` does, and also returns whether it has a zone. Pure. */
export function readIsoTime(given: string): IsoTime | undefined {
  const text = given.trim();
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, date = '', rest] = /^([^T\s]+)(?:[T\s]\s*(.+))?$/i.exec(text) ?? [];
  const day = dayOf(date.toUpperCase());
  if (day === undefined) return undefined;
  if (rest === undefined) return { ms: day, hasZone: false };
  const zoned = rest.replace(/\s(?=\d{2}:?(?:\d{2})?$)/, '+').replaceAll(/\s/g, '');
  const zone = ZONE.exec(zoned);
  const time = timeOf(zone ? zoned.slice(0, zone.index) : zoned);
  const offset = zone ? offsetOf(zone) : 0;
  if (time === undefined || offset === undefined) return undefined;
  return { ms: day + time - offset, hasZone: zone !== null };
}

function dayOf(date: string): number | undefined {
  const [, year, month, day] = CALENDAR.exec(date) ?? [];
  // A four-digit year followed by only one hyphen is invalid.
  if (year === undefined || date.split('-').length === 2) return undefined;
  return dayAt(Number(year), Number(month), Number(day));
}

function dayAt(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}

/**
 * Parses a time of day into milliseconds since midnight. 24:00 is the end of the day. Accepts second 60, a leap second.
 */
function timeOf(text: string): number | undefined {
  const parts = TIME.exec(text);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [1, 2, 3].map((part) => Number(parts[part] ?? 0)) as [number, number, number];
  const millis = Math.floor(Number(`0.${parts[4] ?? '0'}`) * 1000);
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
  return minutes < 60 && seconds <= 60 && time <= DAY_MS ? time : undefined;
}

function offsetOf([text, hours = '0', minutes = '0']: RegExpExecArray): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return text.startsWith('+') ? size : -size;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WALL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/**
 * Returns the instants at which clocks in a time zone show a date and time such as `2026-03-29T02:30`. Usually, there
 * is exactly one. There is none if daylight saving time skips the time or the input is invalid, and there are two if
 * the time occurs twice. Pure.
 */
export function momentsAt(wall: string, zone: string): readonly Date[] {
  const wallMs = wallMsOf(wall);
  if (wallMs === undefined) return [];
  const offsets = new Set([offsetAt(wallMs - DAY_MS, zone), offsetAt(wallMs + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => wallMs - offset)
    .filter((ms) => ms + offsetAt(ms, zone) === wallMs)
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms));
}

/**
 * Returns the date and time that clocks show in place of a skipped time: the skipped time plus the size of the gap.
 * Returns undefined if the input is invalid. Pure.
 */
export function wallAfterGap(wall: string, zone: string): string | undefined {
  const wallMs = wallMsOf(wall);
  return wallMs === undefined ? undefined : wallAt(new Date(wallMs - offsetAt(wallMs - DAY_MS, zone)), zone);
}

/**
 * Returns the date and time that clocks in a time zone show at an instant, in the format of a date and time field.
 * Pure.
 */
export function wallAt(moment: Date, zone: string): string {
  const ms = moment.getTime();
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16);
}

/** Returns the offset of a time zone from UTC at an instant, such as `UTC+5:30`. Pure. */
export function offsetInWords(moment: Date, zone: string): string {
  const minutes = Math.round(offsetAt(moment.getTime(), zone) / MINUTE_MS);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Returns the user's time zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the time zones that the browser supports. UTC is first. */
export function knownZones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

function wallMsOf(wall: string): number | undefined {
  const [, year, month, day, hour, minute] = (WALL.exec(wall) ?? []).map(Number);
  if (year === undefined || month === undefined || minute === undefined) return undefined;
  const ms = Date.UTC(year, month - 1, day, hour, minute);
  return new Date(ms).toISOString().startsWith(wall) ? ms : undefined;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a time zone from UTC in milliseconds. Throws RangeError if the time zone is unknown. */
function offsetAt(ms: number, zone: string): number {
  const clock = clocks.get(zone) ?? clockOf(zone);
  clocks.set(zone, clock);
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { day, hour, minute, month = 1, second, year = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

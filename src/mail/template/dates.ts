const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;
const DIRECTIVE = /%([-^]?)([a-zA-Z%])/g;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Date and time fields in a time zone. */
interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

type Written = (moment: Moment) => string;

/** strftime directives by letter. */
const DIRECTIVES: Readonly<Record<string, Written>> = {
  Y: ({ year }) => String(year).padStart(4, '0'),
  y: ({ year }) => two(year % 100),
  m: ({ month }) => two(month),
  B: ({ month }) => MONTHS[month - 1] ?? '',
  b: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  d: ({ day }) => two(day),
  e: ({ day }) => String(day).padStart(2, ' '),
  A: ({ weekday }) => DAYS[weekday] ?? '',
  a: ({ weekday }) => (DAYS[weekday] ?? '').slice(0, 3),
  u: ({ weekday }) => String(weekday === 0 ? 7 : weekday),
  H: ({ hour }) => two(hour),
  I: ({ hour }) => two(hour % 12 === 0 ? 12 : hour % 12),
  l: ({ hour }) => String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, ' '),
  M: ({ minute }) => two(minute),
  S: ({ second }) => two(second),
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  P: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  F: (moment) => formatted(moment, '%Y-%m-%d'),
  D: (moment) => formatted(moment, '%m/%d/%y'),
  T: (moment) => formatted(moment, '%H:%M:%S'),
  R: (moment) => formatted(moment, '%H:%M'),
  '%': () => '%',
};

/** Returns the first unknown directive in a format, as written. */
export function unknownDirective(format: string): string | undefined {
  for (const [whole, , letter = ''] of format.matchAll(DIRECTIVE)) {
    if (!Object.hasOwn(DIRECTIVES, letter)) return whole;
  }
  return undefined;
}

/**
 * Creates a function that formats dates and times. It converts a time with an offset to the time zone, formats a date
 * (`2026-11-22`) or a time without an offset as is, and returns other values unchanged. Throws RangeError if the time
 * zone does not exist.
 */
export function createDateWriter(timeZone: string): (value: string, format: string) => string {
  const zone = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (value, format) => {
    const moment = momentOf(value.trim(), zone);
    return moment ? formatted(moment, format) : value;
  };
}

function momentOf(value: string, zone: Intl.DateTimeFormat): Moment | undefined {
  if (DATE.test(value)) return fieldsOf(new Date(`${value}T00:00:00Z`));
  if (!TIME.test(value)) return undefined;
  // A time without an offset is already in the time zone.
  if (!HAS_ZONE.test(value)) return fieldsOf(new Date(`${value.replace(' ', 'T')}Z`));
  const date = new Date(value.replace(' ', 'T'));
  if (Number.isNaN(date.getTime())) return undefined;
  const part: Record<string, number> = {};
  for (const { type, value } of zone.formatToParts(date)) part[type] = Number(value);
  const { day = 0, hour = 0, minute = 0, month = 0, second = 0, year = 0 } = part;
  return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

function fieldsOf(date: Date): Moment | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
  };
}

/** Formats a moment in time. `%-d` omits leading zeros and spaces, and `%^B` converts to uppercase. */
function formatted(moment: Moment, format: string): string {
  return format.replaceAll(DIRECTIVE, (whole, flag: string, letter: string) => {
    const text = Object.hasOwn(DIRECTIVES, letter) ? (DIRECTIVES[letter]?.(moment) ?? whole) : whole;
    if (flag === '-') return text.replace(/^[0 ]+(?=.)/, '');
    return flag === '^' ? text.toUpperCase() : text;
  });
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

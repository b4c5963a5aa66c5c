/** Order of day and month in dates like 3/4/2026. */
export type DateOrder = 'month_first' | 'day_first';

export interface ReadDate {
  /** Day in the time zone of the input, such as `2026-01-31`. */
  readonly day: string;
  /** Exact time. Input without a time zone is interpreted as UTC. */
  readonly at: Date;
  /**
   * Order of day and month in the input. `either` if both orders give a valid date. Undefined if the order does not
   * matter.
   */
  readonly order: DateOrder | 'either' | undefined;
}

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º)?`;
const MONTH_NAME = String.raw`(?<name>\p{L}{3,12})`;
const YEAR = String.raw`(?<year>\d{4}|\d\d)`;
const CLOCK = String.raw`(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?)?\s*(?<half>[ap]\.?m\.?)?`;
const ZONE = String.raw`(?<zone>Z|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?|[A-Z]{2,4})?(?:\s*\(?[A-Z][\p{L} ]{1,40}\)?)?`;
const REST = String.raw`(?:(?:,?\s+(?:at\s+|um\s+)?|T)${CLOCK}\s*${ZONE})?`;
const OF = String.raw`[\s.,/-]{1,3}(?:de\s+)?`;

const pattern = (...parts: readonly string[]): RegExp => new RegExp(`^${parts.join('')}$`, 'iu');

/**
 * Matches `2026-01-31T08:15:00.5+01`, `2026/1/31 8:15 PM`, and times as Go prints them, such as `2026-01-31 08:15:00
 * +0000 UTC`.
 */
const YEAR_FIRST = pattern(String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`, REST);
/** Matches `20260131` and `20260131T081500Z`. */
const COMPACT =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T?(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?<zone>Z)?)?$/i;
/** Matches `31.1.2026` and `1/31/26 9:05 PM`. The date order determines which number is the month. */
const YEAR_LAST = pattern(String.raw`(?<one>\d{1,2})(?<mark>[-/.])(?<two>\d{1,2})\k<mark>`, YEAR, REST);
/** Match dates with month names, including the formats of RFC 5322 section 3.3, RFC 850 and asctime. */
const NAMED = [
  pattern(DAY, OF, MONTH_NAME, OF, YEAR, REST),
  pattern(MONTH_NAME, OF, DAY, OF, YEAR, REST),
  pattern(String.raw`(?<year>\d{4})`, OF, MONTH_NAME, OF, DAY, REST),
  pattern(
    MONTH_NAME,
    String.raw`\s+`,
    DAY,
    String.raw`\s+`,
    CLOCK,
    String.raw`\s+`,
    ZONE,
    String.raw`\s*(?<year>\d{4})`,
  ),
];
const WEEKDAY = /^\p{L}{2,12}\.?,?\s+(?=\p{L}{3,}\.?\s+\d|\d)/u;
/** Matches Unix timestamps in seconds (for dates from 1973 on) or milliseconds. */
const UNIX = /^(?<seconds>[1-9]\d{8,9})(?:\.\d{1,9})?$|^(?<milliseconds>[1-9]\d{11,12})$/;

/**
 * Match the first letters of month names, with or without accents, in English, German, French, Spanish, Italian,
 * Portuguese and Dutch.
 */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|jän)/,
  /^(?:feb|fev|fév)/,
  /^(?:mar|mär|mae|maa|mrt)(?!t$)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag|mei)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aou|aoû|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|out|ott)/,
  /^nov/,
  /^(?:dec|dez|déc|dic)/,
];
/**
 * UTC offsets of time zone names, in hours, for the zones of RFC 5322 section 4.3 and Europe. Other names are
 * ambiguous.
 */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  mez: 1,
  mesz: 2,
  eet: 2,
  eest: 3,
};
const FIRST_YEAR = 1000;
/** Two-digit years below this number belong to the 21st century, as in Excel. */
const PIVOT = 30;

/** Parses a date or time in the formats that occur in files. Returns undefined for any other string. Pure. */
export function readDate(given: string, order: DateOrder): ReadDate | undefined {
  const text = given.trim();
  if (text.length > 80 || !/\d/.test(text)) return undefined;
  const unix = unixTime(text);
  if (unix) return unix;
  const first = (YEAR_FIRST.exec(text) ?? COMPACT.exec(text))?.groups;
  if (first) return made(first, Number(first['month']), Number(first['day']), undefined);
  const last = YEAR_LAST.exec(text)?.groups;
  if (last) return inOrder(last, order);
  return withMonthName(text) ?? withMonthName(text.replace(WEEKDAY, ''));
}

type Parts = Readonly<Record<string, string | undefined>>;

function unixTime(text: string): ReadDate | undefined {
  const unix = UNIX.exec(text)?.groups;
  if (!unix) return undefined;
  const at = new Date(unix['seconds'] === undefined ? Number(text) : Math.trunc(Number(text) * 1000));
  return { day: at.toISOString().slice(0, 10), at, order: undefined };
}

function withMonthName(text: string): ReadDate | undefined {
  for (const each of NAMED) {
    const parts = each.exec(text)?.groups;
    if (parts) return made(parts, monthNamed(parts['name'] ?? ''), Number(parts['day']), undefined);
  }
  return undefined;
}

function inOrder(parts: Parts, order: DateOrder): ReadDate | undefined {
  const [one, two] = [Number(parts['one']), Number(parts['two'])];
  // Dates with dots always start with the day.
  if (parts['mark'] === '.') return made(parts, two, one, undefined);
  const dayFirst = made(parts, two, one, 'day_first');
  const monthFirst = made(parts, one, two, 'month_first');
  const read = order === 'day_first' ? dayFirst : monthFirst;
  if (!dayFirst || !monthFirst) return read;
  return read && { ...read, order: one === two ? undefined : 'either' };
}

/** Returns the order of day and month in a string, or false if the string is not a date in either order. Pure. */
export function orderShown(text: string): ReadDate['order'] | false {
  const read = readDate(text, 'day_first') ?? readDate(text, 'month_first');
  return read ? read.order : false;
}

function monthNamed(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.test(lower)) + 1;
}

function made(parts: Parts, month: number, day: number, order: ReadDate['order']): ReadDate | undefined {
  const year = yearOf(parts['year'] ?? '');
  const numbers = [year, month, day, hourOf(parts), Number(parts['minute'] ?? 0), Number(parts['second'] ?? 0)];
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(
    numbers[3] ?? 0,
    numbers[4],
    numbers[5],
    Number((parts['fraction'] ?? '').slice(0, 3).padEnd(3, '0')),
  );
  const read = [
    time.getUTCFullYear(),
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ];
  const offset = offsetMs(parts['zone']);
  // JavaScript turns a day that does not exist, such as February 30, into a day of the next month.
  if (offset === undefined || year < FIRST_YEAR || read.some((number, at) => number !== numbers[at])) return undefined;
  return { day: time.toISOString().slice(0, 10), at: new Date(time.getTime() - offset), order };
}

function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < PIVOT ? 2000 : 1900);
}

/** Returns the hour, or NaN for an hour that does not exist on a 12-hour clock. */
function hourOf({ half, hour }: Parts): number {
  const number = Number(hour ?? 0);
  if (half === undefined) return number;
  if (number < 1 || number > 12) return Number.NaN;
  return (number % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

/**
 * Returns the UTC offset of `+02:00`, `+02`, `GMT+0200` or a zone name, in milliseconds. Returns undefined for an
 * unknown name.
 */
function offsetMs(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const [, sign, hours, minutes = 0] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const named = ZONES[zone.toLowerCase()];
  return named === undefined ? undefined : named * 3_600_000;
}

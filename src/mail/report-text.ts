/** Maximum length of text that is stored from a report, in characters. */
export const MAX_REPORT_TEXT_CHARACTERS = 255;
/** Maximum value of a count in a report. */
export const MAX_REPORT_COUNT = 1_000_000_000_000;

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const IPV6_CHARACTERS = /^[0-9a-f:.]{2,45}$/;

/** The error message for a rejected report. */
export interface ReportFault {
  readonly fault: string;
}

/** Returns true if a report parser returned an error instead of a report. */
export function isReportFault(value: object): value is ReportFault {
  return 'fault' in value;
}

/**
 * Sanitizes untrusted text for storage and display: no control characters, no lone surrogates, at most 255 characters.
 */
export function reportText(given: unknown): string {
  if (typeof given !== 'string') return '';
  // Truncate first, to limit the cost of the following steps.
  const start = given.slice(0, 4 * MAX_REPORT_TEXT_CHARACTERS).replaceAll(CONTROL_CHARACTERS, ' ');
  return start.trim().slice(0, MAX_REPORT_TEXT_CHARACTERS).toWellFormed().trim();
}

/** Returns a domain name in lower case without a trailing dot, or undefined if it is invalid. */
export function reportDomain(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 1_000) return undefined;
  const name = given.trim().toLowerCase().replace(/\.$/, '');
  return DOMAIN.test(name) ? name : undefined;
}

/**
 * Parses a count: an integer from 0 to 10^12, given as a number or as a string of digits. Returns undefined for any
 * other value.
 */
export function reportCount(given: unknown): number | undefined {
  const count = typeof given === 'string' && /^\d{1,13}$/.test(given.trim()) ? Number(given) : given;
  if (typeof count !== 'number' || !Number.isSafeInteger(count)) return undefined;
  return count >= 0 && count <= MAX_REPORT_COUNT ? count : undefined;
}

/**
 * Returns an IPv4 address unchanged, or an IPv6 address in its shortest form (RFC 5952). Returns undefined if the
 * address is invalid.
 */
export function reportAddress(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const address = given.trim().toLowerCase();
  if (IPV4.test(address)) return address;
  if (!address.includes(':') || !IPV6_CHARACTERS.test(address)) return undefined;
  // The URL parser validates the address and writes its shortest form.
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

/**
 * Returns the time range of a report, or an error. Timestamps are in milliseconds since the Unix epoch, and the end
 * must not be before the start.
 */
export function reportPeriod(
  beginMs: number,
  endMs: number,
): { readonly begin: Date; readonly end: Date } | ReportFault {
  const isTime = (ms: number): boolean => Number.isFinite(ms) && ms >= 0 && ms <= LAST_TIME_MS;
  if (!isTime(beginMs) || !isTime(endMs)) return { fault: 'The report has no valid time range.' };
  if (endMs < beginMs) return { fault: 'The time range of the report ends before it begins.' };
  return { begin: new Date(beginMs), end: new Date(endMs) };
}

/** The start of the year 9999. ISO 8601 and PostgreSQL have no common format for years after 9999. */
const LAST_TIME_MS = Date.UTC(9999, 0, 1);

/** Maximum number of values in a filter. */
const MAX_PARTS = 20;

/** A class of HTTP statuses (RFC 9110 section 15). */
const CLASS = /^([2-5])xx$/i;
const EXACT = /^[1-5]\d\d$/;

/**
 * Converts statuses (`410`, `5xx`, `none`, comma-separated) to a PostgreSQL multirange. `none` becomes 0, which stands
 * for an attempt without a response. Calls `fail` for invalid values.
 */
export function parseAnswers(text: string, fail: (sentence: string) => void): string {
  const parts = text.split(',', MAX_PARTS + 1).map((part) => part.trim());
  if (parts.length > MAX_PARTS) fail(`must contain at most ${MAX_PARTS} values.`);
  const ranges = parts.map(rangeOf);
  if (ranges.includes(undefined)) {
    fail('must be a comma-separated list of status codes (`410`), classes (`2xx`, `3xx`, `4xx`, `5xx`), or `none`.');
  }
  return `{${ranges.filter((range) => range !== undefined).join(',')}}`;
}

function rangeOf(part: string): string | undefined {
  if (part === 'none') return '[0,1)';
  if (EXACT.test(part)) return `[${part},${Number(part) + 1})`;
  const hundred = CLASS.exec(part)?.[1];
  return hundred === undefined ? undefined : `[${hundred}00,${Number(hundred) + 1}00)`;
}

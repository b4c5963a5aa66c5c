import { readDate, type DateOrder } from './dates.ts';

/**
 * Placeholders that other software writes for empty values. The comparison is case-sensitive, because `Null` and `Nan`
 * are also names.
 */
const NOTHING = new Set([
  '-',
  '--',
  '—',
  'NULL',
  'null',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  'undefined',
  'NaN',
  '(null)',
  '<null>',
  '[null]',
  'NIL',
  'nil',
]);
/** Matches the zero dates of MySQL and the minimum date of .NET. */
const ZERO_DATE = /^(?:0000[-/.]00[-/.]00|00[-/.]00[-/.]0000|0001-01-01)(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

/**
 * Returns a cell without surrounding spaces, or an empty string if the cell contains a placeholder for an empty value.
 * Pure.
 */
export function textOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return NOTHING.has(text) || ZERO_DATE.test(text) ? '' : text;
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/**
 * Matches numbers with thousands separators: spaces, apostrophes, points, or commas. If a number contains both a point
 * and a comma, the last of them is the decimal separator.
 */
const GROUPED = /^[+-]?\d{1,3}(?:([ \u00a0\u202f'’]|[.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/;

/**
 * Converts a number with a decimal comma or thousands separators to the format of the API. Returns undefined for other
 * strings and for ambiguous numbers such as 1,234. Pure.
 */
export function numberText(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
  if (COMMA.test(text)) return text.replace(',', '.');
  const mark = GROUPED.exec(text)?.[1];
  if (mark === undefined) return undefined;
  const rest = text.replaceAll(mark, '');
  return PLAIN.test(rest.replace(',', '.')) ? rest.replace(',', '.') : undefined;
}

/** Converts a value to the format that fields of the type accept. Returns invalid values unchanged. Pure. */
export function fieldText(type: 'text' | 'number' | 'date', text: string, order: DateOrder): string {
  if (type === 'number') return numberText(text) ?? text;
  return type === 'date' ? (readDate(text, order)?.day ?? text) : text;
}

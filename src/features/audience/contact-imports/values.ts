import { readDate, type DateOrder } from './dates.ts';

/** What programs write where there is nothing; exactly so, since `Null` and `Nan` are names. */
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
/** Zero dates of MySQL, and the first date of .NET. */
const ZERO_DATE = /^(?:0000[-/.]00[-/.]00|00[-/.]00[-/.]0000|0001-01-01)(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

/** A cell without the spaces around it; empty where a program wrote a word or a date for nothing. Pure. */
export function textOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return NOTHING.has(text) || ZERO_DATE.test(text) ? '' : text;
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Spaces and apostrophes part thousands only, a mark that is there twice too; of two marks the last one is that of decimals. */
const GROUPED = /^[+-]?\d{1,3}(?:([ \u00a0\u202f'’]|[.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/;

/**
 * A number as the API takes it, of one with decimal comma or thousands separators; undefined for what is none, and for one
 * like 1,234, which is two numbers. Pure.
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

/** A value as the fields of its type have it; the fault is the end of a sentence. Pure. */
export function fieldText(type: 'text' | 'number' | 'date', text: string, order: DateOrder): string {
  if (type === 'number') return numberText(text) ?? text;
  return type === 'date' ? (readDate(text, order)?.day ?? text) : text;
}

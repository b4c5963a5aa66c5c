import { escapedPattern, FENCE, type Bind, type Context } from './clauses.ts';
import type { FieldTest, Operator } from './field-test.ts';
import { daysAfter, isRelative, timeOf } from './moment.ts';

/** Returns the SQL for contacts whose custom field matches a comparison. Reads the row of each contact. */
export function fieldClause(test: FieldTest, { bind, form, now }: Context): string {
  const id = bind(String(test.field_id));
  const found = 'from contact c where c.account_id = $1';
  const isMissing = test.operator === 'is_empty';
  const passes =
    isMissing || test.operator === 'is_not_empty'
      ? `c.fields ? ${id}::text`
      : comparison(test, `(c.fields ->> ${id}::text)`, bind, now);
  const not = isMissing ? 'not ' : '';
  return form === 'hashed'
    ? `s.contact_id ${not}in (select c.id ${found} and ${passes})`
    : `${not}exists (select ${found} and c.id = s.contact_id and ${passes}${FENCE[form]})`;
}

/** Values are stored as text. Numbers were validated when they were stored. Dates have the form `2026-01-31`. */
function comparison({ operator, value = '' }: FieldTest, stored: string, bind: Bind, now: Date): string {
  const text = escapedPattern(String(value));
  const pattern = { is: text, contains: `%${text}%`, starts_with: `${text}%` }[operator as string];
  if (pattern !== undefined) return `${stored} ilike ${bind(pattern)}::text`;
  const number = NUMBER_COMPARATORS[operator];
  if (number !== undefined) return `${stored}::numeric ${number} ${bind(String(value))}::numeric`;
  const day = DAY_COMPARATORS[operator];
  if (day !== undefined) return `${stored} collate "C" ${day} ${bind(dayOf(String(value), now))}::text`;
  if (operator === 'anniversary_in_days') return anniversary(stored, Number(value), bind, now);
  const [from, to] = operator === 'in_last_days' ? [-Number(value), 0] : [0, Number(value)];
  const limits = [from, to].map((days) => `${bind(isoDay(daysAfter(now, days)))}::text`);
  return `${stored} collate "C" between ${limits.join(' and ')}`;
}

const NUMBER_COMPARATORS: Partial<Record<Operator, string>> = {
  equals: '=',
  greater_than: '>',
  at_least: '>=',
  less_than: '<',
  at_most: '<=',
};
const DAY_COMPARATORS: Partial<Record<Operator, string>> = { on: '=', before: '<', on_or_after: '>=' };

/**
 * Returns the SQL for dates whose month and day fall between today and `days` days from now. If the year of the last
 * day has no February 29, that date counts as February 28.
 */
function anniversary(stored: string, days: number, bind: Bind, now: Date): string {
  const end = daysAfter(now, days);
  const [from, last] = [isoDay(now).slice(5), isoDay(end).slice(5)];
  const to = last === '02-28' && isoDay(daysAfter(end, 1)).endsWith('-03-01') ? '02-29' : last;
  const stays = `substr(${stored}, 6) collate "C"`;
  const [after, before] = [`${stays} >= ${bind(from)}::text`, `${stays} <= ${bind(to)}::text`];
  // In a period that includes New Year's Day, the last month is earlier in the year than the first month.
  return end.getUTCFullYear() === now.getUTCFullYear() ? `${after} and ${before}` : `(${after} or ${before})`;
}

/** Returns the day that a date or relative date refers to, in UTC. */
function dayOf(value: string, now: Date): string {
  return isRelative(value) ? isoDay(timeOf(value, now)) : value;
}

function isoDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

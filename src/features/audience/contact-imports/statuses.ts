import { isConsentTarget, meaningOf, meaningOfDate, type ConsentColumn } from './consent.ts';
import type { Guess, KnownField } from './guess.ts';
import { MAX_CONSENT_VALUES } from './limits.ts';
import { NO_VALUES, valueKey, type ColumnProfile } from './profile.ts';
import type { Meaning } from './consent-status.ts';
import { targetOf } from './targets.ts';
import { textOf } from './values.ts';

/** A value in a consent column and its meaning. `status` is null if the user must choose the meaning. */
export interface ConsentValue {
  readonly column: number;
  readonly value: string;
  readonly rows: number;
  readonly status: Meaning | null;
}

/** The status that the user assigned to a value in a column. */
export interface StatusMapping {
  readonly column: number;
  readonly value: string;
  readonly status: Meaning;
}

/** The columns of a file and their targets. */
export interface Plan {
  readonly guess: Guess;
  readonly mapping: readonly string[];
  readonly profiles: readonly ColumnProfile[];
}

type Numbered = ConsentColumn & { readonly at: number };

/** Returns the columns that determine who may receive email. */
function consentColumns({ guess, mapping, profiles }: Plan): readonly Numbered[] {
  return mapping.flatMap((target, at) => {
    const column = {
      heading: guess.headings[at] ?? '',
      profile: profiles[at] ?? NO_VALUES,
      words: guess.vendor?.words,
    };
    return isConsentTarget(target) ? [{ ...column, target, at }] : [];
  });
}

/** Returns the values of the consent columns and their meanings, if known. Pure. */
export function consentValues(plan: Plan): readonly ConsentValue[] {
  return consentColumns(plan).flatMap((column) => {
    const values = [...column.profile.values.values()];
    const nothing = column.profile.empty > 0 ? [{ value: '', rows: column.profile.empty }] : [];
    return [...values, ...nothing].map(({ rows, value }) => ({
      column: column.at,
      value,
      rows,
      status: meaningOf(value, column) ?? null,
    }));
  });
}

/**
 * Returns the consent columns whose values cannot be mapped, each with the reason, such as `has more than 100 different
 * values.` Pure.
 */
export function unreadable(plan: Plan): readonly { readonly column: number; readonly reason: string }[] {
  return consentColumns(plan).flatMap((column) => {
    const { at, profile } = column;
    if (!profile.isWhole) return [{ column: at, reason: `has more than ${MAX_CONSENT_VALUES} different values.` }];
    const isDated = profile.dates > 0 && meaningOfDate(column) === undefined;
    return isDated ? [{ column: at, reason: 'contains dates instead of statuses.' }] : [];
  });
}

/**
 * Returns the consent columns that have no target because the mapping has fewer entries than the file has columns.
 * Pure.
 */
export function forgotten({ guess, mapping }: Plan): readonly number[] {
  return guess.mapping.flatMap((target, at) => (at >= mapping.length && isConsentTarget(target) ? [at] : []));
}

/** Returns the errors that prevent the import from starting, by field, and the meanings that the import uses. Pure. */
export function statusesOf(plan: Plan, given: readonly StatusMapping[]) {
  const errors: Record<string, string[]> = {};
  const known = consentValues(plan);
  const said = new Map<string, Meaning>();
  for (const [at, { column, status, value }] of given.entries()) {
    const key = keyOfValue(column, value);
    const fault = faultOf(plan, known, { column, value }) ?? (said.has(key) ? 'repeats a value.' : undefined);
    if (fault !== undefined) errors[`statuses.${at}`] = [fault];
    said.set(key, status);
  }
  const meanings = known.map(({ column, rows, status, value }) => {
    return { column, value, rows, status: said.get(keyOfValue(column, value)) ?? status };
  });
  const missing = plan.mapping.flatMap((_, at) => missingOf(plan, meanings, at));
  const blocked = unreadable(plan).map(
    ({ column, reason }) =>
      `cannot be read from column ${column} (${nameOf(plan.guess.headings[column] ?? '', column)}), which ${reason} ` +
      'Map the column to another target, or to `ignore` if the column does not record consent.',
  );
  if (missing.length + blocked.length > 0) errors['statuses'] = [...missing, ...blocked];
  return { errors, statuses: plan.mapping.map((target, at) => (isConsentTarget(target) ? mapOf(meanings, at) : null)) };
}

function keyOfValue(column: number, value: string): string {
  return `${column} ${valueKey(textOf(value))}`;
}

function faultOf(
  { mapping }: Plan,
  known: readonly ConsentValue[],
  { column, value }: Pick<StatusMapping, 'column' | 'value'>,
): string | undefined {
  if (!isConsentTarget(mapping[column] ?? ''))
    return `refers to column ${column}, which is not mapped to a status or a status date.`;
  const key = keyOfValue(column, value);
  if (known.some((each) => keyOfValue(each.column, each.value) === key)) return undefined;
  return `contains ${JSON.stringify(value.slice(0, 50))}, which is not a value in column ${column}.`;
}

const MAX_SHOWN = 20;

/**
 * Returns an array with one error if any value in a column is not mapped to a status. Otherwise, returns an empty
 * array.
 */
function missingOf({ guess }: Plan, meanings: readonly ConsentValue[], at: number): string[] {
  const unknown = meanings.filter(({ column, status }) => column === at && status === null);
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, MAX_SHOWN).map(({ value }) => (value === '' ? 'empty cells' : JSON.stringify(value)));
  const rest = unknown.length > MAX_SHOWN ? ` and ${unknown.length - MAX_SHOWN} more` : '';
  return [`must map ${shown.join(', ')}${rest} in column ${at} (${nameOf(guess.headings[at] ?? '', at)}) to a status.`];
}

function mapOf(meanings: readonly ConsentValue[], at: number): Record<string, Meaning> {
  const own = meanings.filter(({ column }) => column === at);
  return Object.fromEntries(own.flatMap(({ status, value }) => (status ? [[valueKey(value), status]] : [])));
}

/** Returns the name of a column as shown to users. Pure. */
export function nameOf(heading: string, at: number): string {
  return heading === '' ? `Column ${at + 1}` : heading;
}

/**
 * Returns the order of day and month in the file. If the dates do not show the order, or contradict each other, also
 * returns an error with an example of an ambiguous date. Pure.
 */
export function orderOf({ guess, mapping, profiles }: Plan, fields: readonly KnownField[]) {
  const shows = new Set(profiles.flatMap((profile) => [...profile.shows]));
  const [order] = shows.size === 1 ? [...shows] : [];
  const asked = mapping.flatMap((text, at) => {
    const { either, shows: own } = profiles[at] ?? NO_VALUES;
    const example = either ?? (own.size > 0 ? 'those' : undefined);
    return order === undefined && example !== undefined && isOfDates(text, fields)
      ? [
          `must indicate whether dates like ${either ?? 'those'} in the column ${nameOf(guess.headings[at] ?? '', at)} begin with the month or the day.`,
        ]
      : [];
  });
  return { order, asked: asked[0] };
}

function isOfDates(text: string, fields: readonly KnownField[]): boolean {
  const target = targetOf(text);
  if (target?.kind === 'field') return fields.some(({ name, type }) => name === target.name && type === 'date');
  return target?.kind === 'created_at' || (isConsentTarget(text) && text !== 'status');
}

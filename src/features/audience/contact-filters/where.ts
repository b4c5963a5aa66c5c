import { searchClause, type Bind, type Context, type Form } from './clauses.ts';
import { conditionsOf, type ContactFilter, type ResolvedFilter } from './filter.ts';

/** SQL conditions and the values of their parameters. */
export interface Where {
  /** Starts with `and`. Empty if there is no condition. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Converts a filter to conditions on `contact_stat s`, such as `and s.flags = 0 and ...`. The caller adds `s.account_id
 * = $1`. Parameters are numbered from `firstParameter`. All times are parameters, so that PostgreSQL does not compute
 * them for each row. Pure.
 */
export function whereOf(filter: ResolvedFilter, now: Date, firstParameter: number, form: Form = 'joined'): Where {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${firstParameter + values.push(value) - 1}`;
  const clauses = filter.all.flatMap((one) => clausesOf(one, { bind, form, now }));
  return { text: clauses.map((clause) => `and ${clause}`).join('\n'), values };
}

/** Returns the conditions of a filter and one condition for each of its groups. */
function clausesOf(filter: ContactFilter, context: Context): string[] {
  const both = (member: ContactFilter): string => joined(clausesOf(member, context), 'and');
  return [
    ...conditionsOf(filter).map(({ condition, value }) => condition.sql(value, context)),
    ...(filter.all ?? []).flatMap((member) => clausesOf(member, context)),
    ...(filter.any ? [joined(filter.any.map(both), 'or')] : []),
    ...(filter.not ? [opposite(both(filter.not))] : []),
  ];
}

function joined(clauses: readonly string[], operator: 'and' | 'or'): string {
  return `(${clauses.join(`\n  ${operator} `)})`;
}

/**
 * Negates a clause. Uses `is not true`, because a comparison with a missing time is null, which counts as false.
 * `exists` is never null, so it is negated with `not`, which PostgreSQL can execute as an anti-join.
 */
function opposite(clause: string): string {
  return SUBQUERY.test(clause) ? `not ${clause}` : `${clause} is not true`;
}
const SUBQUERY = /^\(exists \([^()]*(?:\([^()]*\)[^()]*)*\)\)$/;

/**
 * Converts a search to conditions on `contact c`. The caller restricts the account. Uses the index contact_search.
 * Pure.
 */
export function searchWhereOf(text: string, firstParameter: number): Where {
  const values: unknown[] = [];
  const clause = searchClause(text, (value) => `$${firstParameter + values.push(value) - 1}`);
  return { text: `and c.deleted_at is null and ${clause}`, values };
}

/**
 * Returns only the conditions on creation times that are not in groups, which the index for the listing order can
 * evaluate. Pure.
 */
export function createdPartOf({ all }: ResolvedFilter): ResolvedFilter {
  return {
    all: all.map(({ created_after, created_before }) => ({
      ...(created_after && { created_after }),
      ...(created_before && { created_before }),
    })),
  };
}

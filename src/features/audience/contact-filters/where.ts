import { searchClause, type Bind, type Form } from './clauses.ts';
import { conditionsOf, type ResolvedFilter } from './filter.ts';

/** SQL conditions and the values of their parameters. */
export interface Where {
  /** Starts with `and`. Empty if there is no condition. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Converts a filter to conditions on `contact_stat s`, such as `and s.flags = 0 and ...`. The caller adds `s.account_id
 * = $1`. Parameters are numbered from `firstParameter`. All times are parameters, so that PostgreSQL computes none of
 * them per row. Pure.
 */
export function whereOf(filter: ResolvedFilter, now: Date, firstParameter: number, form: Form = 'joined'): Where {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${firstParameter + values.push(value) - 1}`;
  const clauses = filter.all
    .flatMap(conditionsOf)
    .map(({ condition, value }) => condition.sql(value, { bind, form, now }));
  return { text: clauses.map((clause) => `and ${clause}`).join('\n'), values };
}

/** Converts a search to conditions on `contact c`. The caller restricts the account. Uses the index contact_search. Pure. */
export function searchWhereOf(text: string, firstParameter: number): Where {
  const values: unknown[] = [];
  const clause = searchClause(text, (value) => `$${firstParameter + values.push(value) - 1}`);
  return { text: `and c.deleted_at is null and ${clause}`, values };
}

/** Returns only the conditions on creation times, which the index for the listing order can evaluate. Pure. */
export function createdPartOf({ all }: ResolvedFilter): ResolvedFilter {
  return {
    all: all.map(({ created_after, created_before }) => ({
      ...(created_after && { created_after }),
      ...(created_before && { created_before }),
    })),
  };
}

import { searchClause, type Bind, type Form } from './clauses.ts';
import { conditionsOf, type ResolvedFilter } from './filter.ts';

/** Conditions of SQL and the values of their parameters. */
export interface Where {
  /** Begins with `and` where there is a condition; else empty. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The conditions of a filter over `contact_stat s`, where `s.account_id = $1` is the caller's: `and s.flags = 0 and ...`,
 * their parameters numbered from `firstParameter`. All times are values, none is computed for each row. Pure.
 */
export function whereOf(filter: ResolvedFilter, now: Date, firstParameter: number, form: Form = 'joined'): Where {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${firstParameter + values.push(value) - 1}`;
  const clauses = filter.all
    .flatMap(conditionsOf)
    .map(({ condition, value }) => condition.sql(value, { bind, form, now }));
  return { text: clauses.map((clause) => `and ${clause}`).join('\n'), values };
}

/** Conditions of a search over `contact c`, where its account is the caller's; index contact_search. Pure. */
export function searchWhereOf(text: string, firstParameter: number): Where {
  const values: unknown[] = [];
  const clause = searchClause(text, (value) => `$${firstParameter + values.push(value) - 1}`);
  return { text: `and c.deleted_at is null and ${clause}`, values };
}

/** The part of a filter that the order of the listing knows by itself: when contacts were made. Pure. */
export function createdPartOf({ all }: ResolvedFilter): ResolvedFilter {
  return {
    all: all.map(({ created_after, created_before }) => ({
      ...(created_after && { created_after }),
      ...(created_before && { created_before }),
    })),
  };
}

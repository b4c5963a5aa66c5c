import { describe, expect, it } from 'vitest';
import { ALL_CONDITIONS } from './filter.ts';

describe('filter conditions', () => {
  it.each(ALL_CONDITIONS)('$name declares the table that its SQL compares with contacts', ({ condition }) => {
    for (const value of condition.kind.samples) {
      const sql = condition.sql(value, { bind: () => '$2', form: 'joined', now: new Date(0) });
      // Ignore subqueries that do not reference a column of the contact, because they run once for all contacts.
      const [, table = null] = /\(select\b[^]*?\bfrom (\w+)[^]*\bs\.\w/.exec(sql) ?? [];
      expect(table).toBe(condition.comparedWith);
    }
  });
});

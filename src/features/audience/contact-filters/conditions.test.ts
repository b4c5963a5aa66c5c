import { describe, expect, it } from 'vitest';
import { ALL_CONDITIONS } from './filter.ts';

describe('every condition', () => {
  it.each(ALL_CONDITIONS)('$name declares the table that its SQL compares contacts with', ({ condition }) => {
    for (const value of condition.kind.samples) {
      const sql = condition.sql(value, { bind: () => '$2', form: 'joined', now: new Date(0) });
      // A subquery that names no column of the contact is asked once for all of them.
      const [, table = null] = /\(select\b[^]*?\bfrom (\w+)[^]*\bs\.\w/.exec(sql) ?? [];
      expect(table).toBe(condition.comparedWith);
    }
  });
});

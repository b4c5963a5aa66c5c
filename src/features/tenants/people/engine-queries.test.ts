import { describe, expect, it } from 'vitest';
import { allEngineStatements, engineStatement, type Shape } from './engine-queries.ts';

describe('engineStatement', () => {
  it('creates one statement per shape, however often it is requested', () => {
    const names = allEngineStatements().map(({ statementName }) => statementName);
    expect(new Set(names).size).toBe(names.length);
    expect(allEngineStatements().map(({ statementName }) => statementName)).toEqual(names);
  });

  it.each<[string, Shape, string]>([
    [
      'a row by two columns, one of them null',
      {
        model: 'twoFactor',
        verb: 'select',
        where: [
          { column: 'locked_until', operator: 'eq', isNull: true },
          { column: 'person_id', operator: 'lte', isNull: false },
        ],
        limit: 1,
      },
      'select * from person_two_factor where locked_until is null and person_id <= $1 limit 1',
    ],
    [
      'columns to set, then columns to increment, then the conditions',
      {
        model: 'twoFactor',
        verb: 'update',
        set: ['locked_until'],
        add: ['failed_verification_count'],
        where: [{ column: 'id', operator: 'eq', isNull: false }],
      },
      'update person_two_factor set locked_until = $1, failed_verification_count = failed_verification_count + $2 where id = $3 returning *',
    ],
    [
      'the newest of several rows',
      {
        model: 'verification',
        verb: 'select',
        where: [{ column: 'identifier', operator: 'eq', isNull: false }],
        orderBy: { column: 'created_at', isDescending: true },
        limit: 1,
      },
      'select * from person_challenge where identifier = $1 order by created_at desc limit 1',
    ],
  ])('creates the SQL for %s', (_, shape, text) => {
    expect(engineStatement(shape).text).toBe(text);
  });

  it('selects the account of a session that has none', () => {
    const { text } = engineStatement({ model: 'session', verb: 'insert', set: ['person_id', 'account_id'], where: [] });
    expect(text).toContain('coalesce($2::bigint, (select m.account_id');
    expect(text).toContain('where m.person_id = $1');
  });
});

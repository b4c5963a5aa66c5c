import { describe, expect, it } from 'vitest';
import { allEngineStatements, engineStatement, type Shape } from './engine-queries.ts';

describe('statements of the sign-in engine', () => {
  it('are one for each shape, however often it is asked for', () => {
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
      'what is set before what is added before the conditions',
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
      'the newest of several',
      {
        model: 'verification',
        verb: 'select',
        where: [{ column: 'identifier', operator: 'eq', isNull: false }],
        orderBy: { column: 'created_at', isDescending: true },
        limit: 1,
      },
      'select * from person_challenge where identifier = $1 order by created_at desc limit 1',
    ],
  ])('say %s', (_, shape, text) => {
    expect(engineStatement(shape).text).toBe(text);
  });

  it('choose the account of a session that is not told where to act', () => {
    const { text } = engineStatement({ model: 'session', verb: 'insert', set: ['person_id', 'account_id'], where: [] });
    expect(text).toContain('coalesce($2::bigint, (select m.account_id');
    expect(text).toContain('where m.person_id = $1');
  });
});

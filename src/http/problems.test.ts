import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { invalid, Refusal } from '../base/refusal.ts';
import { presentProblem, problemTable } from './problems.ts';

const context = { requestId: '0'.repeat(32), baseUrl: 'https://mail.example' };

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('relation "secret_table" is at fault', 1, 'error'), { code });
}

describe('presentProblem', () => {
  it('returns exactly the fields of the API document', () => {
    expect(presentProblem(new Refusal('not_found'), context).body).toEqual({
      status: 404,
      name: 'not_found',
      message: problemTable.not_found.message,
      fix: problemTable.not_found.fix,
      link: 'https://mail.example/docs/errors#not_found',
      request_id: context.requestId,
    });
  });

  it('uses the texts of the refusal if it has any', () => {
    const { body } = presentProblem(new Refusal('account_paused', { message: 'M', fix: 'F' }), context);
    expect(body).toMatchObject({ status: 403, name: 'account_paused', message: 'M', fix: 'F' });
  });

  it('returns field errors, with the first and the number of further ones in the message', () => {
    const one = presentProblem(invalid({ to: ['is required.'] }), context);
    expect(one.body).toMatchObject({ status: 422, message: 'to is required.', errors: { to: ['is required.'] } });
    const three = presentProblem(invalid({ to: ['a.', 'b.'], from: ['c.'] }), context);
    expect(three.body.message).toBe('to a. (and 2 more in `errors`)');
    expect(presentProblem(new Refusal('validation_error'), context).body.errors).toEqual({});
  });

  it.each([
    [undefined, '2'],
    [0, '1'],
    [0.2, '1'],
    [61.5, '62'],
  ])('converts a wait of %s seconds to Retry-After %s', (retryAfterSeconds, shown) => {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    for (const code of ['rate_limit_exceeded', 'service_unavailable'] as const) {
      expect(presentProblem(new Refusal(code, details), context).headers).toEqual({ 'retry-after': shown });
    }
  });

  it.each(['missing_api_key', 'invalid_api_key', 'insufficient_scope'] as const)(
    'adds a Bearer challenge to %s',
    (code) => {
      expect(presentProblem(new Refusal(code), context).headers['www-authenticate']).toMatch(/^Bearer /);
    },
  );

  it.each(['08006', '53100', '53300', '57P01', '57P03'])(
    'returns 503 with Retry-After for the PostgreSQL error %s',
    (code) => {
      const problem = presentProblem(databaseError(code), context);
      expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, log: { level: 'warn' } });
      expect(JSON.stringify(problem.body)).not.toContain('secret_table');
    },
  );

  it('returns 503 when the database does not answer', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    expect(presentProblem(refused, context).status).toBe(503);
  });

  it.each(['22021', '22P05', '22P02', '22003', '22009', '54000', '54001'])(
    'returns 422 for the PostgreSQL error %s',
    (code) => {
      const problem = presentProblem(databaseError(code), context);
      expect(problem.body).toMatchObject({ status: 422, name: 'validation_error' });
      expect(JSON.stringify(problem.body)).not.toContain('secret_table');
    },
  );

  it.each([[new TypeError('x is not a function')], ['a string'], [undefined], [null], [databaseError('42P01')]])(
    'returns 500 for %s and shows the error only in the log',
    (thrown) => {
      const problem = presentProblem(thrown, context);
      expect(problem).toMatchObject({ status: 500, body: { name: 'internal_server_error' }, log: { level: 'error' } });
      expect(problem.log?.error).toBe(thrown);
      expect(problem.body.message).toBe(problemTable.internal_server_error.message);
    },
  );
});

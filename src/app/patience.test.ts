import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isOutageOfReachedServer } from './patience.ts';

function systemError(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

function serverError(code: string): Error {
  return Object.assign(new DatabaseError('the server stops', 0, 'error'), { code });
}

test.for([
  ['write EPIPE', systemError('EPIPE', 'write EPIPE')],
  ['read ECONNRESET', systemError('ECONNRESET', 'read ECONNRESET')],
  ['a closed connection', new Error('Connection terminated unexpectedly')],
  ['57P01', serverError('57P01')],
  ['57P03', serverError('57P03')],
] as const)('an outage that begins with %s includes the time in which no server accepts connections', ([, error]) => {
  const isOutage = isOutageOfReachedServer();
  expect(isOutage(systemError('ECONNREFUSED'))).toBe(false);
  expect(isOutage(error)).toBe(true);
  expect(isOutage(systemError('ECONNREFUSED'))).toBe(true);
  expect(isOutage(serverError('28P01'))).toBe(false);
});

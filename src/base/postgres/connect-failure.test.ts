import { expect, test } from 'vitest';
import { explainConnectFailure } from './connect-failure.ts';

const URL_WITH_SECRET = 'postgres://me:p%40ss%2Fword@db.example:6543/mail?sslmode=require';

test.for([
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'db.example, port 6543'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', 'host name db.example cannot be resolved'],
  ['ETIMEDOUT', 'connect ETIMEDOUT', 'does not respond'],
  ['', 'timeout expired', 'does not respond'],
  ['28P01', 'password authentication failed for user "me"', 'rejected the user me or the password'],
  ['', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'rejected the user me or the password'],
  ['28000', 'no pg_hba.conf entry', 'to connect to the database mail'],
  ['3D000', 'database "mail" does not exist', 'the database mail does not exist'],
  ['53100', 'could not write init file', 'disk of the server on db.example is full'],
  ['53300', 'sorry, too many clients already', 'no free connections'],
  ['57P03', 'the database system is starting up', 'starting, stopping, or recovering'],
  ['', 'The server does not support SSL connections', 'does not speak TLS'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'certificate of db.example is not trusted'],
  ['', 'something new with p@ss/word and p%40ss%2Fword', 'something new with *** and ***'],
] as const)('explains %s %s without revealing the password', ([code, message, expected]) => {
  const error = Object.assign(new Error(message), code === '' ? {} : { code });
  const explained = explainConnectFailure(error, URL_WITH_SECRET);
  expect(explained.message).toContain(expected);
  expect(explained.remedy).not.toBe('');
  expect(`${explained.message}${explained.remedy}${String(explained.cause)}`).not.toMatch(/p@ss|p%40ss/);
});

test('explains that a connection pooler rejects session settings', () => {
  const error = Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' });
  const { message, remedy } = explainConnectFailure(error, URL_WITH_SECRET);
  expect(message).toContain('connection pooler, such as PgBouncer');
  expect(remedy).toContain('Connect to PostgreSQL directly');
});

test.for(['e', 'abc', 'postgres', '%C3%A4'])('does not reveal a short password (%s) by masking', (password) => {
  const words = `something about each cable of postgres and ${decodeURIComponent(password)} again`;
  const { message } = explainConnectFailure(new Error(words), `postgres://me:${password}@db.example/mail`);
  if (password.length < 8) expect(message).not.toMatch(/something|\*/);
  expect(message).not.toMatch(new RegExp(`\\b${decodeURIComponent(password)}\\b again`, 'u'));
});

test('explains the first error of a host with several addresses', () => {
  const errors = [Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), new Error('no')];
  expect(explainConnectFailure(new AggregateError(errors), URL_WITH_SECRET).message).toContain('accepts connections');
});

test('explains an invalid URL without repeating it', () => {
  const { message, remedy } = explainConnectFailure(new TypeError('Invalid URL'), 'postgres://me:se:cr@et@/x y');
  expect(message).toContain('not a valid URL');
  expect(message + remedy).not.toContain('cr@et');
});

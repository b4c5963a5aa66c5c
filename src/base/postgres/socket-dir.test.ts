import { expect, test } from 'vitest';
import { fitsSocket } from './socket-dir.ts';

// The longest path that the system takes, less the name of the socket: '/.s.PGSQL.65535'.
const LONGEST = (process.platform === 'linux' ? 107 : 103) - 15;

test('a directory fits up to the last byte that the system allows', () => {
  expect(fitsSocket(`/${'d'.repeat(LONGEST - 1)}`)).toBe(true);
  expect(fitsSocket(`/${'d'.repeat(LONGEST)}`)).toBe(false);
});

test('bytes count, not characters', () => {
  expect(fitsSocket(`/${'é'.repeat(LONGEST - 1)}`)).toBe(false);
});

import { expect, test } from 'vitest';
import { fitsSocket } from './socket-dir.ts';

// The system's maximum socket path length, minus the socket's name: '/.s.PGSQL.65535'.
const LONGEST = (process.platform === 'linux' ? 107 : 103) - 15;

test('accepts a directory up to the longest path that the system allows', () => {
  expect(fitsSocket(`/${'d'.repeat(LONGEST - 1)}`)).toBe(true);
  expect(fitsSocket(`/${'d'.repeat(LONGEST)}`)).toBe(false);
});

test('counts bytes instead of characters', () => {
  expect(fitsSocket(`/${'é'.repeat(LONGEST - 1)}`)).toBe(false);
});

import { expect, test } from 'vitest';
import { parsePostmasterFile } from './lock-file.ts';

const READY = '4711\n/data/pg\n1763700000\n5432\n/data/run\n127.0.0.1\n  1234567         3\nready   \n';

test('a complete lock file tells process, port, socket, address and status', () => {
  expect(parsePostmasterFile(READY)).toEqual({
    pid: 4711,
    port: 5432,
    socketDir: '/data/run',
    listenAddress: '127.0.0.1',
    status: 'ready',
  });
});

test('a lock file still being written has no status and perhaps no socket', () => {
  const partial = { pid: 4711, port: 5432, socketDir: '', listenAddress: '', status: '' };
  expect(parsePostmasterFile('4711\n/data/pg\n1763700000\n5432\n\n')).toEqual(partial);
});

test('a stand-alone server writes its number negated', () => {
  expect(parsePostmasterFile('-4711\n/data/pg\n')?.pid).toBe(4711);
});

test.for(['', '\n', 'x\n', '0\n'])('%j is no lock file', (text) => {
  expect(parsePostmasterFile(text)).toBeUndefined();
});

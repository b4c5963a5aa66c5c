import { expect, test } from 'vitest';
import { parsePostmasterFile } from './lock-file.ts';

const READY = '4711\n/data/pg\n1763700000\n5432\n/data/run\n127.0.0.1\n  1234567         3\nready   \n';

test('parsePostmasterFile reads the process, port, socket, address and status of a complete file', () => {
  expect(parsePostmasterFile(READY)).toEqual({
    pid: 4711,
    port: 5432,
    socketDir: '/data/run',
    listenAddress: '127.0.0.1',
    status: 'ready',
  });
});

test('parsePostmasterFile returns no status and no socket for a file that is still being written', () => {
  const partial = { pid: 4711, port: 5432, socketDir: '', listenAddress: '', status: '' };
  expect(parsePostmasterFile('4711\n/data/pg\n1763700000\n5432\n\n')).toEqual(partial);
});

test('parsePostmasterFile reads the negated process number of a standalone server', () => {
  expect(parsePostmasterFile('-4711\n/data/pg\n')?.pid).toBe(4711);
});

test.for(['', '\n', 'x\n', '0\n'])('parsePostmasterFile rejects %j', (text) => {
  expect(parsePostmasterFile(text)).toBeUndefined();
});

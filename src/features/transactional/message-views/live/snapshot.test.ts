import { describe, expect, it } from 'vitest';
import { hasSeen, parseSnapshot } from './snapshot.ts';

describe('database snapshots', () => {
  it.each([
    [9, true],
    [10, false],
    [11, true],
    [12, false],
    [14, true],
    [15, false],
    [99, false],
  ])('of 10:15:10,12 include the changes of %i: %s', (xid, seen) => {
    const snapshot = parseSnapshot('10:15:10,12');
    expect(snapshot && hasSeen(snapshot, xid)).toBe(seen);
  });

  it.each([
    '',
    '1',
    '1:2',
    '2:1:',
    '1:2:x',
    '1:2:3,',
    `1:2:${'3,'.repeat(2_000)}3`,
    '-1:2:',
    '1:99999999999999999999:',
  ])('are not parsed from %j', (text) => {
    expect(parseSnapshot(text)).toBeUndefined();
  });
});

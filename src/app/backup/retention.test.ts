import { expect, test } from 'vitest';
import { backupName } from './manifest.ts';
import { expired, lastSlot } from './retention.ts';

const taken = (text: string) => ({ name: backupName(new Date(text)), takenAt: new Date(text) });

test("lastSlot returns today's time of day, or yesterday's before it", () => {
  expect(lastSlot(new Date('2026-11-23T02:30:00Z'), '02:30').toISOString()).toBe('2026-11-23T02:30:00.000Z');
  expect(lastSlot(new Date('2026-11-23T02:29:59Z'), '02:30').toISOString()).toBe('2026-11-22T02:30:00.000Z');
});

test('expired keeps the last backup of each of the newest days and weeks', () => {
  const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}T02:30:00Z`);
  const backups = [...days, '2026-11-30T09:00:00Z'].map(taken);
  const gone = new Set(expired(backups, { days: 3, weeks: 2 }));
  const kept = backups.filter((backup) => !gone.has(backup)).map(({ takenAt }) => takenAt.toISOString().slice(5, 16));
  // November 29, 2026 is a Sunday. The later of the two backups of November 30 is kept.
  expect(kept).toEqual(['11-28T02:30', '11-29T02:30', '11-30T09:00']);
  const more = new Set(expired(backups, { days: 1, weeks: 3 }));
  expect(backups.filter((backup) => !more.has(backup)).map(({ takenAt }) => takenAt.getUTCDate())).toEqual([
    22, 29, 30,
  ]);
});

test('expired never removes the newest backup', () => {
  expect(expired([taken('2020-01-01T00:00:00Z')], { days: 1, weeks: 0 })).toEqual([]);
});

import { expect, test } from 'vitest';
import { judgeBackups, judgeHold } from './backups.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test.for([
  [{ backupDir: undefined, delivery: 'inbox' }, undefined, 'ok'],
  [{ backupDir: undefined, delivery: 'direct' }, undefined, 'warning'],
  [{ backupDir: '/b', delivery: 'direct' }, undefined, 'warning'],
  [{ backupDir: '/b', delivery: 'direct' }, '2026-11-23T02:30:00Z', 'ok'],
  [{ backupDir: '/b', delivery: 'direct' }, '2026-11-22T02:30:00Z', 'problem'],
] as const)('judgeBackups with %o and the newest backup from %s returns %s', ([settings, newest, level]) => {
  const finding = judgeBackups(settings, newest === undefined ? undefined : new Date(newest), NOW);
  expect(finding.level).toBe(level);
});

test('judgeHold reports a restored installation on hold as a problem with its remedy', () => {
  expect(judgeHold('2026-11-23T10:00:00.000Z')).toMatchObject([
    { level: 'problem', remedy: expect.stringContaining('restore --go-live') },
  ]);
  expect(judgeHold(undefined)).toEqual([]);
});

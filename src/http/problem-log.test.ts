import { expect, it } from 'vitest';
import { createLog } from '../base/log.ts';
import { createProblemLog } from './problem-log.ts';

it('logs every error, and one warning per second with the number of suppressed ones', () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const log = createLog('debug', (line) => {
    const { level, message, heldBack } = JSON.parse(line) as Record<string, unknown>;
    lines.push([level, message, heldBack]);
  });
  const report = createProblemLog(log, () => nowMs);
  for (const [atMs, level, message] of [
    [0, 'warn', 'a'],
    [1, 'warn', 'b'],
    [2, 'error', 'c'],
    [3, 'error', 'd'],
    [999, 'warn', 'e'],
    [1_000, 'warn', 'f'],
    [2_000, 'warn', 'g'],
  ] as const) {
    nowMs = atMs;
    report(level, message, {});
  }
  expect(lines).toEqual([
    ['warn', 'a', undefined],
    ['error', 'c', undefined],
    ['error', 'd', undefined],
    ['warn', 'f', 2],
    ['warn', 'g', undefined],
  ]);
});

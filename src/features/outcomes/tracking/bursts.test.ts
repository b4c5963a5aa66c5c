import { expect, it } from 'vitest';
import { catchMachines, isClose } from './bursts.ts';

/**
 * Returns the number of time ranges in which bots were detected. Each argument is a run of clicks: the number of the
 * link, or `t` for the honeypot link, and the times of the first and last click in milliseconds.
 */
function caught(...visits: readonly (readonly [link: number | 't', fromMs: number, toMs?: number])[]) {
  return catchMachines(
    visits.map(([link, fromMs, toMs = fromMs]) => ({
      link: link === 't' ? 99 : link,
      isTrap: link === 't',
      fromMs,
      toMs,
    })),
  ).length;
}

it.each([
  ['one link', [[1, 0]], false],
  [
    'one link several times',
    [
      [1, 0, 900],
      [1, 950],
    ],
    false,
  ],
  [
    'two links within a second',
    [
      [1, 0],
      [2, 1_000],
    ],
    true,
  ],
  [
    'two links more than a second apart',
    [
      [1, 0],
      [2, 1_001],
    ],
    false,
  ],
  [
    'two links in reverse order',
    [
      [2, 900],
      [1, 0],
    ],
    true,
  ],
  [
    'three links within two seconds',
    [
      [1, 0],
      [2, 1_100],
      [3, 2_000],
    ],
    true,
  ],
  [
    'three links over more than two seconds',
    [
      [1, 0],
      [2, 1_100],
      [3, 2_200],
    ],
    false,
  ],
  [
    'a link whose last visit is close to that of another',
    [
      [1, 0, 9_000],
      [2, 9_500],
    ],
    true,
  ],
  ['the trap alone', [['t', 0]], true],
  ['nothing', [], false],
] as const)('decides whether %s was followed by a bot', (_what, visits, expected) => {
  expect(caught(...visits) > 0).toBe(expected);
});

it('treats visits within ten seconds of a detected bot as close', () => {
  const machine = [{ fromMs: 20_000, toMs: 21_000 }];
  expect(isClose({ fromMs: 31_000, toMs: 31_000 }, machine)).toBe(true);
  expect(isClose({ fromMs: 31_001, toMs: 40_000 }, machine)).toBe(false);
  expect(isClose({ fromMs: 0, toMs: 10_000 }, machine)).toBe(true);
  expect(isClose({ fromMs: 0, toMs: 9_999 }, machine)).toBe(false);
});

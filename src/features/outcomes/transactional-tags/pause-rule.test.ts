import { describe, expect, it } from 'vitest';
import { causeToPause } from './pause-rule.ts';

const LIMITS = { bouncePercent: 5, complaintPercent: 0.3, minimumVolume: 200 };

describe('causeToPause', () => {
  it.each<[string, [delivered: number, bounced: number, complained: number], string | undefined]>([
    ['nothing happened', [0, 0, 0], undefined],
    ['everything was delivered', [1_000_000, 0, 0], undefined],
    ['the volume is one below the minimum', [0, 199, 0], undefined],
    ['the volume is the minimum', [0, 200, 0], 'bounce rate of 100% (200 of 200) in 7 days, above the limit of 5%'],
    ['bounces are at the limit', [190, 10, 0], undefined],
    [
      'bounces are just above the limit, also after rounding',
      [18_999, 1_001, 0],
      'bounce rate of 5.01% (1001 of 20000)',
    ],
    ['complaints are at the limit', [1_000, 0, 3], undefined],
    [
      'complaints are above the limit',
      [1_000, 0, 4],
      'complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%',
    ],
    ['both are above the limit, and names bounces', [190, 11, 190], 'bounce rate of 5.48% (11 of 201)'],
    ['there are complaints without a delivery', [0, 0, 500], undefined],
  ])('decides if %s', (_what, [delivered, bounced, complained], expected) => {
    const reason = causeToPause({ delivered, bounced, complained }, LIMITS)?.reason;
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(expected);
  });

  it('never pauses with limits of 100 percent', () => {
    const limits = { bouncePercent: 100, complaintPercent: 100, minimumVolume: 1 };
    expect(causeToPause({ delivered: 0, bounced: 1_000, complained: 0 }, limits)).toBeUndefined();
    expect(causeToPause({ delivered: 10, bounced: 0, complained: 10 }, limits)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { reasonToPause } from './pause-rule.ts';

const LIMITS = { bouncePercent: 5, complaintPercent: 0.3, minimumVolume: 200 };

describe('the reason to pause', () => {
  it.each<[string, [delivered: number, bounced: number, complained: number], string | undefined]>([
    ['nothing happened', [0, 0, 0], undefined],
    ['all is delivered', [1_000_000, 0, 0], undefined],
    ['one below the least volume', [0, 199, 0], undefined],
    ['the least volume', [0, 200, 0], 'bounce rate of 100% (200 of 200) in 7 days, above the limit of 5%'],
    ['bounces at the limit', [190, 10, 0], undefined],
    ['bounces just over it, also as they are shown', [18_999, 1_001, 0], 'bounce rate of 5.01% (1001 of 20000)'],
    ['complaints at the limit', [1_000, 0, 3], undefined],
    ['complaints over it', [1_000, 0, 4], 'complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%'],
    ['both: bounces are named', [190, 11, 190], 'bounce rate of 5.48% (11 of 201)'],
    ['complaints without a delivery', [0, 0, 500], undefined],
  ])('when %s', (_what, [delivered, bounced, complained], expected) => {
    const reason = reasonToPause({ delivered, bounced, complained }, LIMITS);
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(expected);
  });

  it('never comes with limits of 100 percent', () => {
    const limits = { bouncePercent: 100, complaintPercent: 100, minimumVolume: 1 };
    expect(reasonToPause({ delivered: 0, bounced: 1_000, complained: 0 }, limits)).toBeUndefined();
    expect(reasonToPause({ delivered: 10, bounced: 0, complained: 10 }, limits)).toBeUndefined();
  });
});

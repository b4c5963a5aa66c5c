import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { HeldProviders } from '../types.ts';
import { createProviderHolds, type ProviderHolds } from './provider-holds.ts';

const BATCH = '0199f6b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const made: ProviderHolds[] = [];
afterEach(() => {
  made.splice(0).forEach((holds) => holds.close());
  vi.useRealTimers();
});

function start(read: () => Promise<HeldProviders>, isAtWork = false) {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const reported: string[][] = [];
  const counted = { looks: 0 };
  const heldProviders = async (): Promise<HeldProviders> => {
    counted.looks += 1;
    return read();
  };
  const holds = createProviderHolds({
    chunks: { heldProviders },
    clock,
    log: silentLog,
    isAtWork: () => isAtWork,
    onHold: (providers) => reported.push([...providers]),
  });
  made.push(holds);
  return { holds, clock, reported, counted };
}

const campaign = { mailClass: 'campaign', messageId: BATCH } as const;

describe('provider holds of accounts', () => {
  it('are read at most twice a second, and new holds are reported', async () => {
    let held: HeldProviders = new Map();
    const { clock, counted, holds, reported } = start(async () => Promise.resolve(held));
    expect(await Promise.all([holds.look(), holds.look(), holds.look()])).toEqual([true, true, true]);
    expect([counted.looks, holds.isHeld(campaign, 'google')]).toEqual([1, false]);
    held = new Map([[BATCH, new Set(['google'])]]);
    clock.nowMs += 499;
    expect([await holds.look(), holds.isHeld(campaign, 'google')]).toEqual([true, false]);
    clock.nowMs += 1;
    expect([await holds.look(), holds.isHeld(campaign, 'google')]).toEqual([true, true]);
    clock.nowMs += 500;
    await holds.look();
    expect(reported).toEqual([['google']]);
    held = new Map([[BATCH, new Set(['google', 'apple'])]]);
    clock.nowMs += 500;
    await holds.look();
    expect(reported).toEqual([['google'], ['apple']]);
    expect(holds.isHeld(campaign, 'yahoo')).toBe(false);
  });

  it('apply only to campaign messages', async () => {
    const { holds } = start(async () => Promise.resolve(new Map([[BATCH, new Set(['google'])]])));
    await holds.look();
    for (const mailClass of ['transactional', 'automation', 'confirmation'] as const) {
      expect(holds.isHeld({ mailClass, messageId: BATCH }, 'google')).toBe(false);
    }
  });

  it('are unknown before the first read, and some seconds after the last successful read', async () => {
    let isAway = true;
    const { clock, holds } = start(async () => {
      if (isAway) throw new Error('The database is away');
      return Promise.resolve(new Map([[BATCH, new Set(['google'])]]));
    });
    expect(await holds.look()).toBe(false);
    isAway = false;
    expect(await holds.look()).toBe(true);
    isAway = true;
    clock.nowMs += 4_999;
    expect([await holds.look(), holds.isHeld(campaign, 'google')]).toEqual([true, true]);
    clock.nowMs += 1;
    expect(await holds.look()).toBe(false);
  });
});

describe('reading provider holds', () => {
  it.each([
    [true, 4],
    [false, 0],
  ])('happens twice a second only while there are campaign messages (%s)', async (isAtWork, looks) => {
    vi.useFakeTimers();
    const { clock, counted } = start(async () => Promise.resolve(new Map()), isAtWork);
    for (let no = 0; no < 4; no += 1) {
      clock.nowMs += 500;
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(counted.looks).toBe(looks);
  });

  it('is skipped if no campaigns are sent and nothing is held', async () => {
    const parts = { chunks: undefined, log: silentLog, isAtWork: () => false, onHold: () => {} };
    const holds = createProviderHolds({ ...parts, clock: { now: () => 0 } });
    made.push(holds);
    expect([await holds.look(), holds.isHeld(campaign, 'google')]).toEqual([true, false]);
  });
});

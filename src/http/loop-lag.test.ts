import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoopLag } from './loop-lag.ts';

describe('the lag of the event loop', () => {
  it('is what passed between two of its turns, and is looked at again when asked for', async () => {
    let nowMs = 0;
    const lagMs = createLoopLag(() => (nowMs += 7));
    expect(lagMs()).toBe(0);
    await setImmediate();
    expect(lagMs()).toBe(0);
    await setImmediate();
    await setImmediate();
    nowMs += 1_000;
    expect(lagMs()).toBe(7);
  });
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoopLag } from './loop-lag.ts';

describe('createLoopLag', () => {
  it('returns the duration of an event loop iteration and measures again when called', async () => {
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRest } from './rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a rest', () => {
  it('ends with its time when fewer places became free', async () => {
    const rest = createRest();
    rest.begin();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 2).then(ended);
    rest.freed();
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('ends with the last place of so many', async () => {
    const rest = createRest();
    rest.begin();
    const resting = rest.wait(15, 2);
    rest.freed();
    rest.freed();
    await resting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over at once when they became free since the round began, and counts none of the round before', async () => {
    const rest = createRest();
    rest.begin();
    rest.freed();
    rest.freed();
    await rest.wait(15, 2);
    rest.begin();
    rest.freed();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 2).then(ended);
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });
});

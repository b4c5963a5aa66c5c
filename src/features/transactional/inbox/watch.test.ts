import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWatch } from './watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('calls onStalled for an ID without progress, exactly when its time is over', () => {
  const stalled: string[] = [];
  const watch = createWatch(1_000, (id) => stalled.push(id));
  watch.begin('stalled');
  watch.begin('moves');
  watch.begin('ends');
  vi.advanceTimersByTime(999);
  expect(stalled).toEqual([]);
  watch.note('moves');
  watch.end('ends');
  vi.advanceTimersByTime(1);
  expect(stalled).toEqual(['stalled']);
  vi.advanceTimersByTime(999);
  expect(stalled).toEqual(['stalled', 'moves']);
});

it('ignores IDs that were not begun or have ended', () => {
  const stalled: string[] = [];
  const watch = createWatch(1_000, (id) => stalled.push(id));
  watch.begin('ended');
  watch.end('ended');
  watch.note('ended');
  watch.end('unknown');
  vi.advanceTimersByTime(10_000);
  expect(stalled).toEqual([]);
});

import { now } from '../present.ts';

/** Replaces `setTimeout` of node:timers/promises. */
export function setTimeout<T>(ms = 1, value?: T): Promise<T | undefined> {
  const { scheduler } = now();
  return new Promise((resolve) => {
    scheduler.after(Math.max(1, ms), scheduler.current, () => resolve(value), 'timer');
  });
}

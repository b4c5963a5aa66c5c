import { now } from '../present.ts';
import type { Due } from '../scheduler.ts';

/** Members of a Node timer that production code uses. */
interface Timer {
  due: Due | undefined;
  unref(): Timer;
  ref(): Timer;
}

/** Permanently replaces the timers of this thread with virtual ones. Returns Node's original `setImmediate`. */
export function replaceTimers(): (run: () => void) => void {
  const realImmediate = globalThis.setImmediate;
  Object.assign(globalThis, {
    setTimeout: (run: (...values: unknown[]) => void, ms = 1, ...values: unknown[]) =>
      start(Math.max(1, ms), () => run(...values), false),
    setInterval: (run: (...values: unknown[]) => void, ms = 1, ...values: unknown[]) =>
      start(Math.max(1, ms), () => run(...values), true),
    clearTimeout: stop,
    clearInterval: stop,
    setImmediate(run: (...values: unknown[]) => void, ...values: unknown[]) {
      const { scheduler } = now();
      return scheduler.after(0, scheduler.current, () => run(...values));
    },
    clearImmediate: (due: Due | undefined) => due && now().scheduler.cancel(due),
  });
  return (run) => void realImmediate(run);
}

function start(ms: number, run: () => void, isRepeated: boolean): Timer {
  const { scheduler } = now();
  const actor = scheduler.current;
  const timer: Timer = { due: undefined, unref: () => timer, ref: () => timer };
  const plan = (): void => {
    timer.due = scheduler.after(
      ms,
      actor,
      () => {
        if (isRepeated) plan();
        run();
      },
      isRepeated ? 'interval' : 'timer',
    );
  };
  plan();
  return timer;
}

function stop(timer: Timer | undefined): void {
  if (timer?.due) now().scheduler.cancel(timer.due);
}

import type { Route } from './router.ts';
import type { Claim } from './types.ts';

const COMPACT_FROM = 256;

/** A recipient on its way to a site. */
export interface Task {
  readonly claim: Claim;
  readonly route: Extract<Route, { kind: 'site' }>;
}

/** Servers that are interchangeable: one queue, a bounded number of lanes (connections) that work on it. */
export interface Site {
  readonly waiting: number;
  /** Queues a task and opens a lane for it when none is free and the limit allows. */
  push(task: Task): void;
  /** The next task, waiting up to `idleMs` for one; undefined when none came or the site is closing. */
  take(idleMs: number): Promise<Task | undefined>;
  /** The tasks that the next calls of `take` would give, at most `count`, so that they can be prepared ahead. */
  peek(count: number): readonly Task[];
  /** Removes and returns everything that waits. */
  drain(): Task[];
  /** Wakes idle lanes with nothing, so that they end. */
  close(): void;
  /** True when nothing waits and no lane is open. */
  readonly isIdle: boolean;
}

/** A site whose lanes are run by `runLane`, at most `maxLanes` at once. `runLane` never rejects. */
export function createSite(options: {
  readonly maxLanes: number;
  readonly runLane: (site: Site) => Promise<void>;
}): Site {
  const queue = createQueue<Task>();
  const idle = createWaiters<Task>();
  let lanes = 0;
  let closing = false;

  const openLane = (): void => {
    lanes += 1;
    void options.runLane(site).finally(() => {
      lanes -= 1;
      // A lane may end (its connection was used up) while tasks wait.
      if (!closing && queue.size > lanes && lanes < options.maxLanes) openLane();
    });
  };

  const site: Site = {
    get waiting() {
      return queue.size;
    },
    get isIdle() {
      return lanes === 0 && queue.size === 0;
    },
    push(task) {
      if (idle.give(task)) return;
      queue.push(task);
      if (!closing && lanes < options.maxLanes) openLane();
    },
    take(idleMs) {
      const task = queue.shift();
      return task || closing ? Promise.resolve(task) : idle.wait(idleMs);
    },
    peek: (count) => queue.peek(count),
    drain: () => queue.drain(),
    close() {
      closing = true;
      idle.dismiss();
    },
  };
  return site;
}

/** First in, first out; taking from the front does not move the rest. */
function createQueue<T>() {
  let items: T[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push: (item: T) => void items.push(item),
    peek: (count: number): readonly T[] => items.slice(head, head + count),
    shift(): T | undefined {
      if (head === items.length) return undefined;
      const item = items[head];
      head += 1;
      if (head > COMPACT_FROM) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    drain(): T[] {
      const rest = items.slice(head);
      items = [];
      head = 0;
      return rest;
    },
  };
}

/** Those who wait for an item, the latest first: the others' connections may run out. */
function createWaiters<T>() {
  const waiting: ((item: T | undefined) => void)[] = [];
  return {
    give(item: T): boolean {
      const waiter = waiting.pop();
      waiter?.(item);
      return waiter !== undefined;
    },
    wait(ms: number): Promise<T | undefined> {
      return new Promise((resolve) => {
        const waiter = (item: T | undefined): void => {
          clearTimeout(timer);
          resolve(item);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1);
          resolve(undefined);
        }, ms);
        waiting.push(waiter);
      });
    },
    dismiss() {
      for (const waiter of waiting.splice(0)) waiter(undefined);
    },
  };
}

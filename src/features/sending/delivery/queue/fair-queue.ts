import { MAIL_CLASSES, type MailClass } from '../types.ts';

/**
 * Number of consecutive messages of an account before the next account is served. More than one, because consecutive
 * messages often belong to the same recipient batch and then share their bytes.
 */
const QUANTUM = 4;
/**
 * One of every `RESERVED_ONE_IN` items is taken from the least urgent class that is waiting, so that a continuous flow
 * of urgent messages does not starve this class.
 */
const RESERVED_ONE_IN = 10;
const COMPACT_FROM = 256;

/** The properties of an item that the queue needs. */
export interface Queued {
  readonly accountId: number;
  readonly mailClass: MailClass;
}

/**
 * A queue in which more urgent classes overtake less urgent ones. Accounts within a class are served in round-robin
 * order (deficit round robin with items of equal cost).
 */
export interface FairQueue<T> {
  readonly size: number;
  /** Returns the number of waiting items that are at least as urgent as the given class. */
  sizeUpTo(mailClass: MailClass): number;
  push(item: T): void;
  /** Inserts an item before all other items of its account and class. */
  unshift(item: T): void;
  shift(): T | undefined;
  /**
   * Returns at most `count` items, approximately in the order in which they will be served. Treats each class as if no
   * other class were waiting.
   */
  peek(count: number): T[];
  /** Removes and returns all items. */
  drain(): T[];
}

/** Creates an empty queue. `describe` returns the account and class of an item. */
export function createFairQueue<T>(describe: (item: T) => Queued): FairQueue<T> {
  const classes = MAIL_CLASSES.map(() => createRoundRobin<T>());
  let size = 0;
  let picked = 0;

  function queuesOf(item: T): RoundRobin<T> {
    const queues = classes[MAIL_CLASSES.indexOf(describe(item).mailClass)];
    if (!queues) throw new Error('Unknown mail class');
    return queues;
  }

  return {
    get size() {
      return size;
    },
    sizeUpTo(mailClass) {
      const upTo = classes.slice(0, MAIL_CLASSES.indexOf(mailClass) + 1);
      return upTo.reduce((sum, queues) => sum + queues.size, 0);
    },
    push(item) {
      size += 1;
      queuesOf(item).push(describe(item).accountId, item);
    },
    unshift(item) {
      size += 1;
      queuesOf(item).unshift(describe(item).accountId, item);
    },
    shift() {
      if (size === 0) return undefined;
      picked = (picked + 1) % RESERVED_ONE_IN;
      const waiting = classes.filter((queues) => queues.size > 0);
      const queues = picked === 0 ? waiting.at(-1) : waiting[0];
      size -= 1;
      return queues?.shift();
    },
    peek(count) {
      const items: T[] = [];
      for (const queues of classes) {
        if (items.length < count) items.push(...queues.peek(count - items.length));
      }
      return items;
    },
    drain() {
      size = 0;
      return classes.flatMap((queues) => queues.drain());
    },
  };
}

/** Queues of a class, one per account. The accounts are served in round-robin order. */
interface RoundRobin<T> {
  readonly size: number;
  push(accountId: number, item: T): void;
  unshift(accountId: number, item: T): void;
  shift(): T | undefined;
  peek(count: number): T[];
  drain(): T[];
}

function createRoundRobin<T>(): RoundRobin<T> {
  // A Map keeps the insertion order. The first account is served next.
  const accounts = new Map<number, Fifo<T>>();
  let left = QUANTUM;
  let size = 0;

  const endRound = (accountId: number, queue: Fifo<T>): void => {
    accounts.delete(accountId);
    if (queue.size > 0) accounts.set(accountId, queue);
    left = QUANTUM;
  };

  const queueOf = (accountId: number): Fifo<T> => {
    let queue = accounts.get(accountId);
    if (!queue) accounts.set(accountId, (queue = createFifo<T>()));
    size += 1;
    return queue;
  };

  return {
    get size() {
      return size;
    },
    push: (accountId, item) => queueOf(accountId).push(item),
    unshift: (accountId, item) => queueOf(accountId).unshift(item),
    shift() {
      for (const [accountId, queue] of accounts) {
        const item = queue.shift();
        size -= 1;
        left -= 1;
        if (left === 0 || queue.size === 0) endRound(accountId, queue);
        return item;
      }
      return undefined;
    },
    peek(count) {
      const items: T[] = [];
      for (const queue of accounts.values()) {
        items.push(...queue.peek(Math.min(QUANTUM, count - items.length)));
        if (items.length >= count) return items;
      }
      const [only] = accounts.values();
      return accounts.size === 1 && only ? only.peek(count) : items;
    },
    drain() {
      const items = [...accounts.values()].flatMap((queue) => queue.peek(queue.size));
      accounts.clear();
      [left, size] = [QUANTUM, 0];
      return items;
    },
  };
}

/** A first-in, first-out queue in which removing the first item takes amortized constant time. */
interface Fifo<T> {
  readonly size: number;
  push(item: T): void;
  unshift(item: T): void;
  peek(count: number): T[];
  shift(): T | undefined;
}

function createFifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push: (item) => void items.push(item),
    unshift(item) {
      if (head === 0) items.unshift(item);
      else items[(head -= 1)] = item;
    },
    peek: (count) => items.slice(head, head + count),
    shift() {
      const item = items[head];
      if (head < items.length) head += 1;
      if (head > COMPACT_FROM) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}

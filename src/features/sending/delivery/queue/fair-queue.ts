import { MAIL_CLASSES, type MailClass } from '../types.ts';

/** Mails of an account that follow each other before the next account's turn: those of one message share their bytes. */
const TURN = 4;
/** One in so many goes to the least urgent class that waits, so that urgent mail without end does not starve it. */
const RESERVED_ONE_IN = 10;
const COMPACT_FROM = 256;

/** What is queued: the queue asks for no more than this. */
export interface Queued {
  readonly accountId: number;
  readonly mailClass: MailClass;
}

/**
 * A queue in which a more urgent class overtakes, and within a class the accounts take turns (deficit round robin with
 * mails of equal cost): who waits behind a million mails of another account waits for a few of them only.
 */
export interface FairQueue<T> {
  readonly size: number;
  /** How many are as urgent as the class, or more. */
  sizeUpTo(mailClass: MailClass): number;
  push(item: T): void;
  /** Puts an item before all others of its account and class. */
  unshift(item: T): void;
  shift(): T | undefined;
  /** At most `count` items, about in the order in which they come, each class as if no other were waiting. */
  peek(count: number): T[];
  /** Removes and returns everything. */
  drain(): T[];
}

/** An empty queue; `describe` says to which account and class an item belongs. */
export function createFairQueue<T>(describe: (item: T) => Queued): FairQueue<T> {
  const classes = MAIL_CLASSES.map(() => createTurns<T>());
  let size = 0;
  let picked = 0;

  function turnsOf(item: T): Turns<T> {
    const turns = classes[MAIL_CLASSES.indexOf(describe(item).mailClass)];
    if (!turns) throw new Error('Unknown mail class');
    return turns;
  }

  return {
    get size() {
      return size;
    },
    sizeUpTo(mailClass) {
      const upTo = classes.slice(0, MAIL_CLASSES.indexOf(mailClass) + 1);
      return upTo.reduce((sum, turns) => sum + turns.size, 0);
    },
    push(item) {
      size += 1;
      turnsOf(item).push(describe(item).accountId, item);
    },
    unshift(item) {
      size += 1;
      turnsOf(item).unshift(describe(item).accountId, item);
    },
    shift() {
      if (size === 0) return undefined;
      picked = (picked + 1) % RESERVED_ONE_IN;
      const waiting = classes.filter((turns) => turns.size > 0);
      const turns = picked === 0 ? waiting.at(-1) : waiting[0];
      size -= 1;
      return turns?.shift();
    },
    peek(count) {
      const items: T[] = [];
      for (const turns of classes) {
        if (items.length < count) items.push(...turns.peek(count - items.length));
      }
      return items;
    },
    drain() {
      size = 0;
      return classes.flatMap((turns) => turns.drain());
    },
  };
}

/** The queues of one class's accounts, and whose turn it is. */
interface Turns<T> {
  readonly size: number;
  push(accountId: number, item: T): void;
  unshift(accountId: number, item: T): void;
  shift(): T | undefined;
  peek(count: number): T[];
  drain(): T[];
}

function createTurns<T>(): Turns<T> {
  // A Map keeps the order of insertion: the first account is the one whose turn it is.
  const accounts = new Map<number, Fifo<T>>();
  let left = TURN;
  let size = 0;

  const endTurn = (accountId: number, queue: Fifo<T>): void => {
    accounts.delete(accountId);
    if (queue.size > 0) accounts.set(accountId, queue);
    left = TURN;
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
        if (left === 0 || queue.size === 0) endTurn(accountId, queue);
        return item;
      }
      return undefined;
    },
    peek(count) {
      const items: T[] = [];
      for (const queue of accounts.values()) {
        items.push(...queue.peek(Math.min(TURN, count - items.length)));
        if (items.length >= count) return items;
      }
      const [only] = accounts.values();
      return accounts.size === 1 && only ? only.peek(count) : items;
    },
    drain() {
      const items = [...accounts.values()].flatMap((queue) => queue.peek(queue.size));
      accounts.clear();
      [left, size] = [TURN, 0];
      return items;
    },
  };
}

/** First in, first out; taking from the front does not move the rest. */
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

import { createFairQueue } from '../queue/fair-queue.ts';
import type { Route } from '../routing/router.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { ServerMemory } from './server-memory.ts';
import type { SiteControl } from './site-control.ts';
import type { Claim, MailClass, Outcome } from '../types.ts';

/** A way to a site. */
export type SiteRoute = Extract<Route, { kind: 'site' }>;

/** A server that an attempt went to in vain, and the outcome if it were the only one. */
export interface FailedServer {
  readonly target: SmtpTarget;
  readonly outcome: Outcome;
  /** How much its failure says: of several, the one with the highest decides. */
  readonly weight: number;
  /** The outcome when all servers of a domain say so, where its failure is final. */
  readonly final?: Outcome | undefined;
}

/** A recipient on its way to a site. */
export interface Task {
  readonly claim: Claim;
  readonly route: SiteRoute;
  /** Servers that could not be reached, fell silent or hung up before the final dot, and what was said: others follow. */
  readonly before?: {
    readonly failed: readonly FailedServer[];
    readonly startedAtMs: number;
    readonly conversation: string;
  };
}

/** Servers that are interchangeable: one queue, a bounded number of connection workers that work on it. */
export interface Site {
  readonly name: string;
  /** Whose servers they are. */
  readonly provider: string;
  /** Whether it belongs to one worker. */
  readonly isOwned: boolean;
  readonly control: SiteControl;
  readonly servers: ServerMemory;
  readonly waiting: number;
  /** How much waits that is as urgent as the class, or more. */
  waitingBefore(mailClass: MailClass): number;
  /** Connections that are open or being opened. */
  readonly connectionWorkers: number;
  /** True once a connection to it came about. */
  isProven: boolean;
  /** Queues a task and opens a connection worker for it when none is free and the window allows. */
  push(task: Task): void;
  /** Puts a task back at the front of its account's. */
  unshift(task: Task): void;
  /** The next task, waiting up to `idleMs` for one; undefined when the connection worker is to end. */
  take(idleMs: number): Promise<Task | undefined>;
  /** False when a connection worker is to end: the site closes, or its window has become smaller than the number of connection workers. */
  readonly mayGoOn: boolean;
  /** The next task; undefined when none waits, or the connection worker is to end. */
  takeNow(): Task | undefined;
  /** About the tasks that the next calls of `take` would give, so that they can be prepared ahead. */
  peek(count: number): readonly Task[];
  /** Removes and returns everything that waits. */
  drain(): Task[];
  /** Opens connection workers that the window allows by now, for what waits. */
  grow(): void;
  /** Wakes idle connection workers with nothing, so that they end. */
  close(): void;
}

/** True when nothing waits and no connection worker is open. */
export function isIdle({ connectionWorkers, waiting }: Site): boolean {
  return connectionWorkers === 0 && waiting === 0;
}

interface SiteParts extends Pick<Site, 'name' | 'provider' | 'isOwned' | 'control' | 'servers'> {
  readonly runConnectionWorker: (site: Site) => Promise<void>;
}

/** A site whose connection workers are run by `runConnectionWorker`, at most as many at once as its control allows. `runConnectionWorker` never rejects. */
export function createSite(options: SiteParts): Site {
  const { runConnectionWorker, ...about } = options;
  const { control } = about;
  const queue = createFairQueue<Task>(({ claim }) => claim);
  const idle = createWaiters<Task>();
  let [connectionWorkers, closing] = [0, false];

  const mayOpen = (): boolean => !closing && connectionWorkers < control.window && control.waitMs === 0;

  const startWorker = (): void => {
    connectionWorkers += 1;
    void runConnectionWorker(site).finally(() => {
      connectionWorkers -= 1;
      // A connection worker may end (its connection was used up) while tasks wait.
      if (queue.size > connectionWorkers && mayOpen()) startWorker();
    });
  };

  const site: Site = {
    ...about,
    isProven: false,
    get waiting() {
      return queue.size;
    },
    waitingBefore: (mailClass) => queue.sizeUpTo(mailClass),
    get connectionWorkers() {
      return connectionWorkers;
    },
    push(task) {
      if (idle.give(task)) return;
      queue.push(task);
      if (mayOpen()) startWorker();
    },
    unshift(task) {
      queue.unshift(task);
      if (mayOpen()) startWorker();
    },
    take(idleMs) {
      if (!site.mayGoOn) return Promise.resolve(undefined);
      const task = queue.shift();
      return task ? Promise.resolve(task) : idle.wait(idleMs);
    },
    get mayGoOn() {
      return !closing && connectionWorkers <= control.window;
    },
    takeNow: () => (site.mayGoOn ? queue.shift() : undefined),
    peek: (count) => queue.peek(count),
    drain: () => queue.drain(),
    grow() {
      while (queue.size > 0 && mayOpen()) startWorker();
    },
    close() {
      closing = true;
      idle.dismiss();
    },
  };
  return site;
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

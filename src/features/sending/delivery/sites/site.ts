import { createFairQueue } from '../queue/fair-queue.ts';
import type { Route } from '../routing/router.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { ServerMemory } from './server-memory.ts';
import type { SiteControl } from './site-control.ts';
import type { Claim, MailClass, Outcome } from '../types.ts';

/** A route to a destination site. */
export type SiteRoute = Extract<Route, { kind: 'site' }>;

/** A server at which an attempt failed, and the outcome of the attempt if this failure is the most informative one. */
export interface FailedServer {
  readonly target: SmtpTarget;
  readonly outcome: Outcome;
  /** A more informative failure has a higher weight. The failure with the highest weight determines the outcome. */
  readonly weight: number;
  /** The outcome if this failure occurs at all servers of a domain. Set only if the failure is final. */
  readonly final?: Outcome | undefined;
}

/** A recipient with a route to a site. */
export interface Task {
  readonly claim: Claim;
  readonly route: SiteRoute;
  /**
   * Data about the servers that were already tried without success: they were unreachable, stopped responding, or
   * closed the connection before the final dot. Other servers are tried next.
   */
  readonly before?: {
    readonly failed: readonly FailedServer[];
    readonly startedAtMs: number;
    readonly conversation: string;
  };
}

/** A group of interchangeable servers, with one queue and a limited number of connection workers. */
export interface Site {
  readonly name: string;
  /** The mailbox provider or relay that operates the servers. */
  readonly provider: string;
  /** Whether a single worker owns the site and sends all messages to it. */
  readonly isOwned: boolean;
  readonly control: SiteControl;
  readonly servers: ServerMemory;
  readonly waiting: number;
  /** Returns the number of waiting tasks that are at least as urgent as tasks of `mailClass`. */
  waitingBefore(mailClass: MailClass): number;
  /** Number of connections that are open or being opened. */
  readonly connectionWorkers: number;
  /** Whether a connection has succeeded since this process last created the site. */
  isProven: boolean;
  /**
   * Gives a task to an idle connection worker. Without one, queues the task and starts a worker if the window allows.
   */
  push(task: Task): void;
  /** Requeues a task ahead of all other tasks of its account and mail class. */
  unshift(task: Task): void;
  /**
   * Takes the next task. If none is waiting, waits up to `idleMs`. Returns undefined if the connection worker must
   * stop.
   */
  take(idleMs: number): Promise<Task | undefined>;
  /**
   * Whether connection workers may continue. False if the site is closed or has more connection workers than its window
   * allows.
   */
  readonly mayGoOn: boolean;
  /** Takes the next task. Returns undefined if no task is waiting, or if the connection worker must stop. */
  takeNow(): Task | undefined;
  /** Returns approximately the next tasks that `take` will return, so that they can be prepared in advance. */
  peek(count: number): readonly Task[];
  /** Removes and returns all waiting tasks. */
  drain(): Task[];
  /** Starts connection workers for the waiting tasks, up to the concurrency limit (the window). */
  grow(): void;
  /** Wakes idle connection workers, so that they stop. */
  close(): void;
}

/** Returns whether the site has neither waiting tasks nor connection workers. */
export function isIdle({ connectionWorkers, waiting }: Site): boolean {
  return connectionWorkers === 0 && waiting === 0;
}

interface SiteParts extends Pick<Site, 'name' | 'provider' | 'isOwned' | 'control' | 'servers'> {
  readonly runConnectionWorker: (site: Site) => Promise<void>;
}

/**
 * Creates a site. The site calls `runConnectionWorker` once for each connection worker, up to the concurrency limit of
 * its `control`. `runConnectionWorker` must never reject.
 */
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
      // A connection worker may stop because its connection can send no more messages, even if tasks are waiting.
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

/**
 * Creates a last-in, first-out list of idle workers: the worker that became idle last gets the next task, so that
 * unneeded connections time out.
 */
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

import type { Clock } from '../../../../base/clock.ts';
import type { Database, Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { shareOut, type Ownership } from './ownership.ts';
import {
  beat,
  forgetWorker,
  freeRowsOf,
  joinWorkers,
  leaveAllWorkers,
  leaveWorkers,
  lockDeadWorker,
  type WorkerRow,
} from './worker-queries.ts';

const BEAT_MS = 2_000;
/**
 * Time without a heartbeat after which a worker is considered dead. Other workers then take over its sites and rows.
 */
const DEAD_SECONDS = 10;
/** Age at which a new worker may own sites, because all other workers have noticed the new worker by then. */
const SETTLED_SECONDS = 5;
/**
 * Time that a worker waits before it uses a site gained from a living worker, until that worker has noticed the change
 * too.
 */
const HOLD_OFF_MS = 2 * BEAT_MS;
/** Time without a heartbeat after which this process owns no sites, because others may soon consider it dead. */
const STALE_MS = 8_000;
const FREE_AT_ONCE = 10_000;

/** The owner of a site: this process, this process after a delay, or another worker. */
export type Owner =
  | { readonly kind: 'mine' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'other'; readonly worker: number };

/** The delivery processes of the installation, from the point of view of one of them. */
export interface Workers {
  /** Number of this process, or 0 while it has none. */
  readonly number: number;
  ownerOf(site: string): Owner;
  /** Refreshes the list of workers, which also happens every two seconds automatically. Never rejects. */
  look(): Promise<void>;
  /** Resolves after the first refresh, even if the refresh failed. */
  readonly ready: Promise<void>;
  /** Registers a listener that is called after each change of the living workers. */
  onChange(listener: () => void): void;
  /** Leaves the set of workers. Rows queued for this process can then be claimed by any worker. */
  close(): Promise<void>;
}

interface View {
  readonly ownership: Ownership;
  readonly sinceMs: number;
  readonly before: View | undefined;
}

/**
 * Joins the workers that share the database. Each site belongs to one worker, so that the site's limits apply across
 * all processes without communication between them. Never rejects: while the database is unavailable, no site has an
 * owner.
 */
export function joinDeliveryWorkers(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Unique UUID of this process. */
  readonly id: string;
}): Workers {
  const { clock, db, id, log } = parts;
  const listeners: (() => void)[] = [];
  let number = 0;
  let seenAtMs = Number.NEGATIVE_INFINITY;
  let view: View = { ownership: shareOut([]), sinceMs: 0, before: undefined };

  async function lookAround(): Promise<void> {
    const startedAtMs = clock.now();
    const rows = await beatAndJoin(db, id);
    number = rows.find((row) => row.is_me)?.number ?? 0;
    seenAtMs = startedAtMs;
    keepView(rows.filter((row) => !row.is_dead));
    for (const dead of rows.filter((row) => row.is_dead)) await bury(db, dead.number);
  }

  function keepView(alive: readonly WorkerRow[]): void {
    const settled = alive.filter((row) => row.is_settled);
    // If no worker has been alive long enough, everything belongs to the worker that joined first, and all processes
    // agree on which that is.
    const workers = (settled.length > 0 ? settled : alive.slice(0, 1)).map((row) => row.number);
    if (workers.join() === view.ownership.workers.join()) return;
    view = {
      ownership: shareOut(workers),
      sinceMs: clock.now(),
      before: { ...view, before: undefined },
    };
    for (const listener of listeners) listener();
  }

  // Only one refresh runs at a time: a second refresh during a slow first one would join under the same ID and be
  // refused.
  let looking: Promise<void> | undefined;
  async function beatSafely(): Promise<void> {
    looking ??= lookAround()
      .catch((error: Error) => log.warn('List of delivery processes could not be read', { error: error.message }))
      .finally(() => (looking = undefined));
    await looking;
  }

  const ready = beatSafely();
  const timer = setInterval(() => void beatSafely(), BEAT_MS);

  return {
    ready,
    get number() {
      return number;
    },
    ownerOf(site) {
      if (clock.now() - seenAtMs > STALE_MS) return { kind: 'wait', ms: BEAT_MS };
      return judge(view, site, number, clock.now());
    },
    look: beatSafely,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer);
      await looking;
      await leaveWorkers(db, id).catch((error: Error) =>
        log.debug('Worker registration could not be removed', { error: error.message }),
      );
    },
  };
}

/**
 * Returns the owner of a site. When a site moves here from a living worker, it becomes ours somewhat later than it
 * stops belonging to that worker.
 */
function judge(view: View, site: string, me: number, nowMs: number): Owner {
  const owner = view.ownership.ownerOf(site);
  if (owner === undefined) return { kind: 'wait', ms: BEAT_MS };
  if (owner !== me) return { kind: 'other', worker: owner };
  const former = view.before?.ownership.ownerOf(site);
  const heldOffMs = view.sinceMs + HOLD_OFF_MS - nowMs;
  return former === undefined || former === me || heldOffMs <= 0 ? { kind: 'mine' } : { kind: 'wait', ms: heldOffMs };
}

/** Marks a worker as dead, so that others need not wait for a missing heartbeat. */
export async function noteDeadWorker(db: Db, id: string): Promise<void> {
  await leaveWorkers(db, id);
}

/** Marks all workers as dead. For a process that is certain that no other process uses the database. */
export async function noteNoWorkers(db: Db): Promise<void> {
  await leaveAllWorkers(db);
}

/** Returns all workers including this process, which joins if it is new or was considered dead. */
async function beatAndJoin(db: Db, id: string): Promise<readonly WorkerRow[]> {
  const rows = await beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
  if (rows.some((row) => row.is_me)) return rows;
  await joinWorkers(db, id);
  return beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
}

/** Removes a dead worker from its rows. While this runs, nothing can be handed over to the worker. */
async function bury(db: Database, worker: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [dead] = await lockDeadWorker(tx, worker, DEAD_SECONDS);
    if (!dead) return;
    // Rows beyond the limit, and locked rows, are removed with the next heartbeats. The worker is kept until then.
    await freeRowsOf(tx, worker, FREE_AT_ONCE);
    await forgetWorker(tx, worker);
  });
}

import type { Clock } from '../../../../base/clock.ts';
import type { Database, Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { shareOut, type Ownership } from './ownership.ts';
import {
  beat,
  deleteWorker,
  freeRowsOf,
  joinWorkers,
  leaveAllWorkers,
  leaveWorkers,
  lockDeadWorker,
  type WorkerRow,
} from './worker-queries.ts';

const BEAT_MS = 2_000;
/**
 * Seconds without a heartbeat after which a worker is considered dead. Other workers then take over its sites and rows.
 */
const DEAD_SECONDS = 10;
/** Seconds after which a new worker may own sites. By then, all other workers have noticed it. */
const SETTLED_SECONDS = 5;
/**
 * Delay in milliseconds before a worker uses a site that another worker owned before. By then, the previous owner has
 * noticed the change.
 */
const HOLD_OFF_MS = 2 * BEAT_MS;
/**
 * Milliseconds without a heartbeat after which this process stops using its sites, because other workers may soon
 * consider it dead and take over its sites.
 */
const STALE_MS = 8_000;
const FREE_AT_ONCE = 10_000;

/** The owner of a site: this process, this process after a delay, or another worker. */
export type Owner =
  | { readonly kind: 'mine' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'other'; readonly worker: number };

/** The delivery processes of the installation, as seen by this process. */
export interface Workers {
  /** Number of this process. 0 if it has not joined. */
  readonly number: number;
  ownerOf(site: string): Owner;
  /** Refreshes the list of workers. This also happens automatically every two seconds. Never rejects. */
  look(): Promise<void>;
  /** Resolves after the first refresh, even if the refresh failed. */
  readonly ready: Promise<void>;
  /** Registers a listener that is called whenever the set of workers that share the sites changes. */
  onChange(listener: () => void): void;
  /** Leaves the set of workers. Any worker can then claim the rows assigned to this process. */
  close(): Promise<void>;
}

interface View {
  readonly ownership: Ownership;
  readonly sinceMs: number;
  readonly before: View | undefined;
}

/**
 * Joins the workers that share the database. Each site belongs to one worker, so the site's limits apply across all
 * processes without communication between them. If the database is unavailable for longer than `STALE_MS`, sites have
 * no owner until it is available again.
 */
export function joinDeliveryWorkers(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** UUID of this process. */
  readonly id: string;
}): Workers {
  const { clock, db, id, log } = parts;
  const listeners: (() => void)[] = [];
  let number = 0;
  let seenAtMs = Number.NEGATIVE_INFINITY;
  let view: View = { ownership: shareOut([]), sinceMs: 0, before: undefined };

  async function checkQueue(): Promise<void> {
    const startedAtMs = clock.now();
    const rows = await beatAndJoin(db, id);
    number = rows.find((row) => row.is_me)?.number ?? 0;
    seenAtMs = startedAtMs;
    keepView(rows.filter((row) => !row.is_dead));
    for (const dead of rows.filter((row) => row.is_dead)) await bury(db, dead.number);
  }

  function keepView(alive: readonly WorkerRow[]): void {
    const settled = alive.filter((row) => row.is_settled);
    // If no worker is old enough, all sites belong to the worker that joined first.
    const workers = (settled.length > 0 ? settled : alive.slice(0, 1)).map((row) => row.number);
    if (workers.join() === view.ownership.workers.join()) return;
    view = {
      ownership: shareOut(workers),
      sinceMs: clock.now(),
      before: { ...view, before: undefined },
    };
    for (const listener of listeners) listener();
  }

  // Only one refresh runs at a time. A second refresh would try to join with the same ID and fail.
  let polling: Promise<void> | undefined;
  async function beatSafely(): Promise<void> {
    polling ??= checkQueue()
      .catch((error: Error) => log.warn('List of delivery processes could not be read', { error: error.message }))
      .finally(() => (polling = undefined));
    await polling;
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
      await polling;
      await leaveWorkers(db, id).catch((error: Error) =>
        log.debug('Worker registration could not be removed', { error: error.message }),
      );
    },
  };
}

/** Returns the owner of a site. If the site moved here from another worker, it is ours only after a delay. */
function judge(view: View, site: string, me: number, nowMs: number): Owner {
  const owner = view.ownership.ownerOf(site);
  if (owner === undefined) return { kind: 'wait', ms: BEAT_MS };
  if (owner !== me) return { kind: 'other', worker: owner };
  const former = view.before?.ownership.ownerOf(site);
  const heldOffMs = view.sinceMs + HOLD_OFF_MS - nowMs;
  return former === undefined || former === me || heldOffMs <= 0 ? { kind: 'mine' } : { kind: 'wait', ms: heldOffMs };
}

/** Marks a worker as dead, so that others do not wait for its heartbeat to time out. */
export async function noteDeadWorker(db: Db, id: string): Promise<void> {
  await leaveWorkers(db, id);
}

/** Marks all workers as dead. Call this only if no other process uses the database. */
export async function noteNoWorkers(db: Db): Promise<void> {
  await leaveAllWorkers(db);
}

/** Returns all workers including this process. Joins if this process is not in the list. */
async function beatAndJoin(db: Db, id: string): Promise<readonly WorkerRow[]> {
  const rows = await beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
  if (rows.some((row) => row.is_me)) return rows;
  await joinWorkers(db, id);
  return beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
}

/** Releases rows of a dead worker. While the worker is locked, no rows can be assigned to it. */
async function bury(db: Database, worker: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [dead] = await lockDeadWorker(tx, worker, DEAD_SECONDS);
    if (!dead) return;
    // The next heartbeats release the remaining rows and the locked rows. The worker is deleted after that.
    await freeRowsOf(tx, worker, FREE_AT_ONCE);
    await deleteWorker(tx, worker);
  });
}

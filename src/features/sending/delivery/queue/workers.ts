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
/** A worker that was not seen for so long is dead: its sites and rows are others'. */
const DEAD_SECONDS = 10;
/** A new worker owns nothing before all others have heard of it. */
const SETTLED_SECONDS = 5;
/** Who gains a site from a worker that lives waits until that one has heard of it too. */
const HOLD_OFF_MS = 2 * BEAT_MS;
/** Without a beat for so long, others may soon think that we are dead: nothing is ours any more. */
const STALE_MS = 8_000;
const FREE_AT_ONCE = 10_000;

/** Whose a site is: ours, ours after a wait, or another worker's. */
export type Owner =
  | { readonly kind: 'mine' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'other'; readonly worker: number };

/** The delivery processes of the installation, seen by one of them. */
export interface Workers {
  /** Our number; 0 as long as we have none. */
  readonly number: number;
  ownerOf(site: string): Owner;
  /** Looks who lives, as is done every two seconds anyway. Never rejects. */
  look(): Promise<void>;
  /** Resolves when we have looked around for the first time, or could not. */
  readonly ready: Promise<void>;
  /** Calls back after each change of who lives. */
  onChange(listener: () => void): void;
  /** Says that we end; what is queued for us is anybody's then. */
  close(): Promise<void>;
}

interface View {
  readonly ownership: Ownership;
  readonly sinceMs: number;
  readonly before: View | undefined;
}

/**
 * Joins the workers that share the database. Each site belongs to one of them, so that its limits hold over all
 * processes without a word between them. Never rejects: while the database is away, nothing is anybody's.
 */
export function joinDeliveryWorkers(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** A UUID that nobody else bears. */
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
    // Where nobody is settled, everything belongs to the first that came, as everybody sees.
    const workers = (settled.length > 0 ? settled : alive.slice(0, 1)).map((row) => row.number);
    if (workers.join() === view.ownership.workers.join()) return;
    view = {
      ownership: shareOut(workers),
      sinceMs: clock.now(),
      before: { ...view, before: undefined },
    };
    for (const listener of listeners) listener();
  }

  // One look at a time: a second beside a slow first one would join under the same id, and be refused.
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

/** Whose a site is; a site that was a living worker's becomes ours a little later than it stops being theirs. */
function judge(view: View, site: string, me: number, nowMs: number): Owner {
  const owner = view.ownership.ownerOf(site);
  if (owner === undefined) return { kind: 'wait', ms: BEAT_MS };
  if (owner !== me) return { kind: 'other', worker: owner };
  const former = view.before?.ownership.ownerOf(site);
  const heldOffMs = view.sinceMs + HOLD_OFF_MS - nowMs;
  return former === undefined || former === me || heldOffMs <= 0 ? { kind: 'mine' } : { kind: 'wait', ms: heldOffMs };
}

/** Says that a worker has died, so that others need not wait until they miss it. */
export async function noteDeadWorker(db: Db, id: string): Promise<void> {
  await leaveWorkers(db, id);
}

/** Says that no worker lives; for who knows that it is alone with the database. */
export async function noteNoWorkers(db: Db): Promise<void> {
  await leaveAllWorkers(db);
}

/** Who lives, we among them: who is new, or was taken for dead, joins. */
async function beatAndJoin(db: Db, id: string): Promise<readonly WorkerRow[]> {
  const rows = await beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
  if (rows.some((row) => row.is_me)) return rows;
  await joinWorkers(db, id);
  return beat(db, id, SETTLED_SECONDS, DEAD_SECONDS);
}

/** Makes a dead worker's rows anybody's; nothing is handed over to it meanwhile. */
async function bury(db: Database, worker: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [dead] = await lockDeadWorker(tx, worker, DEAD_SECONDS);
    if (!dead) return;
    // What is too much for once, or was locked, follows with the next beats: until then the worker is not forgotten.
    await freeRowsOf(tx, worker, FREE_AT_ONCE);
    await forgetWorker(tx, worker);
  });
}

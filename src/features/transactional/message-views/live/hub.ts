import { isUnavailable } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { changesSince, walking } from '../queries.ts';
import type { LiveFrame } from '../present.ts';
import type { RouteParts } from '../route-view.ts';
import { framesOf, toChange, type SourcedFrame } from './frames.ts';
import { hasSeen, parseSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Poll intervals in milliseconds: for an account with listeners, and for an account with a listener that watches a
 * message.
 */
const POLL_MS = 500;
const WATCHED_POLL_MS = 200;
/** Poll interval in milliseconds after a failed poll, for example during a database restart. */
const FAILED_POLL_MS = 1_000;
/**
 * Minimum number of milliseconds between a poll and the next poll that a hint triggers. Hints do not name an account
 * and may be frequent.
 */
const REST_MS = 100;
/**
 * Higher than every transaction number. With this bound, a poll selects no changes, because no listener has a snapshot
 * yet.
 */
const NOTHING_SINCE = Number.MAX_SAFE_INTEGER;

/** A subscriber to the changes in an account. */
export interface Listener {
  readonly accountId: number;
  /** ID of the message whose delivery steps are also reported to the listener, if any. */
  readonly watched: string | undefined;
  /**
   * Snapshot of the changes that the listener has already received. If absent, the listener receives only changes after
   * the first poll.
   */
  readonly since: Snapshot | undefined;
  /**
   * Called for the first poll, and for each poll that found changes, in order. `id` is the snapshot of the changes that
   * the listener has received after this call.
   */
  report(frames: readonly LiveFrame[], id: string): void;
}

/** Distributes changes to listeners. */
export interface LiveHub {
  /** Adds a listener. Returns a function that removes it. */
  listen(listener: Listener): () => void;
  /** Number of accounts that are polled. */
  readonly accounts: number;
}

export interface HubParts extends RouteParts {
  readonly log: Log;
  /** Subscribes to hints that something may have changed in any account. Used only while there are listeners. */
  readonly hints?: ((onHint: () => void) => { close(): Promise<void> }) | undefined;
}

interface Seat {
  readonly listener: Listener;
  since: Snapshot | undefined;
  isGreeted: boolean;
  /** Last reported state and number of attempts of each webhook delivery. Claiming a delivery is not a change. */
  readonly webhooks: Map<string, string>;
}

/** State of polling for one account. Exists while the account has listeners. */
interface Watch {
  readonly seats: Set<Seat>;
  timer: NodeJS.Timeout | undefined;
  isPolling: boolean;
  isHinted: boolean;
  checkedAtMs: number;
}

/** Creates a hub. While an account has listeners, the hub polls the account's rows once for all of them. */
export function createLiveHub(parts: HubParts): LiveHub {
  const watches = new Map<number, Watch>();
  let hints: { close(): Promise<void> } | undefined;

  const plan = (accountId: number, watch: Watch, delayMs: number): void => {
    clearTimeout(watch.timer);
    if (watch.seats.size > 0) watch.timer = setTimeout(() => void run(accountId, watch), delayMs);
  };

  const run = async (accountId: number, watch: Watch): Promise<void> => {
    if (watch.isPolling || watch.seats.size === 0) return;
    watch.isPolling = true;
    watch.isHinted = false;
    watch.checkedAtMs = performance.now();
    let delayMs = FAILED_POLL_MS;
    try {
      await look(parts, accountId, watch);
      delayMs = [...watch.seats].some(({ listener }) => listener.watched) ? WATCHED_POLL_MS : POLL_MS;
    } catch (error) {
      // No changes are lost: the next successful poll reports everything that the listeners have not received.
      if (isUnavailable(error)) parts.log.debug('Live stream is waiting for the database', { accountId });
      else parts.log.error('Live stream query failed', { accountId, error });
    } finally {
      watch.isPolling = false;
      plan(accountId, watch, watch.isHinted ? Math.min(REST_MS, delayMs) : delayMs);
    }
  };

  const onHint = (): void => {
    for (const [accountId, watch] of watches) {
      watch.isHinted = true;
      if (!watch.isPolling) plan(accountId, watch, Math.max(0, watch.checkedAtMs + REST_MS - performance.now()));
    }
  };

  return {
    get accounts() {
      return watches.size;
    },
    listen(listener) {
      const { accountId } = listener;
      const seat: Seat = { listener, since: listener.since, isGreeted: false, webhooks: new Map() };
      const watch = watches.get(accountId) ?? newWatch();
      watches.set(accountId, watch);
      watch.seats.add(seat);
      hints ??= parts.hints?.(onHint);
      if (!watch.isPolling) plan(accountId, watch, 0);
      return () => {
        watch.seats.delete(seat);
        if (watch.seats.size > 0) return;
        clearTimeout(watch.timer);
        if (watches.get(accountId) === watch) watches.delete(accountId);
        if (watches.size > 0) return;
        // Ignore the error, because a connection that cannot be closed has already ended.
        hints?.close().catch(() => {});
        hints = undefined;
      };
    },
  };
}

function newWatch(): Watch {
  return {
    seats: new Set(),
    timer: undefined,
    isPolling: false,
    isHinted: false,
    checkedAtMs: performance.now(),
  };
}

/** Polls once for all current listeners. Reports to each listener the changes that it has not received. */
async function look(parts: RouteParts, accountId: number, watch: Watch): Promise<void> {
  const seats = [...watch.seats];
  const watched = [...new Set(seats.flatMap(({ listener }) => listener.watched ?? []))];
  const sinceXid = Math.min(NOTHING_SINCE, ...seats.flatMap(({ since }) => since?.xmin ?? []));
  const rows = await walking(parts.db, (tx) => changesSince(tx, accountId, sinceXid, watched));
  const id = rows[0]?.snapshot ?? '';
  const snapshot = parseSnapshot(id);
  if (!snapshot) throw new Error(`Invalid snapshot: ${id}`);
  const changes = rows.flatMap((row) => toChange(row) ?? []);
  const news = changes.filter(({ xid }) => seats.some(({ since }) => isNews(since, xid)));
  const frames = news.length === 0 ? [] : await framesOf(parts, accountId, news, watched);
  for (const seat of seats) {
    // The listener may have been removed since the poll began.
    if (!watch.seats.has(seat)) continue;
    const own = frames.filter((frame) => isFor(seat, frame));
    seat.since = snapshot;
    if (own.length > 0 || !seat.isGreeted) {
      seat.listener.report(
        own.map(({ frame }) => frame),
        id,
      );
    }
    seat.isGreeted = true;
  }
}

function isFor(seat: Seat, { frame, sources, watched }: SourcedFrame): boolean {
  if (!sources.some(({ xid }) => isNews(seat.since, xid))) return false;
  if (watched !== undefined && watched !== seat.listener.watched) return false;
  return frame.event !== 'webhook' || isWebhookNews(seat, frame.data);
}

/**
 * Returns whether a transaction is new to a listener. Always false for a listener without a snapshot, which receives
 * only changes after this poll.
 */
function isNews(since: Snapshot | undefined, xid: number): boolean {
  return since !== undefined && !hasSeen(since, xid);
}

const MAX_REMEMBERED_WEBHOOKS = 400;

function isWebhookNews(
  { webhooks }: Seat,
  { attempt_count: attempts, id, state }: Extract<LiveFrame, { event: 'webhook' }>['data'],
): boolean {
  const now = `${state} ${attempts}`;
  if (webhooks.get(id) === now) return false;
  if (webhooks.size >= MAX_REMEMBERED_WEBHOOKS) webhooks.clear();
  webhooks.set(id, now);
  return true;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startPolling, type Poller } from '../../../../base/poller.ts';
import { anyDue, claimHookDeliveries, eventsByNumber, hooksById, type ClaimedDelivery } from './queries.ts';
import type { HookEngineParts } from './parts.ts';
import { postOne, type Ready } from './post.ts';
import { openHook } from './sealed.ts';
import type { Hook } from './types.ts';

/**
 * Maximum number of concurrent requests per process: to receivers whose last attempt succeeded, and to receivers whose
 * last attempt failed.
 */
const [MAX_HEALTHY, MAX_UNHEALTHY] = [48, 16];
/**
 * Maximum number of concurrent requests per URL, so that a receiver that does not respond delays only a few requests.
 */
const [QUANTUM_HEALTHY, QUANTUM_UNHEALTHY] = [8, 1];
/**
 * Lease duration, in seconds. After this time, other processes take over the deliveries of a killed process. It is
 * longer than it takes to make an attempt and record its result.
 */
const LEASE_SECONDS = 60;
const MAX_WAIT_MS = 100;

/** Number of requests in progress per webhook. Requests to failing receivers are counted separately. */
interface OnWire {
  readonly sound: Map<number, number>;
  readonly unhealthy: Map<number, number>;
  readonly running: Set<Promise<void>>;
}

/**
 * Starts posting events to the URLs that clients of other vendors' APIs have set. Several processes can do this at the
 * same time. Each URL has a separate queue. Polls for due events with an index lookup every second, or every three
 * seconds if there was no work for ten seconds.
 */
export function startHooks(parts: HookEngineParts): Poller {
  const onWire: OnWire = { sound: new Map(), unhealthy: new Map(), running: new Set() };
  const stopped = new AbortController();
  const poller = startPolling({
    log: parts.log,
    things: 'Vendor webhooks',
    takeOne: () => takeSome(parts, onWire, stopped.signal),
  });
  return {
    async close() {
      await poller.close();
      stopped.abort();
      await Promise.all(onWire.running);
    },
  };
}

/**
 * Claims deliveries for the available capacity and starts posting them. Returns true if deliveries were claimed and
 * more deliveries may be due.
 */
async function takeSome(parts: HookEngineParts, onWire: OnWire, signal: AbortSignal): Promise<boolean> {
  const [due] = await anyDue(parts.db);
  if (!due?.is_due) return false;
  const sound = await claim(parts, onWire.sound, [MAX_HEALTHY, QUANTUM_HEALTHY], false);
  const unhealthy = await claim(parts, onWire.unhealthy, [MAX_UNHEALTHY, QUANTUM_UNHEALTHY], true);
  await begin(parts, onWire, onWire.sound, sound, signal);
  await begin(parts, onWire, onWire.unhealthy, unhealthy, signal);
  if (sound.length + unhealthy.length === 0) return false;
  // Wait until a request has finished, but only for a short time, because receivers may not respond.
  await Promise.race([...onWire.running, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  return true;
}

async function claim(
  { db }: HookEngineParts,
  held: ReadonlyMap<number, number>,
  [most, quantum]: readonly [number, number],
  isUnhealthy: boolean,
): Promise<ClaimedDelivery[]> {
  const free = most - [...held.values()].reduce((sum, count) => sum + count, 0);
  if (free <= 0) return [];
  const room = [...held.values()].map((count) => Math.max(0, quantum - count));
  return claimHookDeliveries(db, free, quantum, [...held.keys()], room, LEASE_SECONDS, isUnhealthy);
}

/**
 * Loads claimed deliveries by account and starts posting them. An error while loading one account does not affect other
 * accounts.
 */
async function begin(
  parts: HookEngineParts,
  { running }: OnWire,
  held: Map<number, number>,
  claimed: readonly ClaimedDelivery[],
  signal: AbortSignal,
): Promise<void> {
  for (const [accountId, group] of Map.groupBy(claimed, ({ account_id: accountId }) => accountId)) {
    let ready: readonly Ready[];
    try {
      ready = await load(parts, accountId, group);
    } catch (error) {
      parts.log.error('Loading vendor webhook events failed; retrying in a minute', { accountId, error });
      continue;
    }
    for (const delivery of ready) {
      const { hook_id: hookId } = delivery.claimed;
      held.set(hookId, (held.get(hookId) ?? 0) + 1);
      const work = postOne(parts, delivery, signal).finally(() => {
        running.delete(work);
        const left = (held.get(hookId) ?? 1) - 1;
        if (left > 0) held.set(hookId, left);
        else held.delete(hookId);
      });
      running.add(work);
    }
  }
}

async function load(
  { db, log, vault }: HookEngineParts,
  accountId: number,
  claimed: readonly ClaimedDelivery[],
): Promise<readonly Ready[]> {
  const rows = await hooksById(db, accountId, [...new Set(claimed.map(({ hook_id: id }) => id))]);
  const hooks = new Map<number, Hook>();
  const sealed = new Set<number>();
  for (const row of rows) {
    try {
      hooks.set(row.id, openHook(vault, accountId, row));
    } catch (error) {
      // This webhook's events wait until the secret is available. The account's other webhooks are not affected.
      sealed.add(row.id);
      log.error('Decrypting vendor webhook settings failed', { accountId, hookId: row.id, error });
    }
  }
  const ids = [...new Set(claimed.map(({ event_id: id }) => id))];
  const events = new Map((await eventsByNumber(db, accountId, ids)).map((event) => [event.id, event]));
  return claimed
    .filter(({ hook_id: id }) => !sealed.has(id))
    .map((one) => ({ claimed: one, hook: hooks.get(one.hook_id), event: events.get(one.event_id) }));
}

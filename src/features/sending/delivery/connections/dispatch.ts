import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../sites/site.ts';
import { createSites } from '../sites/sites.ts';
import type { Claim } from '../types.ts';
import { bringToSiteQueue, joinSiteQueue } from '../delivery-steps.ts';
import type { Detours } from './worker-steps.ts';
import { runConnectionWorker } from './connection-worker.ts';
import { reroute, type Dispatching, type DispatchParts } from './site-queue-steps.ts';

const DRAIN_POLL_MS = 20;

/** Routes claims to the destination sites of their recipients. */
export interface Dispatcher {
  /** Takes responsibility for a claimed recipient. Never rejects. */
  dispatch(claim: Claim): Promise<void>;
  /** Returns the active sites, for the dashboard and metrics. */
  sites(): readonly Site[];
  /** Reroutes or releases the tasks that wait for sites stopped by the operator. */
  keepStops(): void;
  /** Holds the waiting tasks whose accounts have paused messages to these providers. */
  keepHolds(providers: ReadonlySet<string>): void;
  /** Closes all sites, and waits up to `graceMs` for messages that are being sent. */
  close(graceMs: number): Promise<void>;
}

/** Creates a dispatcher without sites. Sites are created on demand. */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const runSiteWorker = (site: Site): Promise<void> => runConnectionWorker(parts, detoursOf(state), site);
  const sites = createSites({ clock: parts.clock, runConnectionWorker: runSiteWorker });
  const state: Dispatching = {
    parts,
    sites,
    simulations: new Set(),
    bringBehind: (claim, routeIndex) => bringToSiteQueue(state, claim, routeIndex),
    isClosed: false,
  };
  parts.workers.onChange(() => releaseSites(state));

  return {
    dispatch: (claim) => bringToSiteQueue(state, claim),
    sites: () => sites.all(),
    keepStops: () => requeueTask(state, (site) => parts.stoppedMs(site.name) > 0),
    keepHolds: (providers) => requeueTask(state, (site) => providers.has(site.provider)),
    async close(graceMs) {
      state.isClosed = true;
      for (const site of sites.all()) {
        // Skip recipients that were leased in a chunk, because releasing the chunk releases them.
        for (const { claim } of site.drain()) if (!claim.chunk) parts.parking.release(claim, 0);
        site.close();
      }
      await Promise.all(state.simulations);
      const deadline = parts.clock.now() + graceMs;
      // A connection that is still being opened is not sending a message yet.
      const isOnWire = (): boolean =>
        sites.all().reduce((connectionWorkers, site) => connectionWorkers + site.connectionWorkers, 0) >
        parts.connecting.size;
      while (isOnWire() && parts.clock.now() < deadline) await sleep(DRAIN_POLL_MS);
      // Release messages that no server has received, so that the next process does not wait for their leases to
      // expire.
      for (const connection of parts.offering) connection.destroy();
      await new Promise((resolve) => setImmediate(resolve));
      for (const claim of parts.connecting) if (!claim.chunk) parts.parking.release(claim, 0);
      await parts.parking.idle();
    },
  };
}

/** Dispatches the tasks in the queues of the selected sites again. */
function requeueTask(state: Dispatching, isOfThem: (site: Site) => boolean): void {
  for (const site of state.sites.all()) {
    if (isOfThem(site)) for (const task of site.drain()) joinSiteQueue(state, task);
  }
}

function detoursOf(state: Dispatching): Detours {
  const clear = (site: Site): void => {
    for (const task of site.drain()) reroute(state, task, site.control.waitMs);
  };
  return {
    isClosed: () => state.isClosed,
    requeue(site, task) {
      // A closed site does not send the tasks in its queue.
      if (state.isClosed || !state.sites.all().includes(site)) joinSiteQueue(state, task);
      else site.unshift(task);
    },
    reroute: (task, delayMs) => reroute(state, task, delayMs),
    hold: (task) => state.parts.parking.hold(task.claim),
    clear,
    unreachable(site, task, reason) {
      site.control.unreachable(reason);
      if (site.control.waitMs > 0) clear(site);
      if (!task.route.hasFallback) return false;
      reroute(state, task, site.control.waitMs);
      return true;
    },
  };
}

/**
 * Closes sites that this process no longer owns. Another process may open connections soon, so our connections end
 * after their current messages.
 */
function releaseSites(state: Dispatching): void {
  for (const site of state.sites.all()) {
    if (!site.isOwned || state.parts.workers.ownerOf(site.name).kind === 'mine') continue;
    state.sites.remove(site.name);
    site.close();
    for (const task of site.drain()) joinSiteQueue(state, task);
  }
}

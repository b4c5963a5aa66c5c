import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../sites/site.ts';
import { createSites } from '../sites/sites.ts';
import type { Claim } from '../types.ts';
import { bringToSiteQueue, joinSiteQueue } from '../delivery-steps.ts';
import type { Detours } from './worker-steps.ts';
import { runConnectionWorker } from './connection-worker.ts';
import { reroute, type Dispatching, type DispatchParts } from './site-queue-steps.ts';

const DRAIN_POLL_MS = 20;

/** Brings claims to the sites of their recipients. */
export interface Dispatcher {
  /** Takes a claim over; never rejects. */
  dispatch(claim: Claim): Promise<void>;
  /** The sites at work, for whoever shows them. */
  sites(): readonly Site[];
  /** Sends what waits for stopped sites elsewhere or back. */
  keepStops(): void;
  /** Gives back what waits at sites of these providers and is held back there. */
  keepHolds(providers: ReadonlySet<string>): void;
  /** Gives back what waits and lets the connection workers end what is on the wire, at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** A dispatcher without sites; they come and go with the mail. */
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
  parts.workers.onChange(() => giveUpSites(state));

  return {
    dispatch: (claim) => bringToSiteQueue(state, claim),
    sites: () => sites.all(),
    keepStops: () => lineUpAnew(state, (site) => parts.stoppedMs(site.name) > 0),
    keepHolds: (providers) => lineUpAnew(state, (site) => providers.has(site.provider)),
    async close(graceMs) {
      state.isClosed = true;
      for (const site of sites.all()) {
        // What is leased as a chunk goes back as one.
        for (const { claim } of site.drain()) if (!claim.chunk) parts.parking.giveBack(claim, 0);
        site.close();
      }
      await Promise.all(state.simulations);
      const deadline = parts.clock.now() + graceMs;
      // A server that has not answered yet has no mail of ours.
      const isOnWire = (): boolean =>
        sites.all().reduce((connectionWorkers, site) => connectionWorkers + site.connectionWorkers, 0) >
        parts.connecting.size;
      while (isOnWire() && parts.clock.now() < deadline) await sleep(DRAIN_POLL_MS);
      // What no server has by now goes back: the lease would keep it from the next process for a while.
      for (const connection of parts.offering) connection.destroy();
      await new Promise((resolve) => setImmediate(resolve));
      for (const claim of parts.connecting) if (!claim.chunk) parts.parking.giveBack(claim, 0);
      await parts.parking.idle();
    },
  };
}

/** Has all that waits at some sites find its place again. */
function lineUpAnew(state: Dispatching, isOfThem: (site: Site) => boolean): void {
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
      // Nobody takes what is queued at a site that is closed.
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

/** Another process may open connections to a site soon: ours end with the mail that is on them. */
function giveUpSites(state: Dispatching): void {
  for (const site of state.sites.all()) {
    if (!site.isOwned || state.parts.workers.ownerOf(site.name).kind === 'mine') continue;
    state.sites.remove(site.name);
    site.close();
    for (const task of site.drain()) joinSiteQueue(state, task);
  }
}

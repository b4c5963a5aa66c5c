import { domainOf, type EmailAddress } from '../../../../mail/address.ts';
import { outcomeOfMx } from '../outcomes/classify.ts';
import type { Parking } from '../queue/parking.ts';
import type { ProviderHolds } from '../queue/provider-holds.ts';
import type { Workers } from '../queue/workers.ts';
import type { Router } from '../routing/router.ts';
import type { Sites } from '../sites/sites.ts';
import type { Site, SiteRoute, Task } from '../sites/site.ts';
import type { Claim, SimulatedOutcome } from '../types.ts';
import { conclude, finishedUnasked } from './finish.ts';
import type { ConnectionWorkerParts } from './worker-steps.ts';

/**
 * Maximum number of tasks that wait for one site of a recipient's domain. Further tasks are released, so that a slow
 * site cannot fill the whole queue.
 */
const MAX_WAITING_DIRECT = 200;
/**
 * Maximum number of tasks that wait for a site that has not responded yet. The number is low because the servers of
 * such a site may be unreachable.
 */
const MAX_WAITING_UNPROVEN = 50;
/**
 * Maximum number of tasks that wait for a site that has not responded yet, once this process holds `MANY_HELD` claims.
 * The number is lower because many of those claims may be for sites that never respond.
 */
const MAX_WAITING_UNPROVEN_FULL = 8;
const MANY_HELD = 500;
/**
 * Maximum number of tasks that wait for a relay or the local inbox if there are other sites. Without other sites, there
 * is no limit.
 */
const MAX_WAITING_RELAY = 600;
const MIN_DELAY_MS = 250;
/**
 * Minimum delay, in milliseconds, for tasks of a site that has not responded yet. Its speed is unknown, and it may be
 * unreachable.
 */
const MIN_UNPROVEN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 10 * 60_000;
/**
 * Maximum jitter, in milliseconds, of the delays of released tasks, so that they do not all become due at the same
 * time.
 */
const SPREAD_MS = 10_000;
/**
 * Tasks of an unavailable site are released until a multiple of this time, in milliseconds, so that they are claimed
 * together.
 */
const TOGETHER_MS = 1_000;

export interface DispatchParts extends ConnectionWorkerParts {
  readonly random: () => number;
  readonly router: Router;
  readonly parking: Parking;
  /** Returns the remaining time, in milliseconds, for which the operator has stopped a site. */
  readonly stoppedMs: (site: string) => number;
  readonly workers: Workers;
  readonly holds: Pick<ProviderHolds, 'isHeld'>;
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
}

/** State that the delivery steps share. */
export interface Dispatching {
  readonly parts: DispatchParts;
  readonly sites: Sites;
  /** Running simulations of deliveries to test addresses. */
  readonly simulations: Set<Promise<void>>;
  /** Queues a message on the next route after the given route. */
  readonly bringBehind: (claim: Claim, routeIndex: number) => Promise<void>;
  isClosed: boolean;
}

/**
 * Returns the destination site and route of a message. Returns undefined if the message has no route, either for now or
 * permanently. In that case, the claim has been handled. Throws if the message's sender domain, which a routing rule
 * needs, cannot be read.
 */
export async function findRoute(state: Dispatching, claim: Claim, afterRoute?: number): Promise<SiteRoute | undefined> {
  const { parts } = state;
  // Finding the route reads the stored message, so it must run within `atWork`.
  const route = await parts.leases.atWork(claim, () => parts.router.route(claim, afterRoute));
  if (route.kind === 'site') return route;
  if (route.kind === 'unprepared') throw route.error;
  if (route.kind === 'later') {
    parts.parking.release(claim, route.delayMs);
    return undefined;
  }
  const outcome = outcomeOfMx(domainOf(claim.recipient), route.result);
  if (route.skippedRoute) {
    await parts.skippedRoute(finishedUnasked(parts, claim, outcome, route.name), route.skippedRoute.relay);
    return findRoute(state, claim, route.skippedRoute.routeIndex);
  }
  await conclude(parts, claim, outcome, route.name);
  return undefined;
}

/** Releases the task if the process is shutting down. Returns whether the process is shutting down. */
export function releaseWhenClosed({ isClosed, parts }: Dispatching, { claim }: Task): boolean {
  if (isClosed) parts.parking.release(claim, 0);
  return isClosed;
}

/** Holds the task if its account has paused messages to this provider. Returns whether the task is held. */
export function holdAtProvider({ parts }: Dispatching, { claim, route }: Task): boolean {
  const isHeld = parts.holds.isHeld(claim, route.provider);
  if (isHeld) parts.parking.hold(claim, route.provider);
  return isHeld;
}

/**
 * Hands the task over if another process owns its site, because only the owner opens connections to a site. If it is
 * uncertain which process is the owner, releases the task for a short time. Returns whether the task was handed over or
 * released.
 */
export function handOverToOwner({ parts }: Dispatching, { claim, route }: Task): boolean {
  if (!route.isOwned) return false;
  const owner = parts.workers.ownerOf(route.site);
  if (owner.kind === 'other') parts.parking.handOver(claim, owner.worker);
  else if (owner.kind === 'wait') parts.parking.release(claim, owner.ms);
  return owner.kind !== 'mine';
}

/** Reroutes or releases the task if the operator has stopped its site. Returns whether the site is stopped. */
export function avoidStop(state: Dispatching, task: Task): boolean {
  const stoppedMs = state.parts.stoppedMs(state.sites.of(task.route).name);
  if (stoppedMs > 0) reroute(state, task, stoppedMs, true);
  return stoppedMs > 0;
}

/** Reroutes or releases the task if its site is paused. Returns whether the site is paused. */
export function avoidPause(state: Dispatching, task: Task): boolean {
  const { waitMs } = state.sites.of(task.route).control;
  if (waitMs > 0) reroute(state, task, waitMs);
  return waitMs > 0;
}

/**
 * Releases the task for a while if the queue of its site is full. Less urgent tasks do not count, because this task is
 * sent before them. Returns whether the task was released.
 */
export function releaseOverflow(state: Dispatching, { claim, route }: Task): boolean {
  const { parts, sites } = state;
  const site = sites.of(route);
  if (site.waitingBefore(claim.mailClass) < maxWaiting(state, site, route)) return false;
  parts.parking.release(claim, awayMs(site, parts.random()));
  return true;
}

/** Adds the task to the queue of its destination site. */
export function waitForConnection({ sites }: Dispatching, task: Task): boolean {
  sites.of(task.route).push(task);
  return true;
}

/**
 * Moves a task to its next route. If there is no other route, releases the task until its route may be available again.
 */
export function reroute({ bringBehind, parts }: Dispatching, task: Task, delayMs: number, isStopped = false): void {
  if (task.route.hasFallback) void bringBehind(task.claim, task.route.routeIndex);
  else parts.parking.release(task.claim, togetherMs(parts, delayMs + parts.random() * SPREAD_MS), isStopped);
}

/** Extends a delay so that it ends on a whole second. */
function togetherMs({ clock }: DispatchParts, delayMs: number): number {
  const now = clock.now();
  return Math.ceil((now + delayMs) / TOGETHER_MS) * TOGETHER_MS - now;
}

function maxWaiting({ parts, sites }: Dispatching, site: Site, route: SiteRoute): number {
  if (!route.isOwned) return sites.all().length > 1 ? MAX_WAITING_RELAY : Number.POSITIVE_INFINITY;
  if (!site.isProven) return parts.leases.size < MANY_HELD ? MAX_WAITING_UNPROVEN : MAX_WAITING_UNPROVEN_FULL;
  const twoRounds = 2 * site.control.window * route.limits.maxMailsPerConnection;
  return Math.min(MAX_WAITING_DIRECT, twoRounds);
}

/**
 * Returns the delay, in milliseconds, of a message that does not fit in its site's queue: about half the time that the
 * site needs for the queue, within limits.
 */
function awayMs(site: Site, random: number): number {
  const halfMs = site.control.lineUp(site.waiting) / 2;
  const leastMs = site.isProven ? MIN_DELAY_MS : MIN_UNPROVEN_DELAY_MS;
  return Math.min(Math.max(halfMs, leastMs), MAX_DELAY_MS) * (0.9 + 0.2 * random);
}

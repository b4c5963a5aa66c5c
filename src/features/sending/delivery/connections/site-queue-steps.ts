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

/** What waits for one of many sites at most; the rest goes back, so that a slow site cannot take all places. */
const MAX_WAITING_DIRECT = 200;
/** The same for a site that has not answered yet, and whose servers may not be there at all. */
const MAX_WAITING_UNPROVEN = 50;
/** The same once many places are taken: then most of what waits may be for sites that never answer. */
const MAX_WAITING_UNPROVEN_FULL = 8;
const MANY_HELD = 500;
/** A relay or the local inbox takes whatever there is, unless there are other ways beside it. */
const MAX_WAITING_RELAY = 600;
const AWAY_LEAST_MS = 250;
/** The same for a site that has not answered yet: nobody knows how quick it is, or whether it is there. */
const AWAY_LEAST_UNPROVEN_MS = 2_000;
const AWAY_MOST_MS = 10 * 60_000;
/** Spread, so that what was given back together does not come back together. */
const SPREAD_MS = 10_000;
/** But by whole seconds: what comes back within one is claimed and, when its site is still away, written back together. */
const TOGETHER_MS = 1_000;

export interface DispatchParts extends ConnectionWorkerParts {
  readonly random: () => number;
  readonly router: Router;
  readonly parking: Parking;
  /** For how long the operator has stopped a site. */
  readonly stoppedMs: (site: string) => number;
  readonly workers: Workers;
  readonly holds: Pick<ProviderHolds, 'isHeld'>;
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
}

/** What the steps before a line share. */
export interface Dispatching {
  readonly parts: DispatchParts;
  readonly sites: Sites;
  /** Mail to test addresses whose outcome is still to come. */
  readonly simulations: Set<Promise<void>>;
  /** Brings a mail to the line of a way behind the given one. */
  readonly bringBehind: (claim: Claim, routeIndex: number) => Promise<void>;
  isClosed: boolean;
}

/** The site and the way of a mail; undefined when it was dealt with otherwise, because there is none for now or at all. */
export async function findRoute(state: Dispatching, claim: Claim, afterRoute?: number): Promise<SiteRoute | undefined> {
  const { parts } = state;
  // The way depends on what is stored of the mail.
  const route = await parts.leases.atWork(claim, () => parts.router.route(claim, afterRoute));
  if (route.kind === 'site') return route;
  if (route.kind === 'unprepared') throw route.error;
  if (route.kind === 'later') {
    parts.parking.giveBack(claim, route.delayMs);
    return undefined;
  }
  const outcome = outcomeOfMx(domainOf(claim.recipient), route.result);
  if (route.passedOver) {
    await parts.passedOver(finishedUnasked(parts, claim, outcome, route.name), route.passedOver.relay);
    return findRoute(state, claim, route.passedOver.routeIndex);
  }
  await conclude(parts, claim, outcome, route.name);
  return undefined;
}

/** At the end of the process whatever waits goes back at once. */
export function giveBackWhenClosed({ isClosed, parts }: Dispatching, { claim }: Task): boolean {
  if (isClosed) parts.parking.giveBack(claim, 0);
  return isClosed;
}

/** What its account holds back at the provider waits until that lets it go on. */
export function holdAtProvider({ parts }: Dispatching, { claim, route }: Task): boolean {
  const isHeld = parts.holds.isHeld(claim, route.provider);
  if (isHeld) parts.parking.hold(claim, route.provider);
  return isHeld;
}

/** One process opens the connections to a site: mail of another's site goes over to it. */
export function handOverToOwner({ parts }: Dispatching, { claim, route }: Task): boolean {
  if (!route.isOwned) return false;
  const owner = parts.workers.ownerOf(route.site);
  if (owner.kind === 'other') parts.parking.handOver(claim, owner.worker);
  else if (owner.kind === 'wait') parts.parking.giveBack(claim, owner.ms);
  return owner.kind !== 'mine';
}

/** Goes round a site that the operator has stopped. */
export function avoidStop(state: Dispatching, task: Task): boolean {
  const stoppedMs = state.parts.stoppedMs(state.sites.of(task.route).name);
  if (stoppedMs > 0) reroute(state, task, stoppedMs, true);
  return stoppedMs > 0;
}

/** Goes round a site that takes nothing for now. */
export function avoidPause(state: Dispatching, task: Task): boolean {
  const { waitMs } = state.sites.of(task.route).control;
  if (waitMs > 0) reroute(state, task, waitMs);
  return waitMs > 0;
}

/** A line that is full takes no more for a while. What is less urgent does not count: it is overtaken anyway. */
export function giveBackOverflow(state: Dispatching, { claim, route }: Task): boolean {
  const { parts, sites } = state;
  const site = sites.of(route);
  if (site.waitingBefore(claim.mailClass) < maxWaiting(state, site, route)) return false;
  parts.parking.giveBack(claim, awayMs(site, parts.random()));
  return true;
}

/** Stands in the queue of its destination site. */
export function waitForConnection({ sites }: Dispatching, task: Task): boolean {
  sites.of(task.route).push(task);
  return true;
}

/** Brings a task onto its next way where there is one; else it goes back until its own may take it. */
export function reroute({ bringBehind, parts }: Dispatching, task: Task, delayMs: number, isStopped = false): void {
  if (task.route.hasFallback) void bringBehind(task.claim, task.route.routeIndex);
  else parts.parking.giveBack(task.claim, togetherMs(parts, delayMs + parts.random() * SPREAD_MS), isStopped);
}

/** The delay until the end of the second into which it falls. */
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
 * How long a mail stays away from a site that has its hands full: half of the time that the mails before it take, so that
 * the site never waits for mail, and each mail comes back a few times only, however many there are.
 */
function awayMs(site: Site, random: number): number {
  const halfMs = site.control.lineUp(site.waiting) / 2;
  const leastMs = site.isProven ? AWAY_LEAST_MS : AWAY_LEAST_UNPROVEN_MS;
  return Math.min(Math.max(halfMs, leastMs), AWAY_MOST_MS) * (0.9 + 0.2 * random);
}

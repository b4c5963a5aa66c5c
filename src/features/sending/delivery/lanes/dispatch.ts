import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import { domainOf, type EmailAddress } from '../../../../mail/address.ts';
import { outcomeOfMx } from '../outcomes/classify.ts';
import { MailUnwanted, MailHeld, outcomeOfFailure, outcomeOfLost } from './unprepared.ts';
import { runLane, type Detours, type LaneParts } from './lane.ts';
import { MOST_DEATHS } from '../queue/retaken.ts';
import type { Parking } from '../queue/parking.ts';
import type { Router } from '../routing/router.ts';
import { createSites, type Sites } from '../sites/sites.ts';
import type { Site, SiteRoute, Task } from '../sites/site.ts';
import type { AttemptDetails, Claim, Outcome, SimulatedOutcome } from '../types.ts';
import type { ProviderHolds } from '../queue/provider-holds.ts';
import type { Workers } from '../queue/workers.ts';

/** What waits for one of many sites at most; the rest goes back, so that a slow site cannot take all places. */
const MAX_WAITING_DIRECT = 200;
/** The same for a site that has not answered yet, and whose servers may not be there at all. */
const MAX_WAITING_UNPROVEN = 50;
/** The same once many places are taken: then most of what waits may be for sites that never answer. */
const MAX_WAITING_UNPROVEN_FULL = 8;
const MANY_HELD = 500;
/** A relay or the local inbox takes whatever there is, unless there are other ways beside it. */
const MAX_WAITING_RELAY = 600;
const PARKED_LEAST_MS = 250;
/** The same for a site that has not answered yet: nobody knows how quick it is, or whether it is there. */
const PARKED_LEAST_UNPROVEN_MS = 2_000;
const PARKED_MOST_MS = 10 * 60_000;
/** Spread, so that what was sent back together does not come back together. */
const SPREAD_MS = 10_000;
const DRAIN_POLL_MS = 20;
/** What a quick server takes to answer the final dot. */
const SERVER_TIME_MS = 40;
const SERVER_TIME_SPREAD_MS = 120;

/** RFC 3463: delivery not authorised; nobody was asked. */
const SUPPRESSED: SimulatedOutcome = {
  kind: 'suppressed',
  status: '5.7.1',
  reason: 'The address is suppressed: it was on the suppression list when the message was accepted',
  afterMs: 0,
};

/** RFC 3463: other or undefined mail system status; what it is the log says. */
const TAKEN_TOO_OFTEN: Outcome = {
  kind: 'failed',
  status: '5.3.0',
  reason:
    `Given up: ${MOST_DEATHS} times a delivery process died at work on this mail, and each time before it could say what ` +
    'came of it',
  bounceClass: 'message',
  handedOverAtMs: undefined,
};

export interface DispatchParts extends LaneParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly router: Router;
  readonly parking: Parking;
  /** For how long the operator has stopped a site. */
  readonly stoppedMs: (site: string) => number;
  readonly workers: Workers;
  readonly holds: Pick<ProviderHolds, 'isHeld'>;
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
}

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
  /** Gives back what waits and lets the lanes end what is on the wire, at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** What the steps of dispatching share. */
interface Dispatching {
  readonly parts: DispatchParts;
  readonly sites: Sites;
  readonly simulations: Set<Promise<void>>;
  isClosed: boolean;
}

/** A dispatcher without sites; they come and go with the mail. */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const runSiteLane = (site: Site): Promise<void> => runLane(parts, detoursOf(state), site);
  const sites = createSites({ clock: parts.clock, runLane: runSiteLane });
  const state: Dispatching = { parts, sites, simulations: new Set(), isClosed: false };
  parts.workers.onChange(() => giveUpSites(state));

  return {
    dispatch: (claim) => dispatchOrPutOff(state, claim),
    sites: () => sites.all(),
    keepStops() {
      for (const site of sites.all()) {
        if (parts.stoppedMs(site.name) > 0) for (const task of site.drain()) enqueue(state, task);
      }
    },
    keepHolds(providers) {
      for (const site of sites.all()) {
        if (providers.has(site.provider)) for (const task of site.drain()) enqueue(state, task);
      }
    },
    async close(graceMs) {
      state.isClosed = true;
      for (const site of sites.all()) {
        // What is leased as a chunk goes back as one.
        for (const { claim } of site.drain()) if (!claim.chunk) parts.parking.park(claim, 0);
        site.close();
      }
      await Promise.all(state.simulations);
      const deadline = parts.clock.now() + graceMs;
      // A server that has not answered yet has no mail of ours.
      const isOnWire = (): boolean =>
        sites.all().reduce((lanes, site) => lanes + site.lanes, 0) > parts.connecting.size;
      while (isOnWire() && parts.clock.now() < deadline) await sleep(DRAIN_POLL_MS);
      for (const claim of parts.connecting) if (!claim.chunk) parts.parking.park(claim, 0);
      await parts.parking.idle();
    },
  };
}

/** What cannot even be dispatched, because what is stored of it is damaged, is put off, and nobody else hears of it. */
async function dispatchOrPutOff(state: Dispatching, claim: Claim, afterWay?: number): Promise<void> {
  try {
    await dispatch(state, claim, afterWay);
  } catch (error) {
    await concludeUnprepared(state.parts, claim, error);
  }
}

async function dispatch(state: Dispatching, claim: Claim, afterWay?: number): Promise<void> {
  const { parts } = state;
  if (claim.lost) {
    parts.noteFault(claim, claim.lost);
    return conclude(parts, claim, outcomeOfLost(claim.lost), 'none');
  }
  if (claim.isUnwanted) return conclude(parts, claim, outcomeOfFailure(new MailUnwanted(), claim), 'suppressed');
  if (claim.isSuppressed) return conclude(parts, claim, { ...SUPPRESSED, handedOverAtMs: undefined }, 'suppressed');
  if (claim.isGivenUp) return conclude(parts, claim, TAKEN_TOO_OFTEN, 'direct');
  const simulated = parts.simulate(claim.recipient);
  if (simulated) return track(state.simulations, concludeAsSimulated(parts, claim, simulated));
  // The way depends on what is stored of the mail.
  const route = await parts.leases.atWork(claim, () => parts.router.route(claim, afterWay));
  if (route.kind === 'unroutable') {
    const outcome = outcomeOfMx(domainOf(claim.recipient), route.result);
    if (route.passedOver) {
      const details = withoutDialogue(parts, outcome, route.name);
      await parts.passedOver({ claim, outcome, details }, route.passedOver.relay);
      return dispatch(state, claim, route.passedOver.way);
    }
    return conclude(parts, claim, outcome, route.name);
  }
  if (route.kind === 'unprepared') return concludeUnprepared(parts, claim, route.error);
  if (route.kind === 'later') return parts.parking.park(claim, route.delayMs);
  return enqueue(state, { claim, route });
}

function enqueue(state: Dispatching, task: Task): void {
  const { parts, sites } = state;
  const { claim, route } = task;
  if (state.isClosed) return parts.parking.park(claim, 0);
  if (parts.holds.isHeld(claim, route.provider)) return parts.parking.holdAt(claim, route.provider);
  if (route.isOwned) {
    const owner = parts.workers.ownerOf(route.site);
    if (owner.kind === 'other') return parts.parking.handOver(claim, owner.worker);
    if (owner.kind === 'wait') return parts.parking.park(claim, owner.ms);
  }
  const site = sites.of(route);
  const stoppedMs = parts.stoppedMs(route.site);
  if (stoppedMs > 0) return goOn(state, task, stoppedMs, true);
  if (site.control.waitMs > 0) return sendOn(state, site, task);
  // What is less urgent does not count: it is overtaken anyway.
  if (site.waitingBefore(claim.mailClass) >= maxWaiting(state, site, route)) {
    return parts.parking.park(claim, parkedMs(site, parts.random()));
  }
  site.push(task);
}

/** A task whose site takes nothing now: another way where there is one, else back until it does. */
function sendOn(state: Dispatching, site: Site, task: Task): void {
  goOn(state, task, site.control.waitMs);
}

function goOn(state: Dispatching, task: Task, delayMs: number, isStopped = false): void {
  const { parking, random } = state.parts;
  if (task.route.hasOtherWay) void dispatchOrPutOff(state, task.claim, task.route.way);
  else parking.park(task.claim, delayMs + random() * SPREAD_MS, isStopped);
}

function detoursOf(state: Dispatching): Detours {
  const clear = (site: Site): void => {
    for (const task of site.drain()) sendOn(state, site, task);
  };
  return {
    requeue(site, task) {
      // Nobody takes what is queued at a site that is closed.
      if (state.isClosed || !state.sites.all().includes(site)) enqueue(state, task);
      else site.unshift(task);
    },
    reroute: (task, delayMs) => goOn(state, task, delayMs),
    hold: (task) => state.parts.parking.hold(task.claim),
    clear,
    unreachable(site, task, reason) {
      site.control.unreachable(reason);
      if (site.control.waitMs > 0) clear(site);
      if (!task.route.hasOtherWay) return false;
      sendOn(state, site, task);
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
    for (const task of site.drain()) enqueue(state, task);
  }
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
function parkedMs(site: Site, random: number): number {
  const halfMs = site.control.lineUp(site.waiting) / 2;
  const leastMs = site.isProven ? PARKED_LEAST_MS : PARKED_LEAST_UNPROVEN_MS;
  return Math.min(Math.max(halfMs, leastMs), PARKED_MOST_MS) * (0.9 + 0.2 * random);
}

/** An outcome as a server would give it: not at the very moment of handing over. */
async function concludeAsSimulated(parts: DispatchParts, claim: Claim, simulated: SimulatedOutcome): Promise<void> {
  if (simulated.kind === 'suppressed') {
    return conclude(parts, claim, { ...simulated, handedOverAtMs: undefined }, 'test');
  }
  const handedOverAtMs = parts.clock.now();
  await sleep(SERVER_TIME_MS + parts.random() * SERVER_TIME_SPREAD_MS + simulated.afterMs);
  return conclude(parts, claim, { ...simulated, handedOverAtMs }, 'test');
}

async function track(set: Set<Promise<void>>, work: Promise<void>): Promise<void> {
  set.add(work);
  await work;
  set.delete(work);
}

function withoutDialogue({ clock }: DispatchParts, outcome: Outcome, route: string): AttemptDetails {
  const now = clock.now();
  return {
    startedAtMs: outcome.handedOverAtMs ?? now,
    finishedAtMs: now,
    route,
    host: null,
    address: null,
    tls: null,
    conversation: '',
  };
}

async function concludeUnprepared(parts: DispatchParts, claim: Claim, error: unknown): Promise<void> {
  // Its mailing is paused: that is no attempt.
  if (error instanceof MailHeld) return parts.parking.hold(claim);
  parts.noteFault(claim, error);
  return conclude(parts, claim, outcomeOfFailure(error, claim), 'none');
}

/** Records an outcome that needed no SMTP dialogue. */
async function conclude(parts: DispatchParts, claim: Claim, outcome: Outcome, route: string): Promise<void> {
  const details = withoutDialogue(parts, outcome, route);
  try {
    await parts.recorder.record({ claim, outcome, details });
  } catch (error) {
    parts.log.error('An outcome was not recorded; the mail comes back', { messageId: claim.messageId, error });
  } finally {
    parts.leases.finished(claim);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { domainOf, type EmailAddress } from '../../mail/address.ts';
import { outcomeOfMx } from './classify.ts';
import { runLane, type LaneParts } from './lane.ts';
import type { Route, Router } from './router.ts';
import { createSite, type Site } from './site.ts';
import type { Claim, Outcome, SimulatedOutcome } from './types.ts';

/** What waits for one of many sites at most; the rest goes back, so that a slow site cannot take all places. */
const MAX_WAITING_A_SITE = 200;
/** Spread, so that a long queue of one site does not come round all at once. */
const POSTPONED_MS = 15_000;
const POSTPONED_SPREAD_MS = 30_000;
const DRAIN_POLL_MS = 20;
/** What a quick server takes to answer the final dot. */
const SERVER_TIME_MS = 40;
const SERVER_TIME_SPREAD_MS = 120;

/** RFC 3463: delivery not authorised; nobody was asked. */
const SUPPRESSED: SimulatedOutcome = {
  kind: 'suppressed',
  status: '5.7.1',
  reason: 'The address was on the suppression list when the message was accepted',
  afterMs: 0,
};

export interface DispatchParts extends LaneParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly router: Router;
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
}

/** Brings claims to the sites of their recipients. */
export interface Dispatcher {
  /** Takes a claim over; never rejects. */
  dispatch(claim: Claim): Promise<void>;
  /** Gives back what waits and lets the lanes end what is on the wire, at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** A dispatcher without sites; they come and go with the mail. */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const sites = new Map<string, Site>();
  const simulations = new Set<Promise<void>>();
  return {
    async dispatch(claim) {
      if (claim.isSuppressed) return conclude(parts, claim, { ...SUPPRESSED, handedOverAtMs: undefined }, 'suppressed');
      const simulated = parts.simulate(claim.recipient);
      if (simulated) return track(simulations, concludeAsSimulated(parts, claim, simulated));
      const domain = domainOf(claim.recipient);
      const route = await parts.router(domain);
      if (route.kind === 'unroutable') {
        return conclude(parts, claim, outcomeOfMx(domain, route.result, claim.attempts), route.name);
      }
      return enqueue(parts, sites, claim, route);
    },
    async close(graceMs) {
      const waiting = [...sites.values()].flatMap((site) => site.drain());
      await parts.leases.release(
        waiting.map((task) => task.claim),
        0,
      );
      for (const site of sites.values()) site.close();
      await Promise.all(simulations);
      const deadline = parts.clock.now() + graceMs;
      while ([...sites.values()].some((site) => !site.isIdle) && parts.clock.now() < deadline)
        await sleep(DRAIN_POLL_MS);
    },
  };
}

async function enqueue(
  parts: DispatchParts,
  sites: Map<string, Site>,
  claim: Claim,
  route: Extract<Route, { kind: 'site' }>,
): Promise<void> {
  let site = sites.get(route.site);
  if (!site) {
    for (const [name, known] of sites) if (known.isIdle) sites.delete(name);
    site = createSite({ maxLanes: route.maxConnections, runLane: (opened) => runLane(parts, opened) });
    sites.set(route.site, site);
  }
  if (route.name === 'direct' && site.waiting >= MAX_WAITING_A_SITE) {
    await parts.leases.release([claim], POSTPONED_MS + parts.random() * POSTPONED_SPREAD_MS);
    return;
  }
  site.push({ claim, route });
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

/** Records an outcome that needed no SMTP dialogue. */
async function conclude(parts: DispatchParts, claim: Claim, outcome: Outcome, route: string): Promise<void> {
  const now = parts.clock.now();
  const details = {
    startedAtMs: outcome.handedOverAtMs ?? now,
    finishedAtMs: now,
    route,
    host: null,
    address: null,
    tls: null,
    conversation: '',
  };
  try {
    await parts.recorder.record({ claim, outcome, details });
  } catch (error) {
    parts.log.error('An outcome was not recorded; the mail comes back', { messageId: claim.messageId, error });
  } finally {
    parts.leases.finished(claim);
  }
}

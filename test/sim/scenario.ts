import { pick, randomFrom } from '../support/random.ts';
import { webhookScenarioOf, type HOOK_RATES, type WebhookScenario } from './webhook-scenario.ts';

/** Probability of each kind of fault at each opportunity, from 0 to 1. */
export type Rates = Readonly<Record<FaultKind, number>>;

export type FaultKind = keyof typeof BASE_RATES | keyof typeof HOOK_RATES;

/** Messages that are accepted at a given time. */
export interface Acceptance {
  readonly atMs: number;
  readonly accountId: number;
  readonly mailClass: number;
  readonly recipients: readonly string[];
  /** Whether the processes are notified; otherwise they find the messages by polling. */
  readonly isHinted: boolean;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A bug in a listener that affects the outcomes of some accounts. */
export interface ListenerFault extends Span {
  readonly listener: string;
  readonly accounts: readonly number[];
  /** Whether the listener has written before it throws. */
  readonly isAfterWriting: boolean;
}

/** Everything that a seed determines in advance; times are relative to the start. */
export interface Scenario {
  readonly seed: number;
  readonly hosts: readonly { readonly processes: number; readonly clockOffsetMs: number }[];
  readonly databaseOffsetMs: number;
  /** Routes of all messages, in the order in which they are tried. */
  readonly routes: readonly ('direct' | 'relay')[];
  readonly acceptances: readonly Acceptance[];
  readonly outages: readonly Span[];
  /** Destination sites that are unreachable for some time. */
  readonly deadSites: readonly (Span & { readonly domain: string })[];
  /** Processes that are asked to end, as in an upgrade. */
  readonly restarts: readonly { readonly atMs: number; readonly pick: number }[];
  readonly rates: Rates;
  /** Time after which only the events listed in the scenario fail. */
  readonly calmFromMs: number;
  readonly maxCrashes: number;
  /** A listener of outcomes that always throws until it is fixed. */
  readonly listenerFault: ListenerFault | undefined;
  /** Undefined if webhooks do not run. */
  readonly webhooks: WebhookScenario | undefined;
}

/** Faults and their probability at each opportunity, in seeds in which they occur. */
const BASE_RATES = {
  /** A process dies, before or immediately after its next action. */
  crash: 0.01,
  /** A machine dies with all its processes and its unflushed data. */
  powerCut: 0.001,
  /** A process is stalled. */
  stall: 0.003,
  /** The database connection is lost before a statement takes effect. */
  databaseError: 0.01,
  /** The database connection is lost after a statement has taken effect. */
  lostCommit: 0.01,
  /** A statement takes effect later, even if its sender is dead by then. */
  lateStatement: 0.03,
  slowDatabase: 0.02,
  deadlock: 0.01,
  dns: 0.05,
  unreachable: 0.05,
  greeting: 0.03,
  /** The server closes a connection after a delivered message. */
  hungUp: 0.05,
  refusedForNow: 0.06,
  refusedForNowAtDot: 0.04,
  refused: 0.02,
  asksForLess: 0.015,
  /** The connection breaks before the final dot. */
  brokenBeforeDot: 0.03,
  /** The connection breaks at the final dot, and the server does not have the message. */
  dotLost: 0.02,
  /** The server has accepted the message but does not reply. */
  hang: 0.03,
  /** The server has accepted the message and the connection breaks. */
  acceptThenDrop: 0.04,
  slowReply: 0.05,
  /** The server sends every reply twice and is out of step afterward. */
  repliesTwice: 0.03,
  /** The disk of the journal is full for a moment. */
  disk: 0.01,
} as const;

/** Two of this many seeds have the fault, one of them with webhooks. */
const LISTENER_FAULT_EVERY = 16;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DOMAINS = ['alpha.test', 'beta.test', 'gamma.test'] as const;
const MAX_SKEW_MS = 10 * MINUTE_MS;

/** Returns the scenario of a seed. Usually several things fail at once, sometimes none. */
export function scenarioOf(seed: number): Scenario {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1));
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const some = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

  const hosts = some(pick([1, 1, 1, 2], random), () => ({
    processes: pick([1, 1, 2], random),
    clockOffsetMs: random() < 0.5 ? 0 : whole(-MAX_SKEW_MS, MAX_SKEW_MS),
  }));
  const routes = pick([['direct'], ['direct'], ['direct', 'relay'], ['relay', 'direct'], ['relay']] as const, random);
  const calmFromMs = pick([20 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS], random);
  let recipients = 0;
  const acceptances = some(whole(1, 4), () => ({
    atMs: whole(0, pick([2, 30], random) * SECOND_MS),
    accountId: whole(1, 3),
    mailClass: pick([0, 0, 0, 2, 3], random),
    recipients: some(pick([1, 1, 2], random), () => `r${(recipients += 1)}@${pick(DOMAINS, random)}`),
    isHinted: random() < 0.7,
  }));
  const outages = some(pick([0, 0, 1, 2], random), () => span(whole(0, 90 * SECOND_MS), whole(200, 45 * SECOND_MS)));
  const isLong = random() < 0.03;
  const deadSites = some(pick([0, 0, 0, 1], random), () => ({
    ...span(whole(0, 20 * SECOND_MS), isLong ? 40 * HOUR_MS : whole(MINUTE_MS, HOUR_MS)),
    domain: pick(DOMAINS, random),
  }));
  const restarts = some(pick([0, 0, 0, 1, 2], random), () => ({ atMs: whole(SECOND_MS, MINUTE_MS), pick: random() }));
  const rates = Object.fromEntries(
    Object.entries(BASE_RATES).map(([kind, rate]) => [kind, random() < 0.55 ? 0 : rate * pick([1, 2, 5], random)]),
  );
  const webhooks = webhookScenarioOf(seed);
  return {
    seed,
    hosts,
    databaseOffsetMs: random() < 0.5 ? 0 : whole(-MAX_SKEW_MS, MAX_SKEW_MS),
    routes,
    acceptances,
    outages,
    deadSites,
    restarts,
    // Each kind in the tables has an entry.
    rates: { ...rates, ...webhooks.rates } as Rates,
    calmFromMs,
    maxCrashes: pick([2, 4, 8], random),
    listenerFault: listenerFaultOf(seed, webhooks.scenario !== undefined),
    webhooks: webhooks.scenario,
  };
}

/**
 * Returns the listener fault of every eighth seed; webhooks run in every second one of these. Uses its own random
 * numbers, so that other seeds do not change.
 */
function listenerFaultOf(seed: number, hasWebhooks: boolean): ListenerFault | undefined {
  if (![2, 3].includes(seed % LISTENER_FAULT_EVERY)) return undefined;
  const random = randomFrom(Math.imul(seed + 1, 0xc2b2ae35));
  const toMs = pick([MINUTE_MS, 10 * MINUTE_MS, 3 * HOUR_MS], random);
  return {
    fromMs: 0,
    toMs,
    listener: pick(hasWebhooks ? ['facts', 'timeline', 'webhooks'] : ['facts'], random),
    accounts: pick([[1], [1, 2], [1, 2, 3]], random),
    isAfterWriting: random() < 0.5,
  };
}

function span(fromMs: number, forMs: number): Span {
  return { fromMs, toMs: fromMs + forMs };
}

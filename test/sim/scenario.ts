import { pick, randomFrom } from '../support/random.ts';
import { webhookScenarioOf, type HOOK_RATES, type WebhookScenario } from './webhook-scenario.ts';

/** Probability, from 0 to 1, that a fault of each kind occurs at each opportunity. */
export type Rates = Readonly<Record<FaultKind, number>>;

export type FaultKind = keyof typeof BASE_RATES | keyof typeof HOOK_RATES;

/** A group of messages that are accepted at the same time. */
export interface Acceptance {
  readonly atMs: number;
  readonly accountId: number;
  readonly mailClass: number;
  readonly recipients: readonly string[];
  /** Whether the processes are notified of the messages. Otherwise, they find the messages by polling. */
  readonly isHinted: boolean;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A bug that makes a listener throw for the outcomes of some accounts. */
export interface ListenerFault extends Span {
  readonly listener: string;
  readonly accounts: readonly number[];
  /** True if the listener throws after it has written its data, false if it throws before. */
  readonly isAfterWriting: boolean;
}

/**
 * Events and conditions of a simulation, which the seed determines in advance. Times are relative to the start of the
 * simulation.
 */
export interface Scenario {
  readonly seed: number;
  readonly hosts: readonly { readonly processes: number; readonly clockOffsetMs: number }[];
  readonly databaseOffsetMs: number;
  /** Delivery routes that all messages use, in the order in which they are tried. */
  readonly routes: readonly ('direct' | 'relay')[];
  readonly acceptances: readonly Acceptance[];
  readonly outages: readonly Span[];
  /** Destination sites that are unreachable for some time. */
  readonly deadSites: readonly (Span & { readonly domain: string })[];
  /** Processes that receive a signal to stop, as in an upgrade. */
  readonly restarts: readonly { readonly atMs: number; readonly pick: number }[];
  readonly rates: Rates;
  /** Time after which no random faults occur, only faults that the scenario schedules. */
  readonly calmFromMs: number;
  readonly maxCrashes: number;
  /** The listener fault of the seed, if any. The listener throws until it is fixed. */
  readonly listenerFault: ListenerFault | undefined;
  /** Undefined if the seed has no webhooks. */
  readonly webhooks: WebhookScenario | undefined;
}

/** Base probability that each fault occurs at each opportunity. A seed multiplies it by 1, 2, or 5, or sets it to 0. */
const BASE_RATES = {
  /** A process dies immediately before or after its next action. */
  crash: 0.01,
  /** A machine loses power. Its processes die, and unflushed data is lost. */
  powerCut: 0.001,
  stall: 0.003,
  /** The database connection breaks before a statement takes effect. */
  databaseError: 0.01,
  /** The database connection breaks after a statement has taken effect. */
  lostCommit: 0.01,
  /** A statement takes effect late, even if the process that sent it has died in the meantime. */
  lateStatement: 0.03,
  slowDatabase: 0.02,
  deadlock: 0.01,
  dns: 0.05,
  unreachable: 0.05,
  greeting: 0.03,
  /** The connection breaks before MAIL, for example because the server closed it after the previous message. */
  hungUp: 0.05,
  refusedForNow: 0.06,
  refusedForNowAtDot: 0.04,
  refused: 0.02,
  asksForLess: 0.015,
  /** The connection breaks before the final dot. */
  brokenBeforeDot: 0.03,
  /** The connection breaks at the final dot, and the server has not received the whole message. */
  dotLost: 0.02,
  /** The server accepts the message but does not reply. */
  hang: 0.03,
  /** The server accepts the message, and then the connection breaks. */
  acceptThenDrop: 0.04,
  slowReply: 0.05,
  /** The server sends its reply to a message twice, so that later replies no longer match the commands. */
  repliesTwice: 0.03,
  /** The disk of the journal is full for a short time. */
  disk: 0.01,
} as const;

/** In every run of this many consecutive seeds, two have a listener fault: one with webhooks and one without. */
const LISTENER_FAULT_EVERY = 16;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DOMAINS = ['alpha.test', 'beta.test', 'gamma.test'] as const;
const MAX_SKEW_MS = 10 * MINUTE_MS;

/**
 * Returns the scenario of a seed. In most scenarios, several things fail at the same time, and in some nothing fails.
 */
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
    // Safe cast: the tables have an entry for each kind of fault.
    rates: { ...rates, ...webhooks.rates } as Rates,
    calmFromMs,
    maxCrashes: pick([2, 4, 8], random),
    listenerFault: listenerFaultOf(seed, webhooks.scenario !== undefined),
    webhooks: webhooks.scenario,
  };
}

/**
 * Returns the listener fault of a seed, or undefined. One in eight seeds has a listener fault, and half of these seeds
 * have webhooks. Uses a separate random number generator, so that other seeds do not change.
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

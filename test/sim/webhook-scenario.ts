import { pick, randomFrom } from '../support/random.ts';
import type { Span } from './scenario.ts';

/** The simulated webhook receiver of an account. */
export interface ReceiverScenario {
  readonly accountId: number;
  readonly format: 'native' | 'compatible';
  readonly events: readonly string[];
  /** Periods in which the receiver fails, with the kind of failure. */
  readonly outages: readonly (Span & { readonly kind: ReceiverOutage })[];
}

/**
 * Outages of a receiver: `hangs` does not respond before the timeout, `errors` responds with status 500, 502, 404, or
 * 302, `busy` responds with 429 or 503 and Retry-After, and `refuses` refuses connections.
 */
export type ReceiverOutage = 'hangs' | 'errors' | 'busy' | 'refuses';

/** Several events, such as opens, that occur at the same time in one account. */
export interface Burst {
  readonly atMs: number;
  readonly accountId: number;
  readonly events: number;
}

/** The webhook receivers and events in a simulation. The seed determines them in advance. */
export interface WebhookScenario {
  readonly receivers: readonly ReceiverScenario[];
  readonly bursts: readonly Burst[];
}

/** Base probability of each fault in a request to a receiver. A seed multiplies it by 1, 2, or 5, or sets it to 0. */
export const HOOK_RATES = {
  hookUnreachable: 0.05,
  /** Status 500, 502, 404 or a redirect. */
  hookError: 0.08,
  /** A 429 or 503 response with a Retry-After header that is sometimes invalid. */
  hookBusy: 0.06,
  /** No response before the timeout. The receiver may or may not have received the request. */
  hookHang: 0.05,
  /** The connection breaks. The receiver may or may not have received the request. */
  hookReset: 0.05,
  /** The response takes several seconds. */
  hookSlow: 0.08,
  hookGone: 0.01,
} as const;

/** One in four seeds has webhooks, because webhooks double the cost of a seed. */
export const WEBHOOKS_EVERY = 4;
export const FIRST_WITH_WEBHOOKS = 2;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ACCOUNTS = [1, 2, 3];
const ALL = ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed', 'suppressed', 'opened'];
const FINAL = ['delivered', 'bounced', 'failed', 'opened'];
const MAX_BURST = 8;
const CROWD = 12;
/**
 * Share of the seeds with webhooks in which one receiver hangs while it has many events. The share is small because
 * such seeds are expensive to simulate.
 */
const CROWDED = 0.12;

function hasWebhooks(seed: number): boolean {
  return seed % WEBHOOKS_EVERY === FIRST_WITH_WEBHOOKS;
}

/**
 * Returns the webhook scenario of a seed and the probabilities of its faults. Uses a separate random number generator,
 * so that the random choices for everything else stay the same.
 */
export function webhookScenarioOf(seed: number): { scenario: WebhookScenario | undefined; rates: Rates } {
  const random = randomFrom(Math.imul(seed + 1, 0xc2b2ae35));
  const isOn = hasWebhooks(seed);
  const rates = Object.fromEntries(
    Object.entries(HOOK_RATES).map(([kind, rate]) => {
      const isNever = random() < 0.5;
      const factor = pick([1, 2, 5], random);
      return [kind, isOn && !isNever ? rate * factor : 0];
    }),
  );
  // Safe cast: the table has an entry for each kind of fault.
  const its = { rates: rates as Rates };
  if (!isOn) return { ...its, scenario: undefined };
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const receivers = ACCOUNTS.filter(() => random() < 0.8).map((accountId) => ({
    accountId,
    format: pick(['native', 'compatible'] as const, random),
    events: pick([ALL, ALL, FINAL], random),
    outages: Array.from({ length: pick([0, 0, 1, 2], random) }, () => {
      const fromMs = whole(0, pick([10 * SECOND_MS, 2 * HOUR_MS], random));
      const forMs = pick([30 * SECOND_MS, 20 * MINUTE_MS, 4 * HOUR_MS, 100 * HOUR_MS], random);
      return { fromMs, toMs: fromMs + forMs, kind: pick(['hangs', 'errors', 'busy', 'refuses'] as const, random) };
    }),
  }));
  const bursts = Array.from({ length: pick([0, 1, 1, 2], random) }, () => ({
    atMs: whole(0, 40 * SECOND_MS),
    accountId: pick(ACCOUNTS, random),
    events: whole(1, MAX_BURST),
  }));
  return { ...its, scenario: random() < CROWDED ? crowded({ receivers, bursts }, whole) : { receivers, bursts } };
}

/**
 * Makes the receiver of one account hang while this account has many concurrent events and another account has a few.
 */
function crowded({ bursts, receivers }: WebhookScenario, whole: (from: number, to: number) => number): WebhookScenario {
  const [hanging, calm, ...others] = receivers;
  if (!hanging || !calm) return { bursts, receivers };
  const atMs = whole(0, 20 * SECOND_MS);
  const outage = { fromMs: atMs, toMs: atMs + whole(20 * SECOND_MS, HOUR_MS), kind: 'hangs' } as const;
  return {
    receivers: [{ ...hanging, outages: [outage] }, { ...calm, outages: [] }, ...others],
    bursts: [
      ...bursts,
      { atMs, accountId: hanging.accountId, events: CROWD },
      { atMs: atMs + whole(0, 12 * SECOND_MS), accountId: calm.accountId, events: 2 },
    ],
  };
}

type Rates = Record<keyof typeof HOOK_RATES, number>;

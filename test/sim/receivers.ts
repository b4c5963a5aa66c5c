import { createHmac } from 'node:crypto';
import type { OutgoingAnswer } from '../../src/http/outgoing/types.ts';
import { pick } from '../support/random.ts';
import type { HookRequest } from './webhook-ledger.ts';
import type { Simulation } from './simulation.ts';
import type { ReceiverOutage } from './webhook-scenario.ts';

/** Function that the webhook engine uses to send HTTP requests. */
export type Post = (
  url: string,
  request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly deadlineMs: number;
    readonly signal?: AbortSignal;
  },
) => Promise<OutgoingAnswer>;

const MAX_CONNECT_MS = 40;
const MAX_ANSWER_MS = 60;
const MIN_SLOW_MS = 1_000;
const MAX_SLOW_MS = 14_000;
const ERRORS = [500, 502, 404, 302] as const;
/**
 * Retry-After values in seconds. Some responses send them as a date or as invalid text instead. The last value is
 * longer than the maximum delay.
 */
const PAUSES = [5, 90, 1_200, 10_000, 90_000] as const;

/** Returns the webhook URL of an account. */
export function urlOf(accountId: number): string {
  return `https://hooks.test/${accountId}`;
}

/** Returns the webhook secret of an account. */
export function secretOf(accountId: number): string {
  return `whsec_${'abcd'.repeat(11)}${accountId}`;
}

/**
 * Creates receivers whose responses are determined by the seed. The receivers report each request and response to the
 * ledger.
 */
export function createReceivers(simulation: Simulation): Post {
  return async (url, asked) => {
    const { around, hooks, isAlive, later, never, scheduler, whole } = simulation;
    const actor = scheduler.current;
    // When a simulated process dies, its code continues to run until the next `await`.
    if (!isAlive()) return never();
    const accountId = Number(url.slice(url.lastIndexOf('/') + 1));
    const body = Buffer.from(asked.body);
    const request: HookRequest = {
      accountId,
      actor,
      startMs: scheduler.nowMs,
      body: body.toString(),
      ...readHeaders(accountId, asked.headers, body),
    };
    const sent = hooks.requested(request);
    const startedMs = scheduler.nowMs;
    await later(whole(1, MAX_CONNECT_MS));
    const fate = fateOf(simulation, accountId);
    // If the process dies here, the request may or may not have been sent.
    if (!around('webhook', () => fate.arrives && hooks.arrived(sent, fate.answer))) return never();
    return answered(simulation, { fate, startedMs, ...asked }, (answer) => hooks.answered(sent, answer));
  };
}

/** Result of a request: whether it arrives, and the response. */
interface Fate {
  readonly arrives: boolean;
  readonly answer: OutgoingAnswer;
  readonly afterMs: number;
}

function fateOf(simulation: Simulation, accountId: number): Fate {
  const { chance, random, scenario, scheduler, startMs, whole } = simulation;
  const atMs = scheduler.nowMs - startMs;
  const receiver = scenario.webhooks?.receivers.find((one) => one.accountId === accountId);
  const outage = receiver?.outages.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
  if (outage) return outageFate(simulation, outage.kind);
  if (chance('hookUnreachable')) return outageFate(simulation, 'refuses');
  if (chance('hookHang')) return outageFate(simulation, 'hangs');
  if (chance('hookError')) return outageFate(simulation, 'errors');
  if (chance('hookBusy')) return outageFate(simulation, 'busy');
  const afterMs = whole(1, MAX_ANSWER_MS);
  if (chance('hookReset')) return { arrives: random() < 0.7, answer: failed('reset'), afterMs };
  if (chance('hookGone')) return { arrives: true, answer: status(410), afterMs };
  const isSlow = chance('hookSlow');
  const ok = status(pick([200, 200, 202, 204], random));
  return { arrives: true, answer: ok, afterMs: isSlow ? whole(MIN_SLOW_MS, MAX_SLOW_MS) : afterMs };
}

function outageFate(simulation: Simulation, kind: ReceiverOutage): Fate {
  const { random, whole } = simulation;
  const afterMs = whole(1, MAX_ANSWER_MS);
  switch (kind) {
    case 'refuses':
      return { arrives: false, answer: failed('connect'), afterMs };
    case 'errors':
      return { arrives: true, answer: status(pick(ERRORS, random)), afterMs };
    case 'busy':
      return {
        arrives: true,
        answer: status(pick([429, 503], random), { 'retry-after': pauseOf(simulation) }),
        afterMs,
      };
    case 'hangs':
      return { arrives: random() < 0.7, answer: failed('timeout'), afterMs: Number.POSITIVE_INFINITY };
  }
}

function pauseOf({ clockOf, random, scheduler }: Simulation): string {
  const seconds = pick(PAUSES, random);
  const kind = random();
  if (kind < 0.1) return 'tomorrow';
  if (kind < 0.6) return String(seconds);
  // Uses the sender's clock for the date, because this simulation does not cover receivers with wrong clocks.
  return new Date(clockOf(scheduler.current).now() + seconds * 1000).toUTCString();
}

function answered(
  { scheduler }: Simulation,
  { deadlineMs, fate, signal, startedMs }: { fate: Fate; startedMs: number; deadlineMs: number; signal?: AbortSignal },
  reported: (answer: OutgoingAnswer | 'cut off') => void,
): Promise<OutgoingAnswer> {
  const actor = scheduler.current;
  const leftMs = Math.max(0, startedMs + deadlineMs - scheduler.nowMs);
  const isLate = fate.afterMs >= leftMs;
  return new Promise((resolve) => {
    const due = scheduler.after(isLate ? leftMs : fate.afterMs, actor, () => {
      const answer = isLate ? failed('timeout') : fate.answer;
      reported(answer);
      resolve(answer);
    });
    signal?.addEventListener('abort', () => {
      if (!due.run) return;
      scheduler.cancel(due);
      reported('cut off');
      resolve(failed('reset'));
    });
  });
}

function status(code: number, headers: Readonly<Record<string, string>> = {}): OutgoingAnswer {
  return { kind: 'answered', status: code, headers, body: Buffer.from('noted') };
}

function failed(fault: 'connect' | 'reset' | 'timeout'): OutgoingAnswer {
  return { kind: 'failed', fault, reason: 'the simulation has it so' };
}

/** Parses the headers according to the documentation, without using Postrider's code. */
function readHeaders(accountId: number, headers: Readonly<Record<string, string>>, body: Buffer) {
  const [, time = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(headers['X-Service-Signature'] ?? '') ?? [];
  const expected = createHmac('sha256', secretOf(accountId)).update(`${time}.`).update(body).digest('hex');
  const id = headers['webhook-id'];
  return { timestampS: Number(time), isSigned: signature === expected, ...(id !== undefined && { headerId: id }) };
}

import type { OutgoingAnswer } from '../../src/http/outgoing/types.ts';
import type { HookChange, HookRow, TimelineRow } from './memory-webhooks.ts';
import type { Actor } from './scheduler.ts';

/** A webhook request that a process sent. */
export interface HookRequest {
  readonly accountId: number;
  readonly actor: Actor;
  readonly startMs: number;
  readonly body: string;
  readonly timestampS: number;
  readonly isSigned: boolean;
  /** Event ID from the header `webhook-id`. Undefined if the format of the webhook has no such header. */
  readonly headerId?: string;
}

/** A webhook request and its result. */
export interface Sent extends HookRequest {
  readonly event: Reported;
  readonly claim: Claim | undefined;
  /** Whether the receiver responded with a 2xx status, even if no process received the response. */
  isTaken: boolean;
  /** Time at which the sending process learned the result. */
  endMs: number | undefined;
  answer: OutgoingAnswer | 'cut off' | undefined;
}

interface Claim {
  readonly epoch: number;
  readonly actor: Actor;
  readonly atMs: number;
  readonly sent: Sent[];
  /** Time at which the outcome of the claimed delivery was recorded, or the delivery was released or held. */
  endedAtMs: number | undefined;
}

/** An event of the timeline or of a webhook delivery, and its recorded history. */
interface Reported {
  readonly eventId: string;
  readonly accountId: number;
  /** Name of the event in the timeline. Undefined if only a delivery refers to the event. */
  name: string | undefined;
  timelines: number;
  deliveries: number;
  row: HookRow | undefined;
  readonly claims: Claim[];
  readonly sent: Sent[];
  /** Requests whose results are recorded in the database. */
  readonly finished: Sent[];
  /** Time at which the delivery should be claimed, based on when its row last became due or was leased. */
  dueMs: number;
}

/** Webhook statistics of the simulation with one seed. */
export interface HookTally {
  hookEvents: number;
  hookRequests: number;
  hookReceived: number;
  hookExpired: number;
  hookHeld: number;
  hookTakeovers: number;
  hookTwice: number;
}

/** State of the processes and the database that the ledger needs. */
export interface Surroundings {
  readonly nowMs: () => number;
  readonly databaseOffsetMs: number;
  readonly clockOffsetMs: (actor: Actor) => number;
  /** Returns the event names that an account's webhook subscribes to, or undefined if the account has no webhook. */
  readonly wantedBy: (accountId: number) => readonly string[] | undefined;
  readonly isUnhealthy: (fromMs: number, toMs: number) => boolean;
  readonly isStalled: (actor: Actor | undefined, fromMs: number, toMs: number) => boolean;
  readonly deathMs: (actor: Actor) => number | undefined;
  /** Returns true if no process died or was asked to end during a time span or shortly before it. */
  readonly isManned: (fromMs: number, toMs: number) => boolean;
  readonly fail: (text: string) => void;
  readonly note: (text: string) => void;
}

/** Guarantees in the documentation and the specification: the retry delays, and the expiration of events. */
const WAITS_MS = [60_000, 900_000, 7_200_000, 64_800_000];
const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 64_800_000;
const LEASE_MS = 30_000;
/**
 * Latest start of a request in milliseconds after the start of its lease. The request's timeout and the recording of
 * its result must fit into the lease.
 */
const LATEST_START_MS = 10_000;
/** Poll interval of one second, plus the duration of a claim and its response. */
const CLAIM_MS = 1_500;
/** Maximum number of milliseconds that it takes to write a result to the database. */
const RECORD_MS = 100;
/** Resolution of HTTP dates and of Postrider's timestamps, in milliseconds. */
const SECOND_MS = 1_000;
/** Maximum response time in milliseconds of a receiver that is not considered slow. */
const CALM_MS = 1_000;

/** Observes the webhooks of a seed from outside, and reports violated guarantees. */
export interface HookLedger {
  readonly tally: HookTally;
  /** Records that a statement or its response is delayed. */
  slowed(byMs: number): void;
  /** Whether no delivery waits for an attempt anymore. */
  readonly isComplete: boolean;
  timelineWritten(row: TimelineRow): void;
  changed(change: HookChange, actor: Actor): void;
  requested(request: HookRequest): Sent;
  /** Records that the receiver got a request, and the response that it sends. */
  arrived(sent: Sent, answer: OutgoingAnswer): void;
  /** Records that the sending process knows the result of a request. */
  answered(sent: Sent, answer: OutgoingAnswer | 'cut off'): void;
  judge(): void;
}

/** Creates an empty ledger. */
export function createHookLedger(around: Surroundings): HookLedger {
  const { fail, note, nowMs } = around;
  const events = new Map<string, Reported>();
  const disabled = new Set<number>();
  const unhealthy = new Set<number>();
  const slow: { readonly atMs: number; readonly byMs: number }[] = [];
  const tally: HookTally = {
    hookEvents: 0,
    hookRequests: 0,
    hookReceived: 0,
    hookExpired: 0,
    hookHeld: 0,
    hookTakeovers: 0,
    hookTwice: 0,
  };

  function find(accountId: number, eventId: string): Reported {
    const known = events.get(eventId);
    if (known) return known;
    const nothing = { name: undefined, timelines: 0, deliveries: 0, row: undefined, dueMs: 0 };
    const event: Reported = { eventId, accountId, ...nothing, claims: [], sent: [], finished: [] };
    events.set(eventId, event);
    return event;
  }

  /** Returns the total delay of statements within a time span. */
  function slownessMs(fromMs: number, toMs: number): number {
    return slow
      .filter(({ atMs, byMs }) => atMs + byMs >= fromMs - SECOND_MS && atMs <= toMs)
      .reduce((sum, { byMs }) => sum + byMs, 0);
  }

  function claimed(event: Reported, after: HookRow, actor: Actor): void {
    const atMs = nowMs();
    const before = event.claims.at(-1);
    const isTakeover = before !== undefined && before.endedAtMs === undefined;
    if (isTakeover) tally.hookTakeovers += 1;
    if (isTakeover && atMs < before.atMs + LEASE_MS - slownessMs(before.atMs, before.atMs)) {
      fail(`${event.eventId} was leased again ${atMs - before.atMs} ms after a lease that was not over`);
    }
    judgePromptness(event, atMs, isTakeover);
    event.claims.push({ epoch: after.epoch, actor, atMs, sent: [], endedAtMs: undefined });
  }

  /**
   * Checks that a due event is claimed within a poll interval if nothing prevents this, regardless of the receivers of
   * other accounts.
   */
  function judgePromptness(event: Reported, atMs: number, isTakeover: boolean): void {
    const waitedMs = atMs - event.dueMs;
    if (waitedMs <= CLAIM_MS + slownessMs(event.dueMs, atMs)) return;
    const sinceMs = event.dueMs - LEASE_MS;
    if (around.isUnhealthy(sinceMs, atMs) || around.isStalled(undefined, sinceMs, atMs)) return;
    if (!around.isManned(event.dueMs, atMs)) return;
    // The account's own receiver may have caused the delay.
    if (unhealthy.has(event.accountId) || isCrowded(event, atMs)) return;
    fail(`${event.eventId} was ${isTakeover ? 'taken over' : 'claimed'} ${waitedMs} ms after it was due`);
  }

  /** Returns whether the account has more due events than its initial limit of concurrent requests. */
  function isCrowded(event: Reported, atMs: number): boolean {
    const others = [...events.values()].filter(({ accountId }) => accountId === event.accountId);
    return others.filter(({ dueMs, row }) => row && row.nextAtMs !== null && dueMs <= atMs).length > 4;
  }

  function finished(event: Reported, { after, before, epoch }: HookChange): void {
    const no = after.attempts;
    const claim = event.claims.find((one) => one.epoch === epoch);
    const sent = claim?.sent.at(-1);
    if (claim) claim.endedAtMs = nowMs();
    if (!sent?.answer || sent.answer === 'cut off' || sent.endMs === undefined) {
      return fail(`${event.eventId} has attempt ${no} on record without a request`);
    }
    if (event.finished.includes(sent)) fail(`${event.eventId} has one request twice on record`);
    event.finished.push(sent);
    if (no !== (before?.attempts ?? 0) + 1 || no !== event.finished.length) {
      fail(`${event.eventId} has ${event.finished.length} attempts, and ${no} on record`);
    }
    judgeStep(event, { no, after, sent, endMs: sent.endMs });
  }

  function judgeStep(
    event: Reported,
    { after, endMs, no, sent }: { no: number; after: HookRow; sent: Sent; endMs: number },
  ): void {
    const code = codeOf(sent.answer);
    const expected = code >= 200 && code <= 299 ? 1 : code === 410 ? 3 : no < MAX_ATTEMPTS ? 0 : 2;
    if (after.state !== expected) {
      return fail(`${event.eventId} is in state ${after.state} after attempt ${no}, which was answered ${code}`);
    }
    if (after.nextAtMs === null) {
      if (expected === 0) fail(`${event.eventId} is not due again after attempt ${no}`);
      return;
    }
    const waitMs = Math.max(WAITS_MS[no - 1] ?? 0, pauseOf(sent, around.clockOffsetMs(sent.actor)));
    const dueMs = after.nextAtMs - around.databaseOffsetMs;
    const earlyMs = endMs + waitMs - dueMs;
    const latestMs = Math.max(endMs + waitMs, nowMs()) + RECORD_MS;
    const slackMs = slownessMs(endMs, nowMs()) + SECOND_MS;
    if (earlyMs > slackMs || dueMs > latestMs + slackMs) {
      fail(`${event.eventId} waits ${Math.round(dueMs - endMs)} ms after attempt ${no} instead of ${waitMs} ms`);
    }
  }

  function judgeRequest(event: Reported, sent: Sent): void {
    const { actor, startMs } = sent;
    const { eventId } = event;
    const first = event.sent[0];
    if (first && first.body !== sent.body) fail(`${eventId} got other bytes the next time`);
    if (!sent.isSigned) fail(`${eventId} was sent with a signature that is wrong`);
    const clockS = Math.floor((Math.floor(startMs) + around.clockOffsetMs(actor)) / SECOND_MS);
    if (sent.timestampS !== clockS) fail(`${eventId} was signed as of ${sent.timestampS} at ${clockS}`);
    const { claim } = sent;
    if (!claim) return fail(`${eventId} was sent without a lease`);
    if (claim.sent.length > 1) fail(`${eventId} was sent twice on one lease`);
    if (startMs > claim.atMs + LATEST_START_MS + CLAIM_MS) {
      fail(`${eventId} was sent ${startMs - claim.atMs} ms after it was leased`);
    }
    const last = event.finished.at(-1);
    const waitMs = WAITS_MS[event.finished.length - 1] ?? 0;
    if (last && startMs < (last.endMs ?? 0) + waitMs - slownessMs(last.endMs ?? 0, startMs) - RECORD_MS) {
      fail(`${eventId} was sent before it was due`);
    }
    for (const other of event.sent) if (other !== sent) judgeAgain(event, other, sent);
  }

  /**
   * Checks a repeated request for an event. The first request must have failed and the retry delay must be over, or the
   * result of the first request must be unknown.
   */
  function judgeAgain({ eventId, finished }: Reported, first: Sent, second: Sent): void {
    const endMs = first.endMs ?? Number.POSITIVE_INFINITY;
    const deathMs = around.deathMs(first.actor);
    const isOver = endMs <= second.startMs || deathMs !== undefined;
    if (!isOver && !around.isStalled(first.actor, first.startMs, second.startMs)) {
      fail(`${eventId} has two requests under way`);
    }
    if (!first.isTaken || finished.includes(first)) return;
    tally.hookTwice += 1;
    const why = reasonFor(first, second, deathMs);
    note(`${eventId} is reported again: ${why ?? 'nobody knows why'}`);
    if (why === undefined) fail(`${eventId} was received and reported again, and nothing went wrong in between`);
  }

  function reasonFor(first: Sent, second: Sent, deathMs: number | undefined): string | undefined {
    if (deathMs !== undefined && deathMs >= first.startMs) return 'the process died';
    if (first.answer === 'cut off') return 'the process ended';
    if (first.answer && codeOf(first.answer) === 0) return 'the answer was lost';
    if (around.isStalled(undefined, first.startMs - LEASE_MS, second.startMs)) return 'a process stood still';
    if (around.isUnhealthy(first.startMs, second.startMs)) return 'the database was away';
    return undefined;
  }

  function judgeEvent(event: Reported): void {
    const { accountId, deliveries, eventId, name, row, timelines } = event;
    if (timelines !== 1) fail(`${eventId} is ${timelines} times in the timeline`);
    const isWanted = name !== undefined && (around.wantedBy(accountId)?.includes(name) ?? false);
    if (deliveries !== (isWanted ? 1 : 0)) fail(`${eventId} (${name}) is to be reported ${deliveries} times`);
    if (!row) return;
    if (row.nextAtMs !== null) return fail(`${eventId} is stuck after ${row.attempts} attempts`);
    if (row.state === 1) tally.hookReceived += 1;
    if (row.state === 1 && !event.sent.some(({ isTaken }) => isTaken)) fail(`${eventId} was never received`);
    if (row.state === 2) tally.hookExpired += 1;
    if (row.state === 2 && event.finished.length !== MAX_ATTEMPTS) {
      fail(`${eventId} was given up after ${event.finished.length} attempts`);
    }
    if (row.state === 3) tally.hookHeld += 1;
    if (row.state === 3 && !disabled.has(accountId)) fail(`${eventId} is held, and its receiver is not gone`);
    if (row.state === 0) fail(`${eventId} waits for nothing`);
  }

  return {
    tally,
    slowed: (byMs) => void slow.push({ atMs: nowMs(), byMs }),
    get isComplete() {
      for (const { row } of events.values()) if (row && row.nextAtMs !== null) return false;
      return true;
    },
    timelineWritten({ accountId, event, eventId }) {
      const reported = find(accountId, eventId);
      reported.name = event;
      reported.timelines += 1;
      note(`timeline ${accountId} ${eventId} ${event}`);
    },
    changed(change, actor) {
      const { after, before, statement } = change;
      const event = find(after.accountId, after.eventId);
      note(`${actor.name} ${statement} ${after.eventId} #${after.epoch} state ${after.state} after ${after.attempts}`);
      event.row = after;
      if (!before) {
        tally.hookEvents += 1;
        event.deliveries += 1;
      }
      if (before && before.state !== 0 && before.state !== 3) fail(`${event.eventId} left its end by ${statement}`);
      if (statement === 'webhooks_claim') claimed(event, after, actor);
      if (statement === 'webhooks_finish') finished(event, change);
      if (statement === 'webhooks_give_back' || statement === 'webhooks_hold_claimed') {
        const claim = event.claims.find(({ epoch }) => epoch === change.epoch);
        if (claim) claim.endedAtMs ??= nowMs();
      }
      event.dueMs = (after.nextAtMs ?? 0) - around.databaseOffsetMs;
      if (!before) event.dueMs = Math.max(event.dueMs, nowMs());
    },
    requested(request) {
      tally.hookRequests += 1;
      const { accountId, actor } = request;
      const eventId = idOf(request);
      const event = find(accountId, eventId);
      const claim = event.claims.findLast((one) => one.actor === actor);
      const sent: Sent = { ...request, event, claim, isTaken: false, endMs: undefined, answer: undefined };
      event.sent.push(sent);
      claim?.sent.push(sent);
      note(`${actor.name} tells ${accountId} ${eventId}`);
      judgeRequest(event, sent);
      return sent;
    },
    arrived(sent, answer) {
      const code = codeOf(answer);
      if (code >= 200 && code <= 299) sent.isTaken = true;
      if (code === 410) disabled.add(sent.accountId);
    },
    answered(sent, answer) {
      sent.endMs = nowMs();
      sent.answer = answer;
      note(`${sent.actor.name} hears ${answer === 'cut off' ? answer : codeOf(answer)} of ${sent.event.eventId}`);
      const isCalm = sent.endMs - sent.startMs < CALM_MS && sent.isTaken;
      if (!isCalm) unhealthy.add(sent.accountId);
    },
    judge() {
      for (const event of events.values()) judgeEvent(event);
    },
  };
}

/**
 * Returns the event ID that the receiver sees: the one in the header `webhook-id` if there is one, otherwise the one in
 * the body.
 */
function idOf({ body, headerId }: HookRequest): string {
  const id = headerId ?? /^\{"id":"(whd_[0-9a-f]+)"/.exec(body)?.[1] ?? '';
  return id.replace(/^whd_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the status of a response, or 0 if there was no response. */
function codeOf(answer: OutgoingAnswer | 'cut off' | undefined): number {
  return answer && answer !== 'cut off' && answer.kind === 'answered' ? answer.status : 0;
}

/**
 * Returns the delay in milliseconds that a receiver's Retry-After header requests. The header contains a number of
 * seconds or an HTTP date, and is honored only in 429 and 503 responses.
 */
function pauseOf({ answer, endMs = 0 }: Sent, clockOffsetMs: number): number {
  if (!answer || answer === 'cut off' || answer.kind !== 'answered') return 0;
  const text = answer.headers['retry-after'];
  if (text === undefined || (answer.status !== 429 && answer.status !== 503)) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - endMs - clockOffsetMs;
  return Number.isNaN(ms) ? 0 : Math.min(ms, MAX_PAUSE_MS);
}

import type { Change } from './memory-database.ts';
import type { Arrival } from './peers.ts';
import type { Actor } from './scheduler.ts';

/** Recorded history of one recipient of an accepted message. */
interface Recipient {
  readonly address: string;
  readonly messageId: string;
  readonly mailClass: number;
  readonly acceptedAtMs: number;
  readonly claims: Claim[];
  readonly arrivals: Arrival[];
  refusals: number;
  attempts: number;
  finalEvents: number;
  status: number;
  finalAtMs: number | undefined;
}

interface Claim {
  readonly epoch: number;
  readonly actor: Actor;
  readonly atMs: number;
  /** Time at which the claim was finished or released. */
  endedAtMs: number | undefined;
  isFinished: boolean;
}

interface Death {
  readonly actor: Actor;
  readonly atMs: number;
  readonly how: 'process' | 'machine';
}

interface Stall {
  readonly actor: Actor;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Statistics of one seed's run. */
export interface Tally {
  arrivals: number;
  duplicates: number;
  crashes: number;
  takeovers: number;
  longestTakeoverMs: number;
  finals: number;
  expired: number;
  /** Number of runs of the job that calls listeners with outcomes that they have missed. */
  makeUps: number;
}

/** Final statuses of a recipient (see sql/0001-baseline.sql): suppressed, failed, bounced, complained, delivered. */
const FINAL: readonly number[] = [1, 2, 3, 4, 7];
const DELIVERED = 7;
/**
 * Maximum time until the recipients of a killed process are taken over: 30 seconds plus a poll interval of one second.
 */
const TAKEOVER_MS = 31_000;
/**
 * Maximum time until other processes take over the recipients of a machine after a power failure: 30 seconds until the
 * database notices the failure (transaction timeout), then a heartbeat and a poll.
 */
const MACHINE_TAKEOVER_MS = 34_000;
const LEASE_MS = 25_000;
const RENEWED_EVERY_MS = 8_000;
/**
 * Maximum time, in milliseconds, from a write error to the next successful write to the journal. The journal is not
 * used for some time after an error.
 */
const JOURNAL_RETRY_MS = 20_000;
/**
 * Maximum delay, in milliseconds, between the sending of a claim and its execution in the database. The lease starts
 * when the claim is sent.
 */
const LATE_MS = 2_000;
/**
 * Maximum time, in milliseconds, from the end of a process to its replacement, if there are no other faults. The
 * process may have died or may have been asked to end.
 */
const REPLACED_WITHIN_MS = 45_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Guarantees in docs/delivery.md: the retry delays, and the time after which a message expires. */
const URGENT_MINUTES = [1, 5, 15, 30, 60, 120, 240, 360];
const CAMPAIGN_MINUTES = [15, 30, 60, 120, 240, 480, 720];
const URGENT_FOR_MS = 24 * HOUR_MS;
const CAMPAIGN_FOR_MS = 72 * HOUR_MS;
const CAMPAIGN_CLASS = 3;
const JITTER = 0.2;
/** Maximum clock skew, in milliseconds, between the hosts, the database, and the process that accepted a message. */
const SKEW_MS = 20 * MINUTE_MS + 1_000;

/** Observes the recipients of accepted messages from outside, and reports violated guarantees. */
export interface Ledger {
  readonly violations: string[];
  readonly tally: Tally;
  accepted(recipient: { address: string; messageId: string; mailClass: number; atMs: number }): void;
  changed(change: Change, actor: Actor, atMs: number): void;
  /** Records that the final event of a recipient was committed. */
  ended(address: string): void;
  arrived(arrival: Arrival): void;
  refused(address: string): void;
  /** Records that a process died, including one that reached its shutdown deadline with open SMTP transactions. */
  died(actor: Actor, atMs: number, how: Death['how']): void;
  /** Records that a journal's disk was full. */
  diskFailed(atMs: number): void;
  stalled(actor: Actor, fromMs: number, toMs: number): void;
  /** Records that a process was asked to end. It must not claim anything afterwards. */
  ending(actor: Actor, atMs: number): void;
  isUnhealthy(fromMs: number, toMs: number): boolean;
  /**
   * Returns whether the given process was stalled within a time span. If `actor` is undefined, returns whether any
   * process was stalled.
   */
  isStalled(actor: Actor | undefined, fromMs: number, toMs: number): boolean;
  deathMs(actor: Actor): number | undefined;
  /** Returns true if no process died or was asked to end during a time span or shortly before it. */
  isManned(fromMs: number, toMs: number): boolean;
  /** Records a time span in which guarantees do not apply, such as an outage of the database. */
  unhealthy(fromMs: number, toMs: number): void;
  fail(text: string): void;
  /** Whether every recipient has a final status. */
  readonly isComplete: boolean;
  /** Checks the final state at the end of the run. */
  judge(): void;
}

/** Creates an empty ledger. Calls `note` with events for the history. */
export function createLedger(note: (text: string) => void): Ledger {
  const recipients = new Map<string, Recipient>();
  const deaths: Death[] = [];
  const endings: Omit<Death, 'how'>[] = [];
  const stalls: Stall[] = [];
  const troubles: { readonly fromMs: number; readonly toMs: number }[] = [];
  const diskFailures: number[] = [];
  const violations: string[] = [];
  const tally: Tally = {
    arrivals: 0,
    duplicates: 0,
    crashes: 0,
    takeovers: 0,
    longestTakeoverMs: 0,
    finals: 0,
    expired: 0,
    makeUps: 0,
  };
  let open = 0;

  function fail(text: string): void {
    violations.push(text);
    note(`VIOLATION ${text}`);
  }

  function find(address: string): Recipient {
    const recipient = recipients.get(address);
    if (!recipient) throw new Error(`Nobody accepted ${address}`);
    return recipient;
  }

  const isUnhealthy = (fromMs: number, toMs: number): boolean =>
    troubles.some((trouble) => trouble.fromMs <= toMs && trouble.toMs >= fromMs);
  const isStalled = (actor: Actor | undefined, fromMs: number, toMs: number): boolean =>
    stalls.some((stall) => (!actor || stall.actor === actor) && stall.fromMs <= toMs && stall.toMs >= fromMs);
  const deathOf = (actor: Actor): Death | undefined => deaths.find((death) => death.actor === actor);

  function claimed(recipient: Recipient, { after }: Change, actor: Actor, atMs: number): void {
    const before = recipient.claims.at(-1);
    recipient.claims.push({ epoch: after.epoch, actor, atMs, endedAtMs: undefined, isFinished: false });
    if (!before || before.endedAtMs !== undefined) return;
    const death = deathOf(before.actor);
    if (!death) return;
    tally.takeovers += 1;
    // Only check the time of the takeover if nothing else failed in the meantime.
    const fromMs = death.atMs - LEASE_MS;
    const others = deaths.filter((death) => death.actor !== before.actor && death.atMs >= fromMs && death.atMs <= atMs);
    if (others.length > 0 || isUnhealthy(fromMs, atMs) || isStalled(undefined, fromMs, atMs)) return;
    const tookMs = atMs - death.atMs;
    const mostMs = death.how === 'machine' ? MACHINE_TAKEOVER_MS : TAKEOVER_MS;
    tally.longestTakeoverMs = Math.max(tally.longestTakeoverMs, tookMs);
    if (tookMs > mostMs) fail(`${recipient.address} was taken over ${tookMs} ms after its process had died`);
  }

  function finished(recipient: Recipient, change: Change, actor: Actor, atMs: number): void {
    const { address } = recipient;
    const { after, before, delayMs } = change;
    recipient.attempts = after.attempts;
    recipient.status = after.status;
    const claim = recipient.claims.findLast(({ epoch }) => epoch === change.epoch);
    if (claim) {
      claim.endedAtMs = atMs;
      claim.isFinished = true;
    }
    if (after.attempts > recipient.claims.length) {
      fail(`${address} has ${after.attempts} attempts on record and was claimed ${recipient.claims.length} times`);
    }
    if (delayMs === null || delayMs === undefined) return ended(recipient, atMs);
    if (FINAL.includes(after.status)) fail(`${address} is final in state ${after.status} and due again`);
    judgeDelay(recipient, { no: before.attempts + 1, delayMs, holder: claim?.actor ?? actor, atMs });
  }

  function ended(recipient: Recipient, atMs: number): void {
    open -= 1;
    tally.finals += 1;
    recipient.finalAtMs = atMs;
    if (!FINAL.includes(recipient.status)) fail(`${recipient.address} ended in state ${recipient.status}`);
  }

  /**
   * Checks that a retry delay is one of the documented delays. The delay may only be shorter if the message expires
   * before the delay ends.
   */
  function judgeDelay(
    recipient: Recipient,
    { atMs, delayMs, holder, no }: { no: number; delayMs: number; holder: Actor; atMs: number },
  ): void {
    const isCampaign = recipient.mailClass === CAMPAIGN_CLASS;
    const minutes = isCampaign ? CAMPAIGN_MINUTES : URGENT_MINUTES;
    const baseMs = (minutes[Math.min(no, minutes.length) - 1] ?? 0) * MINUTE_MS;
    if (delayMs >= baseMs * (1 - JITTER) - 1 && delayMs <= baseMs * (1 + JITTER) + 1) return;
    // If a process died while it sent a message, the process that takes over the recipient retries immediately.
    if (delayMs === 0 && holder.isDead) return;
    const endsAtMs = isCampaign ? atMs : recipient.acceptedAtMs + URGENT_FOR_MS;
    if (delayMs < baseMs && Math.abs(atMs + delayMs - endsAtMs) <= (isCampaign ? CAMPAIGN_FOR_MS : SKEW_MS)) return;
    fail(`${recipient.address} waits ${delayMs} ms after attempt ${no} instead of ${baseMs} ms`);
  }

  function judgeDuplicate(recipient: Recipient, first: Arrival, second: Arrival): void {
    tally.duplicates += 1;
    const before = claimOf(recipient, first);
    const next = claimOf(recipient, second);
    const why = explain(first, second, before, next);
    note(`${recipient.address} arrived again: ${why ?? 'nobody knows why'}`);
    if (why === undefined) fail(`${recipient.address} arrived twice, and nothing went wrong between dot and commit`);
  }

  function explain(
    first: Arrival,
    second: Arrival,
    before: Claim | undefined,
    next: Claim | undefined,
  ): string | undefined {
    if (!first.isAnswered) return 'the reply was lost';
    const endMs = before?.endedAtMs ?? second.dotMs;
    const death = deathOf(first.actor);
    if (death && death.atMs >= first.dotMs && death.atMs <= endMs) {
      const why = explainDeath(first, second, death, next);
      if (why !== undefined) return why;
    }
    for (const { actor, dotMs, startedMs } of [first, second]) {
      if (isStalled(actor, startedMs, dotMs)) return 'a process stood still before the dot';
    }
    // The only other possible cause is an expired lease.
    if (!before || !next || next.atMs - before.atMs < LEASE_MS - LATE_MS) return undefined;
    if (isUnhealthy(first.dotMs - LEASE_MS, endMs)) return 'the database was away longer than the lease';
    return isStalled(first.actor, first.startedMs, endMs) ? 'the process stood still longer than its lease' : undefined;
  }

  /**
   * Returns how the death of a process caused a duplicate, or undefined if the death is not the cause. The journal
   * contains each reply that the process received before it died. Normally, the next process on the same host records
   * these replies before the lease expires, so that the message is not sent again.
   */
  function explainDeath(
    { dotMs, heardAtMs }: Arrival,
    second: Arrival,
    { atMs, how }: Death,
    next: Claim | undefined,
  ): string | undefined {
    if (heardAtMs === undefined || atMs <= heardAtMs) return 'the process died before it had the answer';
    if (how === 'machine') return 'the machine died';
    const isDiskFull = diskFailures.some(
      (failedMs) => failedMs >= dotMs - JOURNAL_RETRY_MS && failedMs <= second.dotMs,
    );
    if (isDiskFull) return 'the journal could not be written or read';
    if (!next || next.atMs - atMs < LEASE_MS - RENEWED_EVERY_MS - LATE_MS) return undefined;
    const others = deaths.some((other) => other.atMs > atMs && other.atMs <= next.atMs);
    const isHindered = others || isUnhealthy(atMs, next.atMs) || isStalled(undefined, atMs, next.atMs);
    return isHindered ? 'nobody could read the journal before the lease was over' : undefined;
  }

  function judgeRecipient(recipient: Recipient): void {
    const { address, arrivals, status } = recipient;
    if (recipient.finalAtMs === undefined) return fail(`${address} is stuck in state ${status}`);
    if (recipient.finalEvents !== 1) fail(`${address} has ${recipient.finalEvents} final events`);
    if (status === DELIVERED && arrivals.length === 0) fail(`${address} is delivered and never arrived`);
    if (status !== DELIVERED && recipient.refusals === 0) judgeExpired(recipient, recipient.finalAtMs);
    arrivals.forEach((arrival, at) => {
      const before = arrivals[at - 1];
      if (before) judgeDuplicate(recipient, before, arrival);
      if (!arrival.data.equals(arrivals[0]?.data ?? arrival.data)) fail(`${address} got other bytes the next time`);
      const name = /^Message-ID: <([^>]+)>/m.exec(arrival.data.toString('latin1'))?.[1];
      if (name !== `${recipient.messageId}@sender.test`) fail(`${address} got the Message-ID ${name}`);
    });
  }

  function judgeExpired({ acceptedAtMs, address, attempts, mailClass }: Recipient, finalAtMs: number): void {
    tally.expired += 1;
    // A campaign message expires after the number of attempts that the retry schedule allows within the maximum time.
    const isTime = mailClass === CAMPAIGN_CLASS ? attempts >= 11 : finalAtMs - acceptedAtMs >= URGENT_FOR_MS - SKEW_MS;
    if (!isTime) fail(`${address} was given up after ${finalAtMs - acceptedAtMs} ms and ${attempts} attempts`);
  }

  return {
    violations,
    tally,
    fail,
    accepted({ address, atMs, mailClass, messageId }) {
      open += 1;
      const nothing = { claims: [], arrivals: [], refusals: 0, attempts: 0, finalEvents: 0, status: 5 };
      recipients.set(address, {
        address,
        messageId,
        mailClass,
        acceptedAtMs: atMs,
        finalAtMs: undefined,
        ...nothing,
      });
    },
    changed(change, actor, atMs) {
      const { after, before, statement } = change;
      const recipient = find(after.recipient);
      note(
        `${actor.name} ${statement} ${after.recipient} #${after.epoch} state ${after.status} ${change.delayMs ?? ''}`,
      );
      if (before.nextAtMs === null) fail(`${recipient.address} left its final state by ${statement}`);
      if (statement === 'delivery_claim') return claimed(recipient, change, actor, atMs);
      if (statement === 'delivery_finish') return finished(recipient, change, actor, atMs);
      const isDeferred = statement === 'delivery_renew' && change.delayMs !== LEASE_MS;
      const isReleased = isDeferred || statement === 'delivery_give_back' || statement === 'delivery_hand_over';
      const claim = recipient.claims.at(-1);
      if (claim && isReleased) claim.endedAtMs ??= atMs;
    },
    ended: (address) => void (find(address).finalEvents += 1),
    arrived(arrival) {
      tally.arrivals += 1;
      find(arrival.recipient).arrivals.push(arrival);
      note(`${arrival.actor.name} handed over ${arrival.recipient}${arrival.isAnswered ? '' : ', unanswered'}`);
    },
    refused: (address) => void (find(address).refusals += 1),
    died: (actor, atMs, how) => void deaths.push({ actor, atMs, how }),
    diskFailed: (atMs) => void diskFailures.push(atMs),
    stalled: (actor, fromMs, toMs) => void stalls.push({ actor, fromMs, toMs }),
    ending: (actor, atMs) => void endings.push({ actor, atMs }),
    isUnhealthy,
    isStalled,
    deathMs: (actor) => deathOf(actor)?.atMs,
    isManned: (fromMs, toMs) =>
      ![...deaths, ...endings].some(({ atMs }) => atMs >= fromMs - REPLACED_WITHIN_MS && atMs <= toMs),
    unhealthy: (fromMs, toMs) => void troubles.push({ fromMs, toMs }),
    get isComplete() {
      return open === 0;
    },
    judge() {
      for (const recipient of recipients.values()) judgeRecipient(recipient);
    },
  };
}

function claimOf({ claims }: Recipient, { actor, dotMs }: Arrival): Claim | undefined {
  return claims.findLast((claim) => claim.actor === actor && claim.atMs <= dotMs);
}

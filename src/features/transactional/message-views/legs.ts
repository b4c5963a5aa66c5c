import { presentId } from '../../../base/ids.ts';
import { meaningOfStatus, type AboutStatus } from '../../../mail/enhanced-status.ts';
import { readConversation, tlsOf, type Conversation } from './conversation.ts';
import type { AcceptedLeg, Leg, Meaning } from './present.ts';

/** An attempt as recorded by the delivery engine. */
export interface RecordedAttempt {
  readonly attempt: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: string;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly conversation: string;
}

/** Recorded data about the delivery to one recipient. */
export interface KnownPath {
  readonly acceptedAtMs: number;
  readonly recipients: number;
  readonly by: AcceptedLeg['by'];
  readonly signatures: readonly { readonly domain: string; readonly selector: string; readonly algorithm: string }[];
  readonly nextAttemptAt: Date | null;
  readonly attempts: readonly RecordedAttempt[];
  readonly events: readonly {
    readonly id: string;
    readonly event: string;
    readonly occurred_at: Date;
    readonly status: string | null;
    readonly reason: string | null;
  }[];
  readonly webhooks: readonly {
    readonly delivery_id: string;
    readonly event: string;
    readonly attempt_no: number;
    readonly started_at: Date;
    readonly duration_ms: number;
    readonly answer: number | null;
    readonly fault: string | null;
  }[];
}

/** A leg of a route, and the record from which it was derived. The live stream detects new legs by their source. */
export interface SourcedLeg {
  /** Identifies the record: `message`, `attempt NO`, `event UUID`, or `webhook UUID`. */
  readonly source: string;
  readonly leg: Leg;
}

interface Placed extends SourcedLeg {
  /** Timestamp by which legs are sorted. */
  readonly placeMs: number;
}

/**
 * Offsets in milliseconds that order legs from the same millisecond: first the start of an attempt and the sent event,
 * then the end of an attempt, and last all other events and webhooks.
 */
const AFTER_SENT_MS = 0.25;
const AFTER_ATTEMPT_MS = 0.5;

const ROUTES: Readonly<Record<string, string>> = {
  inbox: 'To the local inbox',
  relay: 'Through a relay',
  direct: 'Directly to the recipient’s mail server',
  test: 'Test address: simulated delivery',
  suppressed: 'Suppressed address: no delivery attempt',
  none: 'Preparation failed: no delivery attempt',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  delivered: 'The server accepted the email',
  complained: 'The email was accepted, then reported as spam',
  bounced: 'The server permanently rejected the email',
  failed: 'Delivery failed',
  suppressed: 'The email was not sent',
  deferred: 'Temporary failure: the email will be retried',
};

/** Routes on which no server was contacted, so no server accepted or rejected the message. */
const UNASKED: readonly string[] = ['test', 'suppressed', 'none'];
const UNASKED_OUTCOMES: Readonly<Record<string, string>> = {
  delivered: 'Simulated delivery',
  complained: 'Simulated delivery and spam complaint',
  bounced: 'Simulated bounce',
};

/** A permanent rejection of the whole session concerns the sender and not this message, so the message is retried. */
const REFUSED_SESSION = 'The server refused the session: the email will be retried';
/** This result is from DNS. No server was contacted. */
const NO_SERVER = 'No server accepts email for this address';

const EVENTS: Readonly<Record<string, string>> = {
  sent: 'Sent',
  delivered: 'Delivered',
  delayed: 'Delayed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  failed: 'Failed',
  suppressed: 'Not sent: suppressed address',
  opened: 'Opened',
  clicked: 'Clicked',
};

const ENDS: Readonly<Record<string, AboutStatus['end']>> = {
  bounced: 'final',
  failed: 'final',
  deferred: 'tried again',
  delayed: 'tried again',
};

const NOT_RECORDED = { at: null, ms: null } as const;

/** Returns the legs of a route in chronological order. Legs at the same time are in causal order. Pure. */
export function legsOf(path: KnownPath): SourcedLeg[] {
  const last = path.attempts.at(-1);
  const placed: Placed[] = [
    ...beginningOf(path),
    ...path.attempts.flatMap((attempt) =>
      legsOfAttempt(path.acceptedAtMs, attempt, attempt === last ? path.nextAttemptAt : null),
    ),
    ...path.events.map((event) => legOfEvent(path.acceptedAtMs, event)),
    ...path.webhooks.map((webhook) => legOfWebhook(path.acceptedAtMs, webhook)),
  ];
  return placed.toSorted((a, b) => a.placeMs - b.placeMs).map(({ leg, source }) => ({ source, leg }));
}

function beginningOf({ acceptedAtMs, by, recipients, signatures }: KnownPath): Placed[] {
  const source = 'message';
  const accepted: Leg = {
    ...moment(acceptedAtMs, new Date(acceptedAtMs)),
    id: 'accepted',
    kind: 'accepted',
    title: `Accepted and stored${by === null ? '' : `, sent by ${by.name}`}`,
    recipients,
    by,
  };
  const selectors = signatures.map(({ selector }) => selector).join(' and ');
  const signed: Leg = {
    ...NOT_RECORDED,
    id: 'signed',
    kind: 'signed',
    title:
      signatures.length === 0 ? 'The DKIM keys of the domain have been deleted' : `Signed with DKIM (${selectors})`,
    signatures,
  };
  // Acceptance always comes first, even if the clocks of other processes differ.
  return [accepted, signed].map((leg) => ({ source, leg, placeMs: Number.NEGATIVE_INFINITY }));
}

function legsOfAttempt(acceptedAtMs: number, attempt: RecordedAttempt, nextAttemptAt: Date | null): Placed[] {
  const { conversation, finishedAt, host, route, startedAt } = attempt;
  const source = `attempt ${attempt.attempt}`;
  const read = readConversation(conversation);
  const routed: Leg = {
    ...moment(acceptedAtMs, startedAt),
    id: `attempt-${attempt.attempt}-routed`,
    kind: 'routed',
    title: ROUTES[route] ?? route,
    attempt: attempt.attempt,
    way: route,
    host,
  };
  const outcome: Leg = {
    ...moment(acceptedAtMs, finishedAt),
    ...meaning(attempt.status, attempt.reason, attempt.outcome),
    ...(UNASKED.includes(route) && { meaning: null }),
    id: `attempt-${attempt.attempt}`,
    kind: 'attempt',
    title: titleOf(attempt),
    attempt: attempt.attempt,
    outcome: attempt.outcome,
    duration_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
    conversation: read.lines,
    next_attempt_at: attempt.outcome === 'deferred' ? (nextAttemptAt?.toISOString() ?? null) : null,
  };
  return [
    { source, leg: routed, placeMs: startedAt.getTime() },
    ...triedLegsOf(acceptedAtMs, attempt, read).map((leg) => ({ source, leg, placeMs: startedAt.getTime() })),
    ...connectedLegOf(acceptedAtMs, attempt, read).map((leg) => ({ source, leg, placeMs: startedAt.getTime() })),
    { source, leg: outcome, placeMs: finishedAt.getTime() + AFTER_SENT_MS },
  ];
}

function titleOf({ host, outcome, route, status }: RecordedAttempt): string {
  if (UNASKED.includes(route)) return UNASKED_OUTCOMES[outcome] ?? OUTCOMES[outcome] ?? outcome;
  if (outcome === 'deferred' && status?.startsWith('5.')) return REFUSED_SESSION;
  if (outcome === 'bounced' && route === 'direct' && host === null) return NO_SERVER;
  return OUTCOMES[outcome] ?? outcome;
}

function triedLegsOf(acceptedAtMs: number, { attempt, startedAt }: RecordedAttempt, { failed }: Conversation): Leg[] {
  return failed.map(({ ms, ...server }, index) => ({
    ...(ms === null ? NOT_RECORDED : moment(acceptedAtMs, new Date(startedAt.getTime() + ms))),
    id: `attempt-${attempt}-tried-${index + 1}`,
    kind: 'tried',
    title: `Delivery to ${server.host} failed: ${server.reason}`,
    attempt,
    ...server,
  }));
}

/**
 * Returns the leg for a connection. The leg starts with the server's greeting. Returns an empty array if the server
 * sent nothing on a new connection.
 */
function connectedLegOf(acceptedAtMs: number, attempt: RecordedAttempt, read: Conversation): Leg[] {
  const greeting = read.last.find(({ from }) => from === 'server');
  if (!greeting && !read.reused) return [];
  const { address, attempt: number, host, startedAt } = attempt;
  const greetedMs = read.reused ? 0 : (greeting?.ms ?? null);
  const tls = (attempt.tls === null ? undefined : tlsOf(attempt.tls)) ?? read.tls;
  const leg: Leg = {
    ...(greetedMs === null ? NOT_RECORDED : moment(acceptedAtMs, new Date(startedAt.getTime() + greetedMs))),
    id: `attempt-${number}-connected`,
    kind: 'connected',
    title: `Connected to ${host ?? 'a server'}${tls ? ` over ${tls.version}` : withoutTls(read)}`,
    attempt: number,
    host,
    address,
    tls,
    reused: read.reused,
  };
  return [leg];
}

/**
 * Describes a connection without TLS: either STARTTLS failed and no message followed, or the connection is plaintext.
 */
function withoutTls({ last }: Conversation): string {
  const asked = last.findIndex(({ from, text }) => from === 'us' && text === 'STARTTLS');
  const isMailSpoken = last.slice(asked + 1).some(({ from, text }) => from === 'us' && text.startsWith('MAIL FROM'));
  return asked >= 0 && !isMailSpoken ? '; TLS failed' : ' without encryption';
}

function legOfEvent(acceptedAtMs: number, event: KnownPath['events'][number]): Placed {
  // For opens and clicks, the status is the type of visitor, and the reason is the link.
  const isVisit = event.event === 'opened' || event.event === 'clicked';
  return {
    source: `event ${event.id}`,
    placeMs: event.occurred_at.getTime() + (event.event === 'sent' ? 0 : AFTER_ATTEMPT_MS),
    leg: {
      ...moment(acceptedAtMs, event.occurred_at),
      ...(isVisit
        ? { status: event.status, reason: event.reason, meaning: null }
        : meaning(event.status, event.reason, event.event)),
      id: presentId('whd', event.id),
      kind: 'event',
      title: EVENTS[event.event] ?? event.event,
      event: event.event,
    },
  };
}

function legOfWebhook(acceptedAtMs: number, webhook: KnownPath['webhooks'][number]): Placed {
  const endedAt = new Date(webhook.started_at.getTime() + webhook.duration_ms);
  const answer = webhook.answer === 0 ? null : webhook.answer;
  const deliveryId = presentId('wdl', webhook.delivery_id);
  return {
    source: `webhook ${webhook.delivery_id}`,
    placeMs: endedAt.getTime() + AFTER_ATTEMPT_MS,
    leg: {
      ...moment(acceptedAtMs, endedAt),
      id: `${deliveryId}-${webhook.attempt_no}`,
      kind: 'webhook',
      title: answer === null ? 'The webhook endpoint did not respond' : `The webhook endpoint returned ${answer}`,
      event: webhook.event,
      delivery_id: deliveryId,
      attempt: webhook.attempt_no,
      answer,
      fault: webhook.fault,
      duration_ms: webhook.duration_ms,
    },
  };
}

/**
 * Returns a timestamp, and the number of milliseconds between the acceptance of the message and this timestamp. The
 * number is 0 if the timestamp is earlier than the acceptance because of clock skew.
 */
function moment(acceptedAtMs: number, at: Date): { readonly at: string; readonly ms: number } {
  return { at: at.toISOString(), ms: Math.max(0, at.getTime() - acceptedAtMs) };
}

function meaning(status: string | null, reason: string | null, outcome: string): Meaning {
  if (status === null) return { status, reason, meaning: null };
  return { status, reason, meaning: meaningOfStatus(status, { reason, end: ENDS[outcome] }) ?? null };
}

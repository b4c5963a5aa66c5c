import { concealReturnPaths } from '../../../mail/return-path.ts';
import type { SourcedLeg } from './legs.ts';
import type { ConversationLine, Leg, Meaning } from './present.ts';

/**
 * The public data about a message's route: what the receiving server already knows, and our side of the same SMTP
 * conversation. Each field is listed explicitly, so that fields that are later added to the private data are not
 * exposed.
 */

/** A step of the route on the page. */
export interface SharedLeg {
  /** Timestamp of the step in ISO 8601 format. Null if it was not recorded. */
  readonly at: string | null;
  readonly title: string;
  readonly details: readonly string[];
  /** The SMTP conversation. Undefined for steps other than attempts. */
  readonly conversation: readonly ConversationLine[] | undefined;
}

/** Maximum number of attempts that are shown. Older ones are omitted. */
export const MAX_SHOWN_ATTEMPTS = 50;

const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Client commands that are shown. Everything else that the client sent, such as a user name, is hidden. */
const COMMANDS = /^(?:EHLO|HELO|LHLO|STARTTLS|MAIL FROM|RCPT TO|DATA|BDAT|RSET|NOOP|QUIT)\b|^\.$|^\([\w ]+\)$/i;

const OUTCOMES: Readonly<Record<string, string>> = {
  queued: 'Waiting to be sent',
  sent: 'Sent, but not yet confirmed by the receiving server',
  delivered: 'Delivered to the receiving server',
  // Show a complaint as a delivery. The receiving server accepted the message, and the complaint concerns only the
  // recipient and the sender.
  complained: 'Delivered to the receiving server',
  bounced: 'Rejected by the receiving server',
  failed: 'Delivery failed',
  suppressed: 'Not sent, because the sender has suppressed this address',
};

/** Describes a status for readers who do not know Postrider's statuses. Pure. */
export function outcomeInWords(status: string): string {
  return OUTCOMES[status] ?? 'Unknown';
}

/** Returns the steps of a message's route that may be public, in order. Pure. */
export function sharedLegsOf(legs: readonly SourcedLeg[]): SharedLeg[] {
  const attempts = legs.filter(({ leg }) => leg.kind === 'attempt').length;
  const outcomes = new Set(legs.map(({ leg }) => (leg.kind === 'attempt' ? leg.outcome : '')));
  return legs.flatMap(({ leg }) => {
    if ('attempt' in leg && leg.kind !== 'webhook' && leg.attempt <= attempts - MAX_SHOWN_ATTEMPTS) return [];
    // Skip events that only repeat the outcome of an attempt. All other events occurred after the attempts.
    if (leg.kind === 'event' && outcomes.has(leg.event)) return [];
    return sharedLegOf(leg) ?? [];
  });
}

function sharedLegOf(leg: Leg): SharedLeg | undefined {
  switch (leg.kind) {
    case 'accepted':
      return step(leg.at, 'Accepted by the sender’s server');
    case 'signed':
      return leg.signatures.length === 0 ? undefined : step(leg.at, 'Signed with DKIM', leg.signatures.map(inWords));
    case 'routed':
      return step(leg.at, leg.title, leg.host === null ? [] : [`Server: ${leg.host}`]);
    case 'tried':
      return step(leg.at, leg.title, [`Address: ${leg.address}`]);
    case 'connected':
      return connectedStep(leg);
    case 'attempt':
      return attemptStep(leg);
    case 'event':
      return eventStep(leg);
    case 'webhook':
      return undefined;
  }
}

function step(at: string | null, title: string, details: readonly string[] = []): SharedLeg {
  return { at, title: plain(title), details: details.map(plain), conversation: undefined };
}

function inWords(signature: {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: string;
}): string {
  return `d=${signature.domain}, s=${signature.selector}, a=${signature.algorithm}`;
}

function connectedStep(leg: Extract<Leg, { readonly kind: 'connected' }>): SharedLeg {
  return step(leg.at, leg.title, [
    ...(leg.address === null ? [] : [`Address: ${leg.address}`]),
    leg.tls ? `Encrypted: ${leg.tls.version}, ${leg.tls.cipher}` : 'Not encrypted',
    ...(leg.reused ? ['The connection was reused.'] : []),
  ]);
}

function attemptStep(leg: Extract<Leg, { readonly kind: 'attempt' }>): SharedLeg {
  const isPrivate = leg.outcome === 'suppressed' || leg.outcome === 'complained';
  return {
    ...step(leg.at, leg.outcome === 'complained' ? 'The server accepted the email' : leg.title, [
      ...(isPrivate ? [] : answerOf(leg)),
      ...(leg.next_attempt_at === null ? [] : [`Next attempt at ${momentInWords(leg.next_attempt_at)}`]),
    ]),
    conversation: leg.conversation.map(({ from, ms, text }) => ({ from, ms, text: plain(said(from, text)) })),
  };
}

/**
 * Returns the step for a suppression, bounce, or failure. Returns undefined for all other events, such as opens,
 * clicks, and complaints, which concern only the recipient and the sender.
 */
function eventStep(leg: Extract<Leg, { readonly kind: 'event' }>): SharedLeg | undefined {
  if (leg.event === 'suppressed') return step(leg.at, outcomeInWords('suppressed'));
  if (leg.event === 'bounced' || leg.event === 'failed') return step(leg.at, leg.title, answerOf(leg));
  return undefined;
}

function answerOf({ meaning, reason, status }: Meaning): string[] {
  // Omit the code if the reply's text already contains it, as most servers' replies do.
  const code = status !== null && reason?.includes(status) === true ? null : status;
  const answer = [code, reason].filter((part) => part !== null).join(' ');
  return [...(answer === '' ? [] : [`Reply: ${answer}`]), ...(meaning === null ? [] : [meaning])];
}

function said(from: ConversationLine['from'], text: string): string {
  return from !== 'us' || COMMANDS.test(text) ? text : '***';
}

/**
 * Removes control characters, including those that change the text direction. Redacts return paths, so that they are no
 * longer valid addresses.
 */
function plain(text: string): string {
  return concealReturnPaths(text).replaceAll(CONTROLS, '\u{fffd}');
}

/** Formats a timestamp as in server logs: `2026-11-21 08:15:00.015 UTC`. Pure. */
export function momentInWords(at: string): string {
  return at.replace('T', ' ').replace('Z', ' UTC');
}

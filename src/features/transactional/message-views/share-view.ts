import type { Texts } from '../../../mail/languages/texts.ts';
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

/**
 * Describes a status for readers who do not know Postrider's statuses. A complaint is shown as a delivery, because the
 * receiving server accepted the message, and the complaint concerns only the recipient and the sender. Pure.
 */
export function outcomeInWords(texts: Texts, status: string): string {
  return texts.text('route.outcome', { status: status === 'complained' ? 'delivered' : status });
}

/** Returns the steps of a message's route that may be public, in order. Pure. */
export function sharedLegsOf(texts: Texts, legs: readonly SourcedLeg[]): SharedLeg[] {
  const attempts = legs.filter(({ leg }) => leg.kind === 'attempt').length;
  const outcomes = new Set(legs.map(({ leg }) => (leg.kind === 'attempt' ? leg.outcome : '')));
  const routes = new Map(legs.flatMap(({ leg }) => (leg.kind === 'routed' ? [[leg.attempt, leg] as const] : [])));
  return legs.flatMap(({ leg }) => {
    if ('attempt' in leg && leg.kind !== 'webhook' && leg.attempt <= attempts - MAX_SHOWN_ATTEMPTS) return [];
    // Skip events that only repeat the outcome of an attempt.
    if (leg.kind === 'event' && outcomes.has(leg.event)) return [];
    if (leg.kind === 'attempt') return attemptStep(texts, leg, routes.get(leg.attempt));
    return sharedLegOf(texts, leg) ?? [];
  });
}

type LegOf<Kind> = Extract<Leg, { readonly kind: Kind }>;

function sharedLegOf(texts: Texts, leg: Exclude<Leg, { readonly kind: 'attempt' }>): SharedLeg | undefined {
  switch (leg.kind) {
    case 'accepted':
      return step(leg.at, texts.text('route.step.accepted'));
    case 'signed':
      return leg.signatures.length === 0
        ? undefined
        : step(
            leg.at,
            texts.text('route.step.signed'),
            leg.signatures.map((signature) => plain(inWords(signature))),
          );
    case 'routed': {
      const title = texts.text('route.step.routed', { route: plain(leg.way) });
      return step(
        leg.at,
        title,
        leg.host === null ? [] : [texts.text('route.server', { host: quoted(texts, leg.host) })],
      );
    }
    case 'tried': {
      const title = texts.text('route.step.tried', {
        host: quoted(texts, leg.host),
        reason: quoted(texts, leg.reason),
      });
      return step(leg.at, title, [texts.text('route.address', { address: quoted(texts, leg.address) })]);
    }
    case 'connected':
      return connectedStep(texts, leg);
    case 'event':
      return eventStep(texts, leg);
    case 'webhook':
      return undefined;
  }
}

function step(at: string | null, title: string, details: readonly string[] = []): SharedLeg {
  return { at, title, details, conversation: undefined };
}

function inWords(signature: {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: string;
}): string {
  return `d=${signature.domain}, s=${signature.selector}, a=${signature.algorithm}`;
}

function connectedStep(texts: Texts, { address, at, host, reused, tls }: LegOf<'connected'>): SharedLeg {
  return step(at, texts.text('route.step.connected', { host: quoted(texts, host ?? address ?? '?') }), [
    ...(address === null ? [] : [texts.text('route.address', { address: quoted(texts, address) })]),
    tls
      ? texts.text('route.encrypted', { tls: quoted(texts, `${tls.version}, ${tls.cipher}`) })
      : texts.text('route.unencrypted'),
    ...(reused ? [texts.text('route.reused')] : []),
  ]);
}

function attemptStep(texts: Texts, leg: LegOf<'attempt'>, routed: LegOf<'routed'> | undefined): SharedLeg {
  const isPrivate = leg.outcome === 'suppressed' || leg.outcome === 'complained';
  const next = leg.next_attempt_at;
  return {
    ...step(leg.at, texts.text('route.step.attempt', { outcome: outcomeOf(leg, routed) }), [
      ...(isPrivate ? [] : answerOf(texts, leg)),
      ...(next === null ? [] : [texts.text('route.retry', { time: momentInWords(next) })]),
    ]),
    conversation: leg.conversation.map(({ from, ms, text }) => ({ from, ms, text: plain(said(from, text)) })),
  };
}

const SIMULATED: Readonly<Record<string, string>> = { delivered: 'simulated', bounced: 'simulated_bounce' };

function outcomeOf({ outcome, status }: LegOf<'attempt'>, routed: LegOf<'routed'> | undefined): string {
  const shown = outcome === 'complained' ? 'delivered' : outcome;
  if (routed?.way === 'test') return SIMULATED[shown] ?? shown;
  // A permanent rejection of the whole session concerns the sender and not this message.
  if (shown === 'deferred' && status?.startsWith('5.') === true) return 'refused';
  // The result is from DNS. No server was contacted.
  if (shown === 'bounced' && routed?.way === 'direct' && routed.host === null) return 'no_server';
  return shown;
}

/**
 * Returns the step for a suppression, bounce, or failure. Returns undefined for all other events, such as opens,
 * clicks, and complaints, which concern only the recipient and the sender.
 */
function eventStep(texts: Texts, leg: LegOf<'event'>): SharedLeg | undefined {
  if (leg.event === 'suppressed') return step(leg.at, outcomeInWords(texts, 'suppressed'));
  if (leg.event !== 'bounced' && leg.event !== 'failed') return undefined;
  return step(leg.at, texts.text('route.step.event', { event: leg.event }), answerOf(texts, leg));
}

/** Returns the server's reply and, in English, the explanation of its status code. */
function answerOf(texts: Texts, { meaning, reason, status }: Meaning): string[] {
  // Omit the code if the reply's text already contains it, as most servers' replies do.
  const code = status !== null && reason?.includes(status) === true ? null : status;
  const reply = [code, reason].filter((part) => part !== null).join(' ');
  return [
    ...(reply === '' ? [] : [texts.text('route.reply', { reply: quoted(texts, reply) })]),
    ...(meaning === null || texts.language !== 'en' ? [] : [meaning]),
  ];
}

function said(from: ConversationLine['from'], text: string): string {
  return from !== 'us' || COMMANDS.test(text) ? text : '***';
}

/** Returns technical data for use in text. In right-to-left text, the data keeps its own direction. */
function quoted({ direction }: Texts, text: string): string {
  return direction === 'rtl' ? `\u2068${plain(text)}\u2069` : plain(text);
}

/**
 * Replaces control characters, including those that change the text direction, with U+FFFD. Redacts return paths, so
 * that they are no longer valid addresses.
 */
function plain(text: string): string {
  return concealReturnPaths(text).replaceAll(CONTROLS, '\u{fffd}');
}

/** Formats a timestamp as in server logs: `2026-11-21 08:15:00.015 UTC`. Pure. */
export function momentInWords(at: string): string {
  return at.replace('T', ' ').replace('Z', ' UTC');
}

/**
 * Kind of problem that an alert reports:
 * - `sender`: receivers reject email from a sender domain
 * - `blocked`: a receiver rejects messages for policy reasons
 * - `paused`: a receiver temporarily does not accept messages
 * - `route`: a route failed, and messages took another route
 * - `resolver`: DNS reports no mail servers for domains that have some
 * - `unprepared`: stored data cannot be read, so messages cannot be prepared
 */
export type AlertKind = 'sender' | 'blocked' | 'paused' | 'route' | 'resolver' | 'unprepared';

/** Subject of alerts about the DNS resolver. An installation has only one resolver, so the subject is constant. */
export const RESOLVER = 'the DNS resolver';
/**
 * Subject of alerts about the sender of bulk email. The actual sender is part of the template, which is not read when
 * alerts are raised.
 */
export const MAILING = 'a mailing';

/** Properties of a recorded outcome from which alerts are derived. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly reason: string | null;
  readonly bounceClass: string | undefined;
  /** Limit that the reply imposed on all messages to the same site, such as a lower rate. */
  readonly signal?: { readonly kind: string } | undefined;
  /** The server that replied. Null or absent if unknown. */
  readonly host?: string | null | undefined;
  /**
   * `doubted` if DNS reported no mail servers, no server was contacted, and the DNS resolver is suspected to be wrong.
   */
  readonly dnsAlone?: string | undefined;
  readonly route: string;
  /** The reason why the message could not be prepared: the data that cannot be read, and the error message. */
  readonly unprepared?: { readonly what: string; readonly cause: string } | undefined;
}

/** Maximum length of a subject, in characters. Longer subjects are truncated. DNS names always fit (RFC 1035). */
export const MAX_SUBJECT_CHARACTERS = 253;
/** Routes on which no server is contacted. */
const ROUTES_WITHOUT_SERVER = new Set(['test', 'suppressed']);
/**
 * Maximum length of a second-level label that is treated as part of a public suffix, like `co` in co.uk. An estimate is
 * sufficient to group servers.
 */
const SHORT_LABEL = 3;

/** Returns the kind of alert that an outcome raises, or undefined if it raises none. Pure. */
export function alertOf({ bounceClass, dnsAlone, route, signal, unprepared }: ObservedOutcome): AlertKind | undefined {
  if (unprepared) return 'unprepared';
  if (ROUTES_WITHOUT_SERVER.has(route)) return undefined;
  if (dnsAlone === 'doubted') return 'resolver';
  if (bounceClass === 'sender') return 'sender';
  if (signal && signal.kind !== 'slow') return 'paused';
  return bounceClass === 'policy' ? 'blocked' : undefined;
}

/**
 * Returns a name that all servers of a receiver share: the domain of the servers, or the domain of the recipient if the
 * servers are unknown. Pure.
 */
export function siteOf({ host, recipient }: Pick<ObservedOutcome, 'host' | 'recipient'>): string {
  if (host === null || host === undefined) return nameOnly(recipient.slice(recipient.lastIndexOf('@') + 1));
  const labels = nameOnly(host).split('.');
  const second = labels.at(-2) ?? '';
  return labels.slice(second.length <= SHORT_LABEL ? -3 : -2).join('.');
}

/** Returns the domain of a sender such as `Ann <ann@x.example>` in lowercase, without unsafe characters. Pure. */
export function domainOfSender(sender: string): string {
  const address = sender.trimEnd().replace(/>$/, '');
  return nameOnly(address.slice(address.lastIndexOf('@') + 1));
}

/**
 * Returns a name in lowercase, without unsafe characters, and truncated to `MAX_SUBJECT_CHARACTERS`. Names come from
 * DNS and from API requests, and appear in the subject of an email.
 */
function nameOnly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/\.$/, '')
    .slice(0, MAX_SUBJECT_CHARACTERS)
    .toWellFormed();
}

/**
 * Subject of an alert: a sender domain (`sender`), a receiver that refuses messages by policy (`blocked`), a receiver
 * that accepts no messages for now (`paused`), a route that failed while messages took another route (`route`), a name
 * server that claims that domains with mail servers have none (`resolver`), or stored data that cannot be read, so that
 * messages cannot be prepared (`unprepared`).
 */
export type AlertKind = 'sender' | 'blocked' | 'paused' | 'route' | 'resolver' | 'unprepared';

/** Subject of an alert about the name server. A constant suffices, because the settings define the name server. */
export const RESOLVER = 'the DNS resolver';

/** The properties of a recorded outcome that alerts need. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly reason: string | null;
  readonly bounceClass: string | undefined;
  /** What the reply requested for all messages to the same site. */
  readonly signal?: { readonly kind: string } | undefined;
  /** The server that replied. Null or absent if unknown. */
  readonly host?: string | null | undefined;
  /**
   * `doubted` if DNS reported no servers, so that none was contacted, and the name server is suspected of being wrong.
   */
  readonly dnsAlone?: string | undefined;
  readonly route: string;
  /**
   * Why the message could not be prepared: a text that is the same for all messages with this problem, and the error
   * message.
   */
  readonly unprepared?: { readonly what: string; readonly cause: string } | undefined;
}

/** Longest subject, in characters; longer names are truncated. A DNS name is never longer. */
export const MAX_SUBJECT_CHARACTERS = 253;
/** Routes of simulated outcomes, without any server. */
const ROUTES_WITHOUT_SERVER = new Set(['test', 'suppressed']);
/**
 * Longest second-level label below which names are registered, as in co.uk. An estimate is sufficient to group servers.
 */
const SHORT_LABEL = 3;

/**
 * Returns the alert that an outcome raises. Returns undefined for most outcomes. A site that only asks us to send a
 * little more slowly raises no alert. Pure.
 */
export function alertOf({ bounceClass, dnsAlone, route, signal, unprepared }: ObservedOutcome): AlertKind | undefined {
  if (unprepared) return 'unprepared';
  if (ROUTES_WITHOUT_SERVER.has(route)) return undefined;
  if (dnsAlone === 'doubted') return 'resolver';
  if (bounceClass === 'sender') return 'sender';
  if (signal && signal.kind !== 'slow') return 'paused';
  return bounceClass === 'policy' ? 'blocked' : undefined;
}

/**
 * Returns one name for all servers of a receiver: the domain of the servers, or else the domain of the recipient. Pure.
 */
export function siteOf({ host, recipient }: Pick<ObservedOutcome, 'host' | 'recipient'>): string {
  if (host === null || host === undefined) return nameOnly(recipient.slice(recipient.lastIndexOf('@') + 1));
  const labels = nameOnly(host).split('.');
  const second = labels.at(-2) ?? '';
  return labels.slice(second.length <= SHORT_LABEL ? -3 : -2).join('.');
}

/**
 * Returns the domain of a sender in the form that the API accepts ('Ann <ann@x.example>'). Returns an empty string if
 * there is no domain. Pure.
 */
export function domainOfSender(sender: string): string {
  const address = sender.trimEnd().replace(/>$/, '');
  return nameOnly(address.slice(address.lastIndexOf('@') + 1));
}

/**
 * Removes characters that do not belong in names, because names come from DNS and from requests and are used in the
 * subject of an email.
 */
function nameOnly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/\.$/, '')
    .slice(0, MAX_SUBJECT_CHARACTERS)
    .toWellFormed();
}

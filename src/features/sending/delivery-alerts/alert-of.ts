/**
 * What an alert is about: a sender domain, mail that a receiver refuses by policy, a receiver that wants none for now, a way
 * that could not be taken so that mail took another, a name server that denies domains which take mail, something stored that
 * cannot be read so that no mail can be made of it.
 */
export type AlertKind = 'sender' | 'blocked' | 'paused' | 'route' | 'resolver' | 'unprepared';

/** What an alert about the name server is about; which one, the settings say. */
export const RESOLVER = 'the DNS resolver';

/** What this needs of an outcome, as delivery records it. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly reason: string | null;
  readonly bounceClass: string | undefined;
  /** What the reply asked of all mail to its site. */
  readonly signal?: { readonly kind: string } | undefined;
  /** The server that said it; null or absent when it is not known. */
  readonly host?: string | null | undefined;
  /** `doubted`: no server was asked, since DNS says that there is none, which is taken for its own fault. */
  readonly dnsAlone?: string | undefined;
  readonly route: string;
  /** What kept the mail from being prepared: in words that are the same for all mails with that fault, and the error's. */
  readonly unprepared?: { readonly what: string; readonly cause: string } | undefined;
}

/** Names that are longer are cut; a DNS name is at most so long. */
export const MAX_SUBJECT_CHARACTERS = 253;
/** Nobody was asked: the outcome was made up. */
const ROUTES_WITHOUT_SERVER = new Set(['test', 'suppressed']);
/** A second level under which names are given away, as in co.uk; a guess is enough to group servers. */
const SHORT_LABEL = 3;

/** Which alert an outcome raises; undefined for most. A site that slows down a little is no reason to look. Pure. */
export function alertOf({ bounceClass, dnsAlone, route, signal, unprepared }: ObservedOutcome): AlertKind | undefined {
  if (unprepared) return 'unprepared';
  if (ROUTES_WITHOUT_SERVER.has(route)) return undefined;
  if (dnsAlone === 'doubted') return 'resolver';
  if (bounceClass === 'sender') return 'sender';
  if (signal && signal.kind !== 'slow') return 'paused';
  return bounceClass === 'policy' ? 'blocked' : undefined;
}

/** The name that stands for all servers of a receiver: the domain of its servers, else that of the recipient. Pure. */
export function siteOf({ host, recipient }: Pick<ObservedOutcome, 'host' | 'recipient'>): string {
  if (host === null || host === undefined) return nameOnly(recipient.slice(recipient.lastIndexOf('@') + 1));
  const labels = nameOnly(host).split('.');
  const second = labels.at(-2) ?? '';
  return labels.slice(second.length <= SHORT_LABEL ? -3 : -2).join('.');
}

/** The domain in a sender as the API takes it ('Ann <ann@x.example>'); empty when there is none. Pure. */
export function domainOfSender(sender: string): string {
  const address = sender.trimEnd().replace(/>$/, '');
  return nameOnly(address.slice(address.lastIndexOf('@') + 1));
}

/** Names come from DNS and out of requests; what is not of a name does not belong into a mail's subject. */
function nameOnly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/\.$/, '')
    .slice(0, MAX_SUBJECT_CHARACTERS)
    .toWellFormed();
}

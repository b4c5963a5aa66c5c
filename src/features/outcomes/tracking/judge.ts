/** Type of an event: the message was opened, or a link in it was clicked, by the recipient or by software. */
export type VisitKind = 'opened' | 'clicked';

/**
 * The type of visitor: a person, an email service that fetches images when a person opens the message (`proxy`), a
 * service that prefetches images (`prefetch`), or a scanner that checks every message (`scanner`).
 */
export type Visitor = 'person' | 'proxy' | 'prefetch' | 'scanner';

/** The properties by which an open or click is classified. */
export interface VisitSigns {
  readonly kind: VisitKind;
  readonly userAgent: string | undefined;
  /** Time since delivery, in milliseconds. Undefined if the delivery has not been recorded. */
  readonly ageMs: number | undefined;
}

/**
 * Minimum number of milliseconds between delivery and an open or click by a person. Earlier opens and clicks come from
 * filters on receiving servers.
 */
const MIN_AGE_MS = 2_000;

/**
 * Matches the user agents of the proxies through which Gmail and Yahoo fetch images when a person opens the message.
 */
const PROXY = /GoogleImageProxy|YahooMailProxy|Yahoo.{0,20}Proxy/i;
/** Matches the user agent of Apple Mail Privacy Protection, which prefetches all images on arrival. */
const PREFETCH = /^Mozilla\/5\.0$/i;

/** Matches user agents in which bots identify themselves. Excludes Cubot, a brand of phones. */
const PROGRAM =
  /(?<!cu)bot|crawl|spider|slurp|scan|preview|monitor|headless|phantom|fetch|curl|wget|python|perl|ruby|java\/|httpclient|go-http|axios|libwww|facebookexternalhit|whatsapp|barracuda|proofpoint|mimecast|symantec|safelinks|validator|^node$/i;

/**
 * Classifies an open or click. Proxies only fetch images, so a click with a proxy's user agent comes from a scanner. So
 * does a click less than two seconds after delivery, or before the delivery was recorded. Pure.
 */
export function judge({ kind, userAgent = '', ageMs }: VisitSigns): Visitor {
  const visitor = byName(userAgent.trim());
  if (kind === 'opened' || visitor === 'scanner') return visitor;
  return visitor !== 'person' || ageMs === undefined || ageMs < MIN_AGE_MS ? 'scanner' : 'person';
}

/**
 * Classifies an open or click of a bulk email. No one waits for bulk email, so any open or click within two seconds
 * comes from a scanner, even if it fetches only the image. Without the time since delivery, only the user agent counts,
 * and the caller must classify the event again once the time is known.
 */
export function judgeOwned(signs: VisitSigns): Visitor {
  if (signs.ageMs === undefined) return judge({ ...signs, ageMs: MIN_AGE_MS });
  return isTooSoon(signs.ageMs) ? 'scanner' : judge(signs);
}

/** Returns whether it is too soon after delivery for a person to have opened the message. */
export function isTooSoon(ageMs: number): boolean {
  return ageMs < MIN_AGE_MS;
}

function byName(name: string): Visitor {
  if (name === '' || PROGRAM.test(name)) return 'scanner';
  if (PREFETCH.test(name)) return 'prefetch';
  return PROXY.test(name) ? 'proxy' : 'person';
}

/** What a recipient did, or what was done in its name. */
export type VisitKind = 'opened' | 'clicked';

/**
 * Who came: a person; a mail service that fetches pictures when somebody looks at the mail; one that fetches them unasked; a
 * program that looks at every mail.
 */
export type Visitor = 'person' | 'proxy' | 'prefetch' | 'scanner';

/** What is known of a visit. */
export interface VisitSigns {
  readonly kind: VisitKind;
  readonly userAgent: string | undefined;
  /** Time since the mail was handed over; undefined when that is not recorded yet. */
  readonly ageMs: number | undefined;
}

/** Nobody reads a mail and follows a link this fast; filters at the receiving server do. */
const MIN_AGE_MS = 2_000;

/** Gmail and Yahoo fetch pictures when a mail is looked at. */
const PROXY = /GoogleImageProxy|YahooMailProxy|Yahoo.{0,20}Proxy/i;
/** Apple's mail privacy protection, which says no more than this, fetches all pictures when a mail arrives. */
const PREFETCH = /^Mozilla\/5\.0$/i;

/** Programs that say so themselves. Cubot makes telephones. */
const PROGRAM =
  /(?<!cu)bot|crawl|spider|slurp|scan|preview|monitor|headless|phantom|fetch|curl|wget|python|perl|ruby|java\/|httpclient|go-http|axios|libwww|facebookexternalhit|whatsapp|barracuda|proofpoint|mimecast|symantec|safelinks|validator|^node$/i;

/** Judges a visit by its signs; pure. A proxy fetches pictures, so that whatever follows a link in its name is a scanner. */
export function judge({ kind, userAgent = '', ageMs }: VisitSigns): Visitor {
  const visitor = byName(userAgent.trim());
  if (kind === 'opened' || visitor === 'scanner') return visitor;
  return visitor !== 'person' || ageMs === undefined || ageMs < MIN_AGE_MS ? 'scanner' : 'person';
}

/**
 * The same for a mail to many, where nobody is answered at once: whoever comes within two seconds is a program, for the
 * picture too. Without a time the name alone decides, and whoever counts judges again once there is one.
 */
export function judgeOwned(signs: VisitSigns): Visitor {
  if (signs.ageMs === undefined) return judge({ ...signs, ageMs: MIN_AGE_MS });
  return isTooSoon(signs.ageMs) ? 'scanner' : judge(signs);
}

/** Whether nobody can have looked at a mail that was handed over so long ago. */
export function isTooSoon(ageMs: number): boolean {
  return ageMs < MIN_AGE_MS;
}

function byName(name: string): Visitor {
  if (name === '' || PROGRAM.test(name)) return 'scanner';
  if (PREFETCH.test(name)) return 'prefetch';
  return PROXY.test(name) ? 'proxy' : 'person';
}

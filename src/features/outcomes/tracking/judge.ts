/** What a recipient did, or what was done in its name. */
export type VisitKind = 'opened' | 'clicked';

/** Who came: a person; a mail service that fetches pictures for people; a program that looks at every mail. */
export type Visitor = 'person' | 'proxy' | 'scanner';

/** What is known of a visit. */
export interface VisitSigns {
  readonly kind: VisitKind;
  readonly userAgent: string | undefined;
  /** Time since the mail was handed over; undefined when that is not recorded yet. */
  readonly ageMs: number | undefined;
}

/** Nobody reads a mail and follows a link this fast; filters at the receiving server do. */
const MIN_CLICK_AGE_MS = 2_000;

/** Gmail, Yahoo, and Apple's mail privacy protection, which says no more than this. */
const PROXY = /GoogleImageProxy|YahooMailProxy|Yahoo.{0,20}Proxy|^Mozilla\/5\.0$/i;

/** Programs that say so themselves. Cubot makes telephones. */
const PROGRAM =
  /(?<!cu)bot|crawl|spider|slurp|scan|preview|monitor|headless|phantom|fetch|curl|wget|python|perl|ruby|java\/|httpclient|go-http|axios|libwww|facebookexternalhit|whatsapp|barracuda|proofpoint|mimecast|symantec|safelinks|validator|^node$/i;

/** Judges a visit by its signs; pure. A proxy fetches pictures, so that whatever follows a link in its name is a scanner. */
export function judge({ kind, userAgent = '', ageMs }: VisitSigns): Visitor {
  const name = userAgent.trim();
  if (name === '' || PROGRAM.test(name)) return 'scanner';
  const isProxy = PROXY.test(name);
  if (kind === 'opened') return isProxy ? 'proxy' : 'person';
  return isProxy || ageMs === undefined || ageMs < MIN_CLICK_AGE_MS ? 'scanner' : 'person';
}

import type { SigningPair } from '../../src/features/tenants/access/index.ts';
import { basic } from './mailgun.ts';
import { signedHeaders } from './ses.ts';

type Headers = Readonly<Record<string, string>>;

const MAILGUN = /^(?:\/compat\/mailgun)?\/v(?:[145]\/|3\/[:d])/;
const SES = /^(?:\/compat\/ses)?\/v2\/email\//;
const SES_OLDER = ['/', '/compat/ses'];
const SENDGRID = /^(?:\/compat\/sendgrid)?\/v3\/(?:mail\/|user\/|scopes$|asm\/|suppression\/)/;
const POSTMARK =
  /^(?:\/compat\/postmark\/|\/(?:email(?:\/|$)|messages\/|bounces(?:\/|$)|deliverystats$|server$|stats\/|message-streams(?:\/|$)))/i;

/** Returns the vendor whose clients call a route, according to the path of the route. */
export function vendorOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): 'mailgun' | 'postmark' | 'sendgrid' | 'ses' | undefined {
  if (POSTMARK.test(path)) return 'postmark';
  if (MAILGUN.test(path) || path.startsWith('/compat/mailgun/')) return 'mailgun';
  if (SES.test(path) || (method === 'POST' && SES_OLDER.includes(path))) return 'ses';
  return SENDGRID.test(path) ? 'sendgrid' : undefined;
}

/** The parts of a request that its credentials depend on. */
export interface Signed {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/**
 * Returns the headers that a vendor's clients use to send an API key. For Amazon SES, returns a signature if there are
 * signing credentials.
 */
export function keyHeaders(
  vendor: ReturnType<typeof vendorOf>,
  key: string,
  pair: SigningPair | undefined,
  request: Signed,
): Headers {
  if (vendor === 'postmark') return { 'x-postmark-server-token': key };
  if (vendor === 'mailgun') return { authorization: basic(key) };
  return vendor === 'ses' && pair ? signedHeaders(request, pair) : { authorization: `Bearer ${key}` };
}

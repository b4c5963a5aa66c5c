import { Refusal } from '../../../base/refusal.ts';
import { isObject } from '../resend/index.ts';
import type { VendorEventName } from '../vendors/index.ts';
import type { EventPage } from './event-query.ts';

/**
 * Encodes a page as the last segment of its URL. The token contains all parameters of the request, because some clients
 * drop the parameters when they follow the URL.
 */
export function encodePage({ filter, from, isAscending, limit }: EventPage): string {
  const { begin, domain: _domain, end, vendor: _vendor, ...rest } = filter;
  const page = { v: 1, b: begin.getTime(), e: end.getTime(), a: isAscending, p: from.place, t: from.towards, l: limit };
  return Buffer.from(JSON.stringify({ ...page, f: rest })).toString('base64url');
}

/** Decodes a page token for the domain in the request. Throws not_found for invalid tokens. */
export function decodePage(token: string, domain: string | undefined): EventPage {
  try {
    const page: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (!isObject(page) || !isObject(page['f'])) throw new TypeError('Not an object');
    const times = { begin: new Date(number(page['b'])), end: new Date(number(page['e'])) };
    return {
      filter: { vendor: 'mailgun', domain, ...times, ...filterOf(page['f']) },
      isAscending: page['a'] === true,
      from: { place: number(page['p']), towards: page['t'] === 'earlier' ? 'earlier' : 'later' },
      limit: Math.min(Math.max(1, number(page['l'])), 300),
    };
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) throw unknown();
    throw error;
  }
}

/** Tokens are not signed, because a forged token can only request events of the caller's own account. */
function filterOf(given: Record<string, unknown>): Omit<EventPage['filter'], 'vendor' | 'domain' | 'begin' | 'end'> {
  const { events, messageId, recipient, sender, subject, tags } = given;
  return {
    // Safe cast: unknown names match no events.
    events: events === undefined ? undefined : (list(events) as VendorEventName[]),
    messageId: messageId === undefined ? undefined : uuid(messageId),
    recipient: text(recipient),
    sender: text(sender),
    subject: text(subject),
    tags: list(tags),
  };
}

function text(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new TypeError('Not a string');
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new TypeError('Not a number');
  return value;
}

function list(value: unknown): string[] {
  if (!Array.isArray(value)) throw new TypeError('Not an array');
  return value.map(String);
}

function uuid(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    throw new TypeError('Not a UUID');
  return value;
}

function unknown(): Refusal {
  return new Refusal('not_found', { message: 'The page token is invalid.' });
}

import { isAddressBlock, wordsOf, type Refused } from './outcome-class.ts';
import type { SiteSignal } from '../types.ts';

const MINUTE_MS = 60_000;
/**
 * Duration of the pause for a site that rejects our IP address, in milliseconds. Further attempts would not help: the
 * operator must resolve the block.
 */
export const BLOCK_PAUSE_MS = 60 * MINUTE_MS;
const MAX_REASON_CHARACTERS = 200;

interface ThrottleRule {
  readonly pattern: RegExp;
  readonly signal: { readonly kind: 'slow' } | { readonly kind: 'pause' | 'trickle'; readonly forMs: number };
}

/** Replies about a single recipient or message. Other messages are not affected. */
const ABOUT_ONE_MAIL =
  /\b(?:gr[ea]y[- ]?list|mailbox|quota|over ?quota|recipients?|user|address|content|virus|spam (?:message|content)|looks like spam|4\.2\.[12])|\bpostgrey\b/i;
/** Enhanced codes about a single recipient or message, or about problems that a pause does not solve. */
const CODES_OF_ONE_MAIL = /^[45]\.(?:1\.\d+|2\.\d+|5\.3|6\.\d+)$/;

/**
 * Replies that do not delay other messages. A reply about a domain on a blocklist concerns only one sender or message.
 * Greylisting asks the client to retry the same message later.
 */
const ABOUT_A_NAME =
  /\b(?:mail ?from|from|sender|sending|envelope|header|e-?mail|link)(?:'s)? domain\b|\bdomain\b.{0,30}\b(?:listed|reputation|blocked)\b|\b(?:urls?|uris?|links?)\b|\bgr[ea]y[- ]?list/i;
/** Replies about the sending host. */
const ABOUT_OUR_ADDRESS =
  /\b(?:ip|client|host|network|netblock|mta|mail ?servers?|connections?|rdns|ptr|reverse|S31[45]0)\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[0-9a-f]{0,4}:[0-9a-f:]{2,40}\]/i;

/**
 * Known replies from large receivers, most specific first. Sources: the receivers' published pages and KumoMTA's
 * shaping defaults.
 */
const RULES: readonly ThrottleRule[] = [
  { pattern: /\[?\bTSS?04\b/, signal: { kind: 'pause', forMs: 120 * MINUTE_MS } },
  { pattern: /\[?\bTSS?0[1-3]\b/, signal: { kind: 'trickle', forMs: 90 * MINUTE_MS } },
  { pattern: /\bRL0000\d\d\b/, signal: { kind: 'pause', forMs: 5 * MINUTE_MS } },
  { pattern: /\brate[- ]limited due to ip reputation\b/i, signal: { kind: 'trickle', forMs: 90 * MINUTE_MS } },
  { pattern: /\btemporarily deferred\b/i, signal: { kind: 'trickle', forMs: 90 * MINUTE_MS } },
  { pattern: /\bserver (?:is )?busy\b/i, signal: { kind: 'trickle', forMs: 90 * MINUTE_MS } },
  { pattern: /\bRP-00[1-3]\b|\bS775\b|\bS3114\b/, signal: { kind: 'slow' } },
];

/** Matches replies that request fewer connections, fewer messages, or a lower rate. */
const RATE_WORDS =
  /\b(?:too many (?:concurrent |simultaneous |open )?(?:connections?|sessions?|messages|mails|e-?mails|smtp|errors)|connection (?:rate|limit|frequency)|(?:rate|frequency|volume)[- ]?(?:limit|control|exceeded)|limit(?:ed)? .{0,20}rate|throttl|unusual rate|unsolicited|too (?:fast|quickly|frequently|much mail)|slow down|exceed(?:s|ed)? .{0,30}(?:rate|connections?|limit))/i;

/**
 * Returns the limit that a rejection imposes on all messages to its site. Returns undefined if it imposes no such
 * limit, for example because it is about a single recipient or message. Pure.
 */
export function signalOfRefusal(refused: Refused): SiteSignal | undefined {
  const { code, text } = refused;
  const known = RULES.find(({ pattern }) => pattern.test(text.slice(0, MAX_REASON_CHARACTERS * 5)));
  if (known && code < 500) return worded(known.signal, refused);
  if (isBlockOfSite(refused)) return worded({ kind: 'pause', forMs: BLOCK_PAUSE_MS }, refused);
  return code < 500 && asksForLess(refused) ? { kind: 'slow' } : undefined;
}

function asksForLess({ code, enhanced, text }: Refused): boolean {
  if (enhanced !== undefined && CODES_OF_ONE_MAIL.test(enhanced)) return false;
  // After 421, the server closes the connection, whatever the text says (RFC 5321 section 3.8).
  if (code === 421) return true;
  const words = wordsOf(text);
  if (RATE_WORDS.test(words)) return true;
  const isRefusedByPolicy = enhanced?.startsWith('4.7.') === true && enhanced !== '4.7.1';
  return isRefusedByPolicy && !ABOUT_ONE_MAIL.test(words);
}

function isBlockOfSite({ enhanced, text }: Refused): boolean {
  // Problems with a sender domain's DNS records or a message's content affect only one sender.
  if (enhanced !== undefined && /^[45]\.(?:7\.2[0-4]|7\.2[6-9]|7\.509|7\.515|6\.\d+)$/.test(enhanced)) return false;
  const read = text.slice(0, MAX_REASON_CHARACTERS * 5);
  return isAddressBlock(text) && ABOUT_OUR_ADDRESS.test(read) && !ABOUT_A_NAME.test(read);
}

function worded(signal: ThrottleRule['signal'], { code, text }: Refused): SiteSignal {
  if (signal.kind === 'slow') return signal;
  return { ...signal, reason: `${code} ${text}`.slice(0, MAX_REASON_CHARACTERS).toWellFormed() };
}

import {
  ADDRESS_BLOCKED,
  BOUNCE_RULES,
  CLEARLY_POLICY,
  CLASS_OF_CODE,
  LISTS_OF_ADDRESSES,
  LISTS_OF_NAMES,
  OTHER_REASONS,
  POLICY_WORDS,
  SURELY_POLICY,
} from './bounce-rules.ts';
import { EXPIRED } from '../../../../mail/bounce-words.ts';
import type { BounceClass } from '../types.ts';

/** Number of characters of a reply that are examined. */
export const MAX_READ_CHARACTERS = 1_000;

/** A rejection as the server sent it. */
export interface Refused {
  /** Basic code, 400 to 599. */
  readonly code: number;
  /** Enhanced code, if any. */
  readonly enhanced: string | undefined;
  readonly text: string;
}

/** Matches addresses that a server quotes. Words within addresses must not be mistaken for a reason. */
const QUOTED_ADDRESS = /[^\s<>()[\]]{0,256}@[^\s<>()[\]]{0,256}/g;
const LINK = /\bhttps?:\S*/gi;
/**
 * Basic codes for mailbox problems: the codes in RFC 5321 section 4.2.3 (mailbox unavailable, not local, name not
 * allowed), 554, which some servers use for all mailbox problems, and nonstandard codes in use.
 */
const MAILBOX_REPLIES = new Set([510, 511, 512, 540, 550, 551, 552, 553, 554]);
/** Code of a host that accepts no mail, or no mail from us (RFC 7504). */
const TAKES_NO_MAIL = 521;
/** Classes that are less specific than a policy code (5.7.x) and are therefore replaced by `policy`. */
const MILD: ReadonlySet<BounceClass> = new Set(['message', 'transient']);
/** An enhanced status code of a permanent failure (5.x.x) that is quoted in the text. */
const QUOTED_CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;
/** Matches codes that do not identify the reason. For these codes, the text of the reply is examined. */
const IS_OPEN = /^[45]\.(?:0\.\d+|1\.0|2\.0|3\.0|4\.0|5\.0|7\.0|7\.1|1\.4|4\.1)$/;

/**
 * Returns the bounce class of a rejection (RFC 3463) from its codes and text. In doubt, returns a class other than
 * `recipient`, because suppressing an invalid address late is better than losing a valid one. Pure.
 */
export function classOfRefusal(refused: Refused): BounceClass {
  const text = wordsOf(refused.text);
  const enhanced = specificCode(refused, text);
  const coded = CLASS_OF_CODE[enhanced?.slice(2) ?? ''];
  const known = coded === 'recipient' && refused.code === TAKES_NO_MAIL ? undefined : coded;
  if (refused.code < 500) return classOfDelay(known, text);
  if (isDirectoryRefusal({ ...refused, enhanced })) return 'recipient';
  if (known !== 'sender' && isAddressBlock(refused.text)) return 'policy';
  const spoken = classOfWords(refused.code, text);
  if (known === 'recipient') return unlessDenied(refused.code, spoken, text);
  return known ?? classOfOpenCode({ ...refused, enhanced }, spoken);
}

/**
 * Returns the enhanced code of the reply or, if that code gives no reason, the code that the text quotes from another
 * server.
 */
function specificCode({ enhanced }: Refused, text: string): string | undefined {
  if (enhanced !== undefined && !IS_OPEN.test(enhanced)) return enhanced;
  const codes = text.match(QUOTED_CODE) ?? [];
  const named = codes.find((code) => !IS_OPEN.test(code));
  if (named !== undefined || enhanced?.startsWith('5.0.') === false) return named ?? enhanced;
  return codes.find((code) => !code.startsWith('5.0.')) ?? enhanced;
}

/**
 * Returns the class for an enhanced code that means an unknown or disabled mailbox. If the text gives another reason,
 * the text determines the class, because servers also use these codes for other reasons.
 */
function unlessDenied(code: number, spoken: BounceClass | undefined, text: string): BounceClass {
  if (spoken === 'transient' || spoken === 'mailbox-full') return spoken;
  const isGone = BOUNCE_RULES.some(({ bounceClass, pattern }) => bounceClass === 'recipient' && pattern.test(text));
  if (spoken === 'sender' || spoken === 'policy') return spoken;
  if (SURELY_POLICY.test(text)) return 'policy';
  if (isGone) return 'recipient';
  if (code === 552) return spoken ?? 'mailbox-full';
  if (spoken === 'message') return spoken;
  if (CLEARLY_POLICY.test(text)) return 'policy';
  return EXPIRED.test(text) ? 'transient' : 'recipient';
}

/** Returns the rejection that a report describes. */
export function reportedRefusal(status: string | null, text: string): Refused {
  const isDelayed = status?.startsWith('4.') === true;
  const found = /\b([45]\d\d)[ -]/.exec(text.slice(0, MAX_READ_CHARACTERS))?.[1];
  const basic = Number(found ?? (isDelayed ? 450 : 550));
  // If the status is missing or only generic, the basic code in the text determines whether the failure is temporary.
  const mayPass = status === null || /^[45]\.0\.\d+$/.test(status) ? basic < 500 : isDelayed;
  return { code: mayPass ? 450 : basic < 500 ? 550 : basic, enhanced: status ?? undefined, text };
}

/** Returns whether a reply rejects our IP address. Pure. */
export function isAddressBlock(reply: string): boolean {
  const withLinks = reply.slice(0, MAX_READ_CHARACTERS).replaceAll(QUOTED_ADDRESS, ' ').replaceAll(/\s+/g, ' ');
  if (LISTS_OF_NAMES.test(withLinks)) return false;
  if (LISTS_OF_ADDRESSES.test(withLinks)) return true;
  const text = wordsOf(reply);
  return ADDRESS_BLOCKED.some((pattern) => pattern.test(text));
}

/** Returns the first `MAX_READ_CHARACTERS` of a reply as a single line without addresses or links. */
export function wordsOf(reply: string): string {
  return reply
    .slice(0, MAX_READ_CHARACTERS)
    .replaceAll(QUOTED_ADDRESS, ' ')
    .replaceAll(LINK, ' ')
    .replaceAll(/\s+/g, ' ');
}

/**
 * Returns the class of a temporary rejection: `mailbox-full` and `sender` are kept, and all others become `transient`.
 */
function classOfDelay(known: BounceClass | undefined, text: string): BounceClass {
  if (known === 'mailbox-full' || known === 'sender') return known;
  if (known !== undefined) return 'transient';
  return BOUNCE_RULES.find(({ pattern }) => pattern.test(text))?.bounceClass === 'mailbox-full'
    ? 'mailbox-full'
    : 'transient';
}

function classOfWords(code: number, text: string): BounceClass | undefined {
  const isAboutOther = OTHER_REASONS.some((pattern) => pattern.test(text));
  return BOUNCE_RULES.find(
    ({ bounceClass, pattern }) =>
      (bounceClass !== 'recipient' || (MAILBOX_REPLIES.has(code) && !isAboutOther)) && pattern.test(text),
  )?.bounceClass;
}

/**
 * Returns whether a reply means an unknown recipient despite its code. Microsoft's edge servers know their customers'
 * directories but reply with the code for an unresponsive host. Cisco's servers reply with a general address code.
 */
function isDirectoryRefusal({ enhanced, text }: Refused): boolean {
  // Sendmail replies with the code for a sender's null MX record (RFC 7505) if the recipient's domain has a null MX
  // record.
  if (enhanced === '5.7.27') return /\bhost does not accept mail\b/i.test(text);
  if (enhanced === '5.1.0') return /(?:^|-> )(?:5\d\d )?(?:#?5\.1\.0 )?address rejected/i.test(text);
  return enhanced === '5.4.1' && /\brecipient address rejected: access denied/i.test(text);
}

function classOfOpenCode(refused: Refused, spoken: BounceClass | undefined): BounceClass {
  const { code, enhanced = '', text } = refused;
  if (enhanced.startsWith('5.1.') && !IS_OPEN.test(enhanced)) return spoken ?? 'policy';
  if (enhanced.startsWith('5.7.')) return spoken === undefined || MILD.has(spoken) ? 'policy' : spoken;
  if (spoken !== undefined) return spoken;
  return classOfSubject(enhanced, wordsOf(text)) ?? (EXPIRED.test(text) ? 'transient' : classOfBasicCode(code));
}

/**
 * Returns the class for the second number of a code (its subject, RFC 3463 section 2), if the text gives no known
 * reason.
 */
function classOfSubject(enhanced: string, words: string): BounceClass | undefined {
  if (enhanced.startsWith('5.6.')) return 'message';
  const isRoute = enhanced.startsWith('5.4.');
  if (isRoute && EXPIRED.test(words)) return 'transient';
  if (POLICY_WORDS.test(words)) return 'policy';
  if (enhanced.startsWith('5.5.')) return 'message';
  return isRoute || enhanced.startsWith('5.3.') ? 'transient' : undefined;
}

/** Returns the class for a basic code (RFC 5321 section 4.2.3, and RFC 7504 for 521 and 556). */
function classOfBasicCode(code: number): BounceClass {
  if (code === 552) return 'mailbox-full';
  if (code === 556) return 'recipient';
  return code >= 500 && code < 505 ? 'message' : 'policy';
}

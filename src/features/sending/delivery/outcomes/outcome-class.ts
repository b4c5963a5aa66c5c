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

/** So much of a reply is read; what it is about stands in its first lines. */
export const MAX_READ_CHARACTERS = 1_000;

/** A refusal as a server worded it. */
export interface Refused {
  /** The basic code, 400 to 599. */
  readonly code: number;
  /** The enhanced code, when there is one. */
  readonly enhanced: string | undefined;
  readonly text: string;
}

/** Addresses that a server quotes: their words are names, not reasons. */
const QUOTED_ADDRESS = /[^\s<>()[\]]{0,256}@[^\s<>()[\]]{0,256}/g;
const LINK = /\bhttps?:\S*/gi;
/** RFC 5321 section 4.2.3: mailbox unavailable, not local, name not allowed; 554, which some say for all of them; and those in use beside. */
const MAILBOX_REPLIES = new Set([510, 511, 512, 540, 550, 551, 552, 553, 554]);
/** RFC 7504: the host takes no mail at all, or none of ours. */
const TAKES_NO_MAIL = 521;
/** Reasons that say less than a code of policy. */
const MILD: ReadonlySet<BounceClass> = new Set(['message', 'transient']);
/** A code in words, of one class with the reply: 5xx are classified by it alone. */
const QUOTED_CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;
/** Codes that leave the reason to the words. */
const IS_OPEN = /^[45]\.(?:0\.\d+|1\.0|2\.0|3\.0|4\.0|5\.0|7\.0|7\.1|1\.4|4\.1)$/;

/**
 * What a refusal was about (RFC 3463): a block of our address goes before everything, then the enhanced code, then the
 * words, then the basic code. Only a permanent refusal is ever `recipient`, and when in doubt none is, because an address
 * is easier suppressed later than missed. Pure; reads at most MAX_READ_CHARACTERS.
 */
export function classOfRefusal(refused: Refused): BounceClass {
  const text = wordsOf(refused.text);
  const enhanced = tellingCode(refused, text);
  const coded = CLASS_OF_CODE[enhanced?.slice(2) ?? ''];
  const known = coded === 'recipient' && refused.code === TAKES_NO_MAIL ? undefined : coded;
  if (refused.code < 500) return classOfDelay(known, text);
  if (isDirectoryRefusal({ ...refused, enhanced })) return 'recipient';
  if (known !== 'sender' && isAddressBlock(refused.text)) return 'policy';
  const spoken = classOfWords(refused.code, text);
  if (known === 'recipient') return unlessDenied(refused.code, spoken, text);
  return known ?? classOfOpenCode({ ...refused, enhanced }, spoken);
}

/** The code of the reply or, where it names no reason, the one that its words quote from another server. */
function tellingCode({ enhanced }: Refused, text: string): string | undefined {
  if (enhanced !== undefined && !IS_OPEN.test(enhanced)) return enhanced;
  const codes = text.match(QUOTED_CODE) ?? [];
  const named = codes.find((code) => !IS_OPEN.test(code));
  if (named !== undefined || enhanced?.startsWith('5.0.') === false) return named ?? enhanced;
  return codes.find((code) => !code.startsWith('5.0.')) ?? enhanced;
}

/**
 * A code of the recipient, against which words may speak: 'this user gets mail too quickly' and 'over quota' come with the
 * codes of a disabled and of an unknown mailbox, and so do refusals of the mail.
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

/** The refusal that a report tells of, whose basic code is in its words if anywhere. Of two codes the more telling counts. */
export function reportedRefusal(status: string | null, text: string): Refused {
  const isDelayed = status?.startsWith('4.') === true;
  const found = /\b([45]\d\d)[ -]/.exec(text.slice(0, MAX_READ_CHARACTERS))?.[1];
  const basic = Number(found ?? (isDelayed ? 450 : 550));
  // A code that names nothing but its class gives way to the reply.
  const mayPass = status === null || /^[45]\.0\.\d+$/.test(status) ? basic < 500 : isDelayed;
  return { code: mayPass ? 450 : basic < 500 ? 550 : basic, enhanced: status ?? undefined, text };
}

/** Whether a reply refuses the address that we send from, so that it concerns all mail to that site. Pure. */
export function isAddressBlock(reply: string): boolean {
  const withLinks = reply.slice(0, MAX_READ_CHARACTERS).replaceAll(QUOTED_ADDRESS, ' ').replaceAll(/\s+/g, ' ');
  if (LISTS_OF_NAMES.test(withLinks)) return false;
  if (LISTS_OF_ADDRESSES.test(withLinks)) return true;
  const text = wordsOf(reply);
  return ADDRESS_BLOCKED.some((pattern) => pattern.test(text));
}

/** A reply without addresses and links, in one line. */
export function wordsOf(reply: string): string {
  return reply
    .slice(0, MAX_READ_CHARACTERS)
    .replaceAll(QUOTED_ADDRESS, ' ')
    .replaceAll(LINK, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** What is refused for now says of a full mailbox and of the sender's records that they are so; the rest may pass. */
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
 * Microsoft's edge knows the directory of its customers, and says so with the code of a host that does not answer; that of
 * Cisco with the code of an address and no more.
 */
function isDirectoryRefusal({ enhanced, text }: Refused): boolean {
  // The code of a sender's null MX, which Sendmail gives for that of a recipient (RFC 7505).
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

/** What the second number of a code is about (RFC 3463 section 2), where the words name no reason that is known. */
function classOfSubject(enhanced: string, words: string): BounceClass | undefined {
  if (enhanced.startsWith('5.6.')) return 'message';
  const isRoute = enhanced.startsWith('5.4.');
  if (isRoute && EXPIRED.test(words)) return 'transient';
  if (POLICY_WORDS.test(words)) return 'policy';
  if (enhanced.startsWith('5.5.')) return 'message';
  return isRoute || enhanced.startsWith('5.3.') ? 'transient' : undefined;
}

/** RFC 5321 section 4.2.3, RFC 7504 (521, 556). */
function classOfBasicCode(code: number): BounceClass {
  if (code === 552) return 'mailbox-full';
  if (code === 556) return 'recipient';
  return code >= 500 && code < 505 ? 'message' : 'policy';
}

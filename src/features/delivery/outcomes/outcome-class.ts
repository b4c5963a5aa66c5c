import {
  ADDRESS_BLOCKED,
  BOUNCE_RULES,
  CLASS_OF_CODE,
  LISTS_OF_ADDRESSES,
  LISTS_OF_NAMES,
  OTHER_REASONS,
  POLICY_WORDS,
} from './bounce-rules.ts';
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
/** RFC 5321 section 4.2.3: mailbox unavailable, not local, name not allowed; and 554, which some say for all of them. */
const MAILBOX_REPLIES = new Set([550, 551, 553, 554]);
/** Codes that leave the reason to the words. */
const IS_OPEN = /^[45]\.(?:0\.0|1\.0|2\.0|3\.0|4\.0|7\.0|7\.1|1\.4|4\.1)$/;

/**
 * What a refusal was about (RFC 3463): a block of our address goes before everything, then the enhanced code, then the
 * words, then the basic code. Only a permanent refusal is ever `recipient`, and when in doubt none is, because an address
 * is easier suppressed later than missed. Pure; reads at most MAX_READ_CHARACTERS.
 */
export function classOfRefusal(refused: Refused): BounceClass {
  const text = wordsOf(refused.text);
  const known = CLASS_OF_CODE[refused.enhanced?.slice(2) ?? ''];
  if (refused.code < 500) return classOfDelay(known, text);
  if (known !== 'sender' && known !== 'message' && isAddressBlock(refused.text)) return 'policy';
  const spoken = classOfWords(refused.code, text);
  // 'This user gets mail too quickly' comes with the code of a disabled mailbox.
  if (known === 'recipient' && spoken === 'transient') return 'transient';
  return known ?? classOfOpenCode(refused, spoken);
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

/** Microsoft's edge knows the directory of its customers, and says so with the code of a host that does not answer. */
function isDirectoryRefusal({ enhanced, text }: Refused): boolean {
  return enhanced === '5.4.1' && /\brecipient address rejected: access denied/i.test(text);
}

function classOfOpenCode(refused: Refused, spoken: BounceClass | undefined): BounceClass {
  const { code, enhanced = '', text } = refused;
  if (enhanced.startsWith('5.1.') && !IS_OPEN.test(enhanced)) return 'policy';
  if (isDirectoryRefusal(refused)) return 'recipient';
  if (enhanced.startsWith('5.7.')) return spoken === 'sender' || spoken === 'recipient' ? spoken : 'policy';
  if (spoken !== undefined) return spoken;
  if (/^5\.[56]\./.test(enhanced)) return 'message';
  if (POLICY_WORDS.test(wordsOf(text))) return 'policy';
  if (/^5\.[34]\./.test(enhanced)) return 'transient';
  return classOfBasicCode(code);
}

/** RFC 5321 section 4.2.3, RFC 7504 (521, 556). */
function classOfBasicCode(code: number): BounceClass {
  if (code === 552) return 'mailbox-full';
  if (code === 556) return 'recipient';
  return code >= 500 && code < 505 ? 'message' : 'policy';
}

import { domainToASCII } from 'node:url';
import { fieldGroups, shownWords, type Fields, type ReceivedMail } from './received-mail.ts';

/** What a reporting server did with a recipient (RFC 3464 section 2.3.3). */
export type DsnAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** One recipient of a delivery status notification. */
export interface DsnRecipient {
  readonly action: DsnAction;
  /** The address that the reporting server delivers to, in comparable form; null where the report does not name it. */
  readonly finalRecipient: string | null;
  /** The address that the sender gave (RFC 3461 section 4.2), in comparable form; null without one. */
  readonly originalRecipient: string | null;
  /** Enhanced status code (RFC 3463), the more telling one of the two that a report may hold; null without one. */
  readonly status: string | null;
  /** The words of the server that refused, with its code in front where it gave one. */
  readonly reason: string | null;
}

/** A code that names no reason (RFC 3463 section 3.1), or that a server of Microsoft puts around the one it was told. */
const VAGUE = /^[245]\.(?:0\.\d{1,3}|[1-7]\.0)$/;
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\d|\.\d)/;
const ALL_STATUS = new RegExp(STATUS, 'g');
const ACTIONS: readonly DsnAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
/** Fields of a recipient that stand in a text, at its margin or under it. */
const FIRST_FIELD = /^[ \t]{0,8}(?:(?:final|original)-recipient|action|status)[ \t]*:/im;
const INDENTED_FIELD =
  /^[ \t]{1,8}(?=(?:(?:final|original)-recipient|action|status|diagnostic-code|remote-mta|reporting-mta)[ \t]*:)/gim;
/** RFC 3464; RFC 6533 for addresses with more than ASCII. */
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];

/** The recipients of a delivery status notification (RFC 3464); undefined when the mail is none. */
export function readDsn({ parts }: ReceivedMail): DsnRecipient[] | undefined {
  const part = parts.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (!part) return undefined;
  return recipientsOf(fieldGroups(part.content));
}

/**
 * The recipients that a text tells of in the fields of a notification: some servers write them without a part of their
 * own, and a broken report is a text. Undefined when there are none.
 */
export function readInlineDsn(text: string): DsnRecipient[] | undefined {
  const at = FIRST_FIELD.exec(text)?.index;
  if (at === undefined) return undefined;
  const recipients = recipientsOf(fieldGroups(Buffer.from(text.slice(at).replaceAll(INDENTED_FIELD, ''))));
  return recipients.length > 0 ? recipients : undefined;
}

/** The more telling one of two codes: the first, unless it names no reason and the second does, or at least a subject. */
export function tellingStatus(given: string | null, told: string | null): string | null {
  if (given === null || told === null) return given ?? told;
  return telling(told) > telling(given) ? told : given;
}

function telling(status: string): number {
  if (!VAGUE.test(status)) return 2;
  return /^.\.0/.test(status) ? 0 : 1;
}

const NAMES_OF_RECIPIENTS = ['final-recipient', 'original-recipient'];

/** The address of a recipient field, `rfc822; ann@there.example` (RFC 3464 section 2.3), where it is one. */
function addressIn(field: string | undefined): string | undefined {
  const text = field?.replace(/^\s*[\w-]{1,40}\s*;/, '').replaceAll(/\([^)]{0,200}\)/g, '') ?? '';
  const address = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  // xtext (RFC 3461 section 4) and utf-8-addr-xtext (RFC 6533 section 3).
  const decoded = address
    .replaceAll(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\x\{([0-9A-F]{2,6})\}/g, (found, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : found;
    });
  const trimmed = decoded.trim().replaceAll(/^["']|["']$/g, '');
  return trimmed.includes('@') ? comparableAddress(trimmed) : undefined;
}

/** An address in the form in which two of them are compared: without case, the domain in ASCII. */
function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/\.$/, '');
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase();
}

/**
 * What a report says about the recipient `address`; undefined when it is about others. A server that expands a list or an alias
 * reports of its members too: the message has arrived when one of them has it, and members that were addressed themselves do not
 * count. Where the report names neither our address nor another original one, and where `address` is not known, the return path
 * identifies the recipient.
 */
export function recipientOf(
  recipients: readonly DsnRecipient[],
  address: string | undefined,
): DsnRecipient | undefined {
  if (address === undefined) return recipients.find(isFailed) ?? recipients[0];
  const ours = comparableAddress(address);
  const direct = recipients.filter(({ finalRecipient }) => finalRecipient === ours);
  if (direct.length > 0) return direct.find(isFailed) ?? direct[0];
  const original = recipients.filter(({ originalRecipient }) => originalRecipient === ours);
  const members = original.length > 0 ? original : recipients.filter((member) => member.originalRecipient === null);
  return members.find((member) => !isFailed(member)) ?? members[0];
}

function isFailed({ action }: DsnRecipient): boolean {
  return action === 'failed';
}

function recipientsOf(groups: readonly Fields[]): DsnRecipient[] {
  return groups.flatMap((fields) => {
    const action = actionOf(fields);
    if (!action) return [];
    const [finalRecipient, originalRecipient] = NAMES_OF_RECIPIENTS.map((name) => addressIn(fields.get(name)));
    return [
      {
        action,
        finalRecipient: finalRecipient ?? null,
        originalRecipient: originalRecipient ?? null,
        ...causeOf(fields),
      },
    ];
  });
}

/** The server's words as one reply: multi-line replies repeat their code on each line (RFC 5321 section 4.2.1). */
export function joinReply(text: string): string {
  const words = shownWords(text);
  const code = /^([245]\d\d)[ -](?:#?([245]\.\d{1,3}\.\d{1,3}))?/.exec(words);
  if (!code) return words;
  const [, basic = '', enhanced] = code;
  const repeated = enhanced === undefined ? `${basic}[- ]` : `${basic}[- ](?:#?${enhanced.replaceAll('.', '\\.')})?`;
  const rest = words.slice(code[0].length).replaceAll(new RegExp(`\\s(?:${repeated})\\s*`, 'g'), ' ');
  return [basic, enhanced, rest.replace(/^[\s:-]+/, '').trim()].filter(Boolean).join(' ');
}

/** The action in its own words or, where a server invents one or gives none, what its status code says. */
function actionOf(fields: Fields): DsnAction | undefined {
  const said = fields
    .get('action')
    ?.replace(/[(;].*/s, '')
    .trim()
    .toLowerCase();
  const known = ACTIONS.find((action) => action === said);
  if (known || (said === undefined && !NAMES_RECIPIENT.some((name) => fields.has(name)))) return known;
  if (said !== undefined && /^(?:fail|expired|error|bounced)/.test(said)) return 'failed';
  const isRefused = /;\s*["']?5\d\d[ -]/.test(fields.get('diagnostic-code') ?? '');
  return fields.get('status')?.trim().startsWith('5.') || isRefused ? 'failed' : undefined;
}

/** Fields of a recipient, for servers that leave the required one out. */
const NAMES_RECIPIENT = ['final-recipient', 'original-recipient', 'diagnostic-code'];
/** Where a server writes the words of another one, beside Diagnostic-Code. */
const FIELDS_OF_WORDS = ['diagnostic-code', 'x-supplementary-info', 'x-mailserver-diagnostic', 'x-notes'];
/** The type of the words: smtp, x-unix, X-Postfix, x-qmail (RFC 3464 section 2.1.2); Exchange's has its code before it. */
const TYPE = /^\s*(?:<[\w.-]{0,100} ?#[\d.]{5,11} )?[\w.-]{1,40}\s*;/;
/** What a client says before it quotes a server. */
const QUOTES = /^.{0,300}?\bsaid:\s*(?=["']?[45]\d\d[ -])/;

function causeOf(fields: Fields): { status: string | null; reason: string | null } {
  const given = STATUS.exec(fields.get('status') ?? '')?.[1] ?? null;
  const field = FIELDS_OF_WORDS.find((name) => /\w/.test(fields.get(name) ?? ''));
  const words = (fields.get(field ?? '') ?? '').replace(TYPE, '').replace(QUOTES, '');
  const reason = joinReply(words.replace(/^\s*(?:said:\s*)?/i, ''));
  return { status: tellingStatus(given, statusIn(reason)), reason: reason === '' ? null : reason };
}

/** The first code in words that names a reason, or the first of all. */
export function statusIn(words: string): string | null {
  const codes = words.match(ALL_STATUS) ?? [];
  return codes.find((code) => !VAGUE.test(code)) ?? codes[0] ?? null;
}

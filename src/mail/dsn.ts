import { domainToASCII } from 'node:url';
import { fieldGroups, shownWords, type Fields, type ReceivedMail } from './received-mail.ts';

/** Action of the reporting server for a recipient (RFC 3464 section 2.3.3). */
export type DsnAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** One recipient in a delivery status notification. */
export interface DsnRecipient {
  readonly action: DsnAction;
  /** Address in the Final-Recipient field, normalized for comparison. Null if not in the report. */
  readonly finalRecipient: string | null;
  /**
   * Address in the Original-Recipient field (RFC 3464 section 2.3.1), normalized for comparison. Null if not in the
   * report.
   */
  readonly originalRecipient: string | null;
  /** Enhanced status code (RFC 3463): the more specific one if the report has two. Null if it has none. */
  readonly status: string | null;
  /** Reply text of the rejecting server, starting with its code if there is one. Null if not in the report. */
  readonly reason: string | null;
}

/** Matches a status code that gives no specific reason: its subject or its detail is 0 (RFC 3463). */
const VAGUE = /^[245]\.(?:0\.\d{1,3}|[1-7]\.0)$/;
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\d|\.\d)/;
const ALL_STATUS = new RegExp(STATUS, 'g');
const ACTIONS: readonly DsnAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
/** Matches the recipient fields in a text part. The fields may be indented. */
const FIRST_FIELD = /^[ \t]{0,8}(?:(?:final|original)-recipient|action|status)[ \t]*:/im;
const INDENTED_FIELD =
  /^[ \t]{1,8}(?=(?:(?:final|original)-recipient|action|status|diagnostic-code|remote-mta|reporting-mta)[ \t]*:)/gim;
/** Report types in RFC 3464, and in RFC 6533 for non-ASCII addresses. */
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];

/**
 * Returns the recipients in a delivery status notification (RFC 3464). Returns undefined if the message is not such a
 * notification.
 */
export function readDsn({ parts }: ReceivedMail): DsnRecipient[] | undefined {
  const part = parts.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (!part) return undefined;
  return recipientsOf(fieldGroups(part.content));
}

/**
 * Returns the recipients whose notification fields are in plain text, or undefined if the text contains none. Some
 * servers write the fields without a separate part, and malformed reports are parsed as text.
 */
export function readInlineDsn(text: string): DsnRecipient[] | undefined {
  const at = FIRST_FIELD.exec(text)?.index;
  if (at === undefined) return undefined;
  const recipients = recipientsOf(fieldGroups(Buffer.from(text.slice(at).replaceAll(INDENTED_FIELD, ''))));
  return recipients.length > 0 ? recipients : undefined;
}

/**
 * Returns the more specific of two codes, or the first if they are equally specific. Codes that give a reason are the
 * most specific, followed by codes that give only a subject.
 */
export function moreSpecificStatus(given: string | null, reported: string | null): string | null {
  if (given === null || reported === null) return given ?? reported;
  return specificity(reported) > specificity(given) ? reported : given;
}

function specificity(status: string): number {
  if (!VAGUE.test(status)) return 2;
  return /^.\.0/.test(status) ? 0 : 1;
}

const NAMES_OF_RECIPIENTS = ['final-recipient', 'original-recipient'];

/**
 * Returns the address in a recipient field such as `rfc822; ann@there.example` (RFC 3464 section 2.3), or undefined if
 * it contains none.
 */
function addressIn(field: string | undefined): string | undefined {
  const text = field?.replace(/^\s*[\w-]{1,40}\s*;/, '').replaceAll(/\([^)]{0,200}\)/g, '') ?? '';
  const address = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  // Decode xtext (RFC 3461 section 4) and utf-8-addr-xtext (RFC 6533 section 3).
  const decoded = address
    .replaceAll(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\x\{([0-9A-F]{2,6})\}/g, (found, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : found;
    });
  const trimmed = decoded.trim().replaceAll(/^["']|["']$/g, '');
  return trimmed.includes('@') ? comparableAddress(trimmed) : undefined;
}

/** Normalizes an address for comparison: lower case, with the domain in ASCII. */
function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/\.$/, '');
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase();
}

/**
 * Returns the entry of a report for the recipient `address`. Returns undefined if the report is about other recipients.
 *
 * If no entry has the address as final recipient, the server may have expanded it to the members of a list. Then,
 * returns a failed entry only if the message failed for all members. If `address` is undefined, returns the first
 * failed entry, or otherwise the first entry.
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

/** Joins a multi-line reply into one line, and removes the code that each line repeats (RFC 5321 section 4.2.1). */
export function joinReply(text: string): string {
  const words = shownWords(text);
  const code = /^([245]\d\d)[ -](?:#?([245]\.\d{1,3}\.\d{1,3}))?/.exec(words);
  if (!code) return words;
  const [, basic = '', enhanced] = code;
  const repeated = enhanced === undefined ? `${basic}[- ]` : `${basic}[- ](?:#?${enhanced.replaceAll('.', '\\.')})?`;
  const rest = words.slice(code[0].length).replaceAll(new RegExp(`\\s(?:${repeated})\\s*`, 'g'), ' ');
  return [basic, enhanced, rest.replace(/^[\s:-]+/, '').trim()].filter(Boolean).join(' ');
}

/**
 * Returns the reported action. If it is missing or not standard, returns `failed` if the entry otherwise reports a
 * permanent failure, and undefined if it does not.
 */
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

/** If the required field Action is missing, any of these fields shows that an entry is about a recipient. */
const NAMES_RECIPIENT = ['final-recipient', 'original-recipient', 'diagnostic-code'];
/** Fields that may quote another server's reply. */
const FIELDS_OF_WORDS = ['diagnostic-code', 'x-supplementary-info', 'x-mailserver-diagnostic', 'x-notes'];
/**
 * Matches the diagnostic type: smtp, x-unix, X-Postfix, x-qmail (RFC 3464 section 2.1.2). Exchange writes its code
 * before the type.
 */
const TYPE = /^\s*(?:<[\w.-]{0,100} ?#[\d.]{5,11} )?[\w.-]{1,40}\s*;/;
/** Matches text that an SMTP client writes before the server's quoted reply. */
const QUOTES = /^.{0,300}?\bsaid:\s*(?=["']?[45]\d\d[ -])/;

function causeOf(fields: Fields): { status: string | null; reason: string | null } {
  const given = STATUS.exec(fields.get('status') ?? '')?.[1] ?? null;
  const field = FIELDS_OF_WORDS.find((name) => /\w/.test(fields.get(name) ?? ''));
  const words = (fields.get(field ?? '') ?? '').replace(TYPE, '').replace(QUOTES, '');
  const reason = joinReply(words.replace(/^\s*(?:said:\s*)?/i, ''));
  return { status: moreSpecificStatus(given, statusIn(reason)), reason: reason === '' ? null : reason };
}

/**
 * Returns the first specific status code in a string. If no code is specific, returns the first code, or null if there
 * is none.
 */
export function statusIn(words: string): string | null {
  const codes = words.match(ALL_STATUS) ?? [];
  return codes.find((code) => !VAGUE.test(code)) ?? codes[0] ?? null;
}

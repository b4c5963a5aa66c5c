import { fieldGroups, shownWords, type Fields, type ReceivedMail } from './received-mail.ts';

/** What a reporting server did with a recipient (RFC 3464 section 2.3.3). */
export type DsnAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** One recipient of a delivery status notification. */
export interface DsnRecipient {
  readonly action: DsnAction;
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

function recipientsOf(groups: readonly Fields[]): DsnRecipient[] {
  return groups.flatMap((fields) => {
    const action = actionOf(fields);
    return action ? [{ action, ...causeOf(fields) }] : [];
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

import { Type, type Static } from 'typebox';
import { invalid } from '../../../base/refusal.ts';
import type { HeaderField } from '../../../mail/header.ts';
import { isFault, parseMailbox, sameAddressKey, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import type { TlsRequirement } from '../../../mail/tls-requirement.ts';
import type { SentFile } from './files.ts';
import {
  MAX_CC_AND_BCC,
  MAX_HEADERS,
  MAX_HTML_BYTES,
  MAX_SUBJECT_CHARACTERS,
  MAX_TAG_CHARACTERS,
  MAX_TEXT_BYTES,
  MAX_TO,
  MAX_HEADER_NAME_CHARACTERS,
  MAX_HEADER_VALUE_BYTES,
  MAX_THREAD_BYTES,
} from './limits.ts';
import { hasRoom, isStructured } from '../../../mail/compose.ts';

/** Matches a header field name: printable ASCII except the colon (RFC 5322 section 3.6.8). */
const FIELD_NAME = /^[!-9;-~]+$/;
const CONTROL_CHARACTERS_BUT_TAB = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;
const NON_ASCII = /[^\t -~]/;
const ALLOWED_KINDS = /^(list|x)-./i;
const THREADING = new Set(['in-reply-to', 'references', 'thread-topic', 'thread-index']);
/** Header fields with message IDs, which may be folded between the IDs. */
const ID_LISTS = new Set(['in-reply-to', 'references']);
const TAG = /^[a-z0-9][a-z0-9_.-]*$/;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const TOGETHER = `at most ${MAX_CC_AND_BCC} addresses together`;

export const sendFields = Type.Object({
  from: Type.String({
    description: 'The sender, as `address` or `Display Name <address>`.',
    examples: ['Acme <mail@acme.example>'],
  }),
  to: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_TO, description: 'The recipients.' }),
  cc: nullable(Type.Array(Type.String(), { description: `The Cc recipients, ${TOGETHER} with \`bcc\`.` })),
  bcc: nullable(Type.Array(Type.String(), { description: `The Bcc recipients, ${TOGETHER} with \`cc\`.` })),
  reply_to: nullable(Type.String({ description: 'The address that receives replies.' })),
  subject: Type.String({ description: `The subject, at most ${MAX_SUBJECT_CHARACTERS} characters.` }),
  html: nullable(Type.String({ description: 'The HTML body, at most 500 KB.' })),
  text: nullable(Type.String({ description: 'The plain-text body, at most 100 KB.' })),
  tag: nullable(Type.String({ description: 'The type of email in lowercase, for example `password_reset`.' })),
  headers: nullable(
    Type.Record(Type.String(), Type.String(), {
      description: `At most ${MAX_HEADERS} custom headers: \`List-*\`, \`X-*\`, and threading headers (\`In-Reply-To\` and \`References\`).`,
    }),
  ),
});

type SendFields = Static<typeof sendFields>;
type Fail = (field: string, sentence: string) => void;

/** A tag that consists of a name and a value, as in the APIs of other vendors. */
export interface NamedTag {
  readonly name: string;
  readonly value: string;
}

/** A valid send request. */
export interface Send {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly tag: string | undefined;
  /** All tags as name-value pairs, for clients that set more than one tag. This feature uses only `tag`. */
  readonly tags?: readonly NamedTag[];
  readonly headers: readonly HeaderField[];
  /** Overrides the tracking settings of the tag. */
  readonly track?: { readonly opens: boolean; readonly clicks: boolean };
  /** The domain of the DKIM signature. Defaults to the From domain. */
  readonly signingDomain?: string;
  readonly tls?: TlsRequirement;
  /** Attached files. Their contents are already stored. */
  readonly files?: readonly SentFile[];
  /** All distinct addresses of to, cc and bcc, in this order. */
  readonly recipients: readonly EmailAddress[];
}

/** Parses a single send. Throws validation_error with the errors for all fields. */
export const sendRequest: Parser<Send> = createSendParser();

/** Creates a send parser that also allows custom headers with the given lowercase names. */
export function createSendParser(alsoAllowed: ReadonlySet<string> = new Set()): Parser<Send> {
  return parserOf(sendFields, (fields, fail) => toSend(fields, alsoAllowed, fail));
}

/** Creates a send from fields that match the schema. Calls `fail` for each violated rule. */
export function toSend(fields: SendFields, alsoAllowed: ReadonlySet<string>, fail: Fail): Send {
  const from = parseOne('from', fields.from, fail);
  const to = parseMany('to', fields.to, fail);
  const cc = parseMany('cc', fields.cc ?? [], fail);
  const bcc = parseMany('bcc', fields.bcc ?? [], fail);
  checkCcAndBcc(fields, fail);
  const replyTo = fields.reply_to ? parseOne('reply_to', fields.reply_to, fail) : undefined;
  checkSubject(fields.subject, fail);
  checkBodies(fields, fail);
  checkTag(fields.tag, fail);
  return {
    // If the address is invalid, the parser throws before this value is used.
    from: from as Mailbox,
    to,
    cc,
    bcc,
    replyTo: replyTo ? [replyTo] : [],
    subject: fields.subject,
    html: fields.html || undefined,
    text: fields.text || undefined,
    tag: fields.tag || undefined,
    headers: parseHeaders(fields.headers ?? {}, alsoAllowed, fail),
    recipients: distinct([...to, ...cc, ...bcc]),
  };
}

/**
 * Parses the fields of a send from another source than `POST /transactional/emails`, with the same rules and errors.
 */
export function parseSend(fields: unknown): Send {
  return sendRequest.parse(fields);
}

/**
 * Adds repeated header fields to a send. Only `X-` fields can occur several times (RFC 5322 section 3.6). Throws
 * validation_error for all other fields, or if the send would have too many header fields.
 */
export function withRepeatedHeaders(send: Send, repeated: readonly HeaderField[]): Send {
  const headers = [...send.headers, ...repeated];
  if (headers.length > MAX_HEADERS) {
    throw invalid({ headers: [`must contain at most ${MAX_HEADERS} custom headers, not ${headers.length}.`] });
  }
  for (const { name, value } of repeated) {
    const fault = /^x-/i.test(name) ? checkHeader(name, value, new Set()) : 'must not be repeated.';
    if (fault !== undefined) throw invalid({ [`headers.${name}`]: [fault] });
  }
  return { ...send, headers };
}

function nullable<T extends Parameters<typeof Type.Optional>[0]>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

function parseOne(field: string, text: string, fail: Fail): Mailbox | undefined {
  const mailbox = parseMailbox(text);
  if (!isFault(mailbox)) return mailbox;
  fail(field, mailbox.fault);
  return undefined;
}

function parseMany(field: string, texts: readonly string[], fail: Fail): Mailbox[] {
  const mailboxes: Mailbox[] = [];
  for (const [index, text] of texts.entries()) {
    const mailbox = parseOne(`${field}.${index}`, text, fail);
    if (mailbox) mailboxes.push(mailbox);
  }
  return mailboxes;
}

function checkCcAndBcc(fields: SendFields, fail: Fail): void {
  const count = (fields.cc?.length ?? 0) + (fields.bcc?.length ?? 0);
  if (count <= MAX_CC_AND_BCC) return;
  const field = (fields.cc?.length ?? 0) > MAX_CC_AND_BCC ? 'cc' : 'bcc';
  fail(field, `\`cc\` and \`bcc\` must contain at most ${MAX_CC_AND_BCC} addresses in total, not ${count}.`);
}

function checkSubject(subject: string, fail: Fail): void {
  if (subject.trim() === '') fail('subject', 'must not be empty.');
  else if (subject.length > MAX_SUBJECT_CHARACTERS) {
    fail('subject', `must be at most ${MAX_SUBJECT_CHARACTERS} characters, not ${subject.length}.`);
  } else if (CONTROL_CHARACTERS.test(subject)) fail('subject', 'must not contain line breaks or control characters.');
}

function checkBodies(fields: SendFields, fail: Fail): void {
  if (!fields.html && !fields.text) fail('html', '`html` or `text` is required. You can also set both fields.');
  checkBytes('html', fields.html, MAX_HTML_BYTES, fail);
  checkBytes('text', fields.text, MAX_TEXT_BYTES, fail);
}

function checkBytes(field: string, body: string | null | undefined, limit: number, fail: Fail): void {
  // If the body fits even with three bytes for each UTF-16 code unit, the maximum in UTF-8, its bytes need not be
  // counted.
  if (!body || body.length * 3 <= limit) return;
  const bytes = Buffer.byteLength(body);
  if (bytes > limit) fail(field, `must be at most ${limit / 1024} KB (${limit} bytes in UTF-8), not ${bytes} bytes.`);
}

function checkTag(tag: string | null | undefined, fail: Fail): void {
  if (!tag) return;
  if (tag.length > MAX_TAG_CHARACTERS) fail('tag', `must be at most ${MAX_TAG_CHARACTERS} characters.`);
  else if (!TAG.test(tag)) {
    fail('tag', 'must contain only lowercase letters, digits, "_", "-", and ".", for example password_reset.');
  }
}

function parseHeaders(
  headers: Readonly<Record<string, string>>,
  alsoAllowed: ReadonlySet<string>,
  fail: Fail,
): HeaderField[] {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) {
    fail('headers', `must contain at most ${MAX_HEADERS} custom headers, not ${entries.length}.`);
    return [];
  }
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const fault = seen.has(name.toLowerCase()) ? 'must not be repeated.' : checkHeader(name, value, alsoAllowed);
    seen.add(name.toLowerCase());
    if (fault) fail(`headers.${name}`, fault);
  }
  return entries.map(([name, value]) => ({ name, value }));
}

function distinct(mailboxes: readonly Mailbox[]): EmailAddress[] {
  const byKey = new Map<string, EmailAddress>();
  for (const { address } of mailboxes) {
    const key = sameAddressKey(address);
    if (!byKey.has(key)) byKey.set(key, address);
  }
  return [...byKey.values()];
}

/**
 * Returns the error in a custom header as the end of a sentence, or undefined if the header is valid. The additional
 * allowed names are in lowercase.
 */
function checkHeader(name: string, value: string, alsoAllowed: ReadonlySet<string>): string | undefined {
  return checkName(name, alsoAllowed) ?? checkValue(name.toLowerCase(), value);
}

function checkName(name: string, alsoAllowed: ReadonlySet<string>): string | undefined {
  if (name.length > MAX_HEADER_NAME_CHARACTERS) {
    return `must have a name of at most ${MAX_HEADER_NAME_CHARACTERS} characters.`;
  }
  if (!FIELD_NAME.test(name)) return 'is not a valid header name. Use letters, digits, and hyphens.';
  const lowerName = name.toLowerCase();
  if (ALLOWED_KINDS.test(name) || THREADING.has(lowerName) || alsoAllowed.has(lowerName)) return undefined;
  return 'is not allowed. You can set only the headers `List-*`, `X-*`, `In-Reply-To`, and `References`.';
}

function checkValue(lowerName: string, value: string): string | undefined {
  if (CONTROL_CHARACTERS_BUT_TAB.test(value)) return 'must not contain line breaks or control characters.';
  if (value.trim() === '') return 'must not be empty.';
  const limit = ID_LISTS.has(lowerName) ? MAX_THREAD_BYTES : MAX_HEADER_VALUE_BYTES;
  if (Buffer.byteLength(value) > limit) return `must be at most ${limit} bytes.`;
  if (isStructured(lowerName) && NON_ASCII.test(value)) return 'must contain only ASCII characters.';
  // A header line has at most 998 bytes, and this value cannot be folded to fit.
  return hasRoom(lowerName, value)
    ? undefined
    : 'must contain spaces so that it can be wrapped into lines of at most 998 bytes.';
}

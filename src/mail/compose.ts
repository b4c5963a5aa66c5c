import { createHash } from 'node:crypto';
import { needsSmtpUtf8, type Mailbox } from './address.ts';
import { filePart, multipart, type MailFile, type MimePart } from './files.ts';
import { mailboxField, structuredField, textField, type HeaderField } from './header.ts';
import { htmlToText } from './html-to-text.ts';
import { encodeText } from './transfer-encoding.ts';

/** A message before serialization. */
export interface Mail {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
  /** Custom header fields with allowed names. The values are Unicode text without line breaks. */
  readonly headers: readonly HeaderField[];
  readonly files?: readonly MailFile[];
  /** Message-ID without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** A message as header fields and body. The body has only CRLF line breaks and is in DKIM canonical form. */
export interface ComposedMail {
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  /** Whether a header field contains UTF-8 that requires SMTPUTF8 (RFC 6532). */
  readonly smtpUtf8: boolean;
}

/** Fields with structured values, which must not contain encoded words (RFC 2047 section 5). */
const STRUCTURED = /^(list-.+|in-reply-to|references|thread-index)$/i;

/**
 * Serializes a message. The same input always yields the same bytes. If the message has HTML and its `text` is
 * undefined, generates the text part from the HTML.
 */
export function compose(mail: Mail): ComposedMail {
  const { html, text } = mail;
  const content = contentOf(mail, html, text);
  const mailboxes = [mail.from, ...mail.to, ...mail.cc, ...mail.replyTo];
  return {
    headers: [...addressFields(mail), ...otherFields(mail), ...content.headers],
    body: content.body,
    smtpUtf8: mailboxes.some((mailbox) => needsSmtpUtf8(mailbox.address)),
  };
}

/** Returns the Date field (RFC 5322 section 3.3). */
export function dateField(date: Date): HeaderField {
  return { name: 'Date', value: date.toUTCString().replace('GMT', '+0000') };
}

/** Returns whether a field has a structured value, which must be ASCII. */
export function isStructured(name: string): boolean {
  return STRUCTURED.test(name);
}

/**
 * Formats a custom field: folded, with encoded words if the value is free text that needs them. Throws RangeError if a
 * structured value cannot be folded within the SMTP limit.
 */
export function customField(name: string, value: string): HeaderField {
  return isStructured(name) ? structuredField(name, value) : textField(name, value);
}

/** Returns whether a custom field fits into the line length limit of SMTP. */
export function hasRoom(name: string, value: string): boolean {
  try {
    customField(name, value);
    return true;
  } catch {
    return false;
  }
}

function addressFields(mail: Mail): HeaderField[] {
  const fields = [mailboxField('From', [mail.from])];
  fields.push(mail.to.length > 0 ? mailboxField('To', mail.to) : { name: 'To', value: 'undisclosed-recipients:;' });
  if (mail.cc.length > 0) fields.push(mailboxField('Cc', mail.cc));
  if (mail.replyTo.length > 0) fields.push(mailboxField('Reply-To', mail.replyTo));
  return fields;
}

function otherFields(mail: Mail): HeaderField[] {
  return [
    textField('Subject', mail.subject),
    dateField(mail.date),
    { name: 'Message-ID', value: `<${mail.messageId}>` },
    ...mail.headers.map(({ name, value }) => customField(name, value)),
    { name: 'MIME-Version', value: '1.0' },
  ];
}

/** Returns the body and its header fields. An empty `text`, unlike undefined, omits the text part if there is HTML. */
function contentOf(mail: Mail, html: string | undefined, text: string | undefined): MimePart {
  const { files = [], messageId } = mail;
  if (files.length === 0) return bodiesOf(mail, html, text);
  const partsIn = (place: MailFile['place']): MimePart[] => files.filter((file) => file.place === place).map(filePart);
  const [others, inline, attached] = [partsIn('alternative'), partsIn('inline'), partsIn('attachment')];
  const bodies = others.length === 0 ? [] : [...textParts(html, text), ...others];
  const read = others.length === 0 ? bodiesOf(mail, html, text) : multipart('alternative', bodies, messageId);
  const shown = inline.length === 0 ? read : multipart('related', [read, ...inline], messageId);
  return attached.length === 0 ? shown : multipart('mixed', [shown, ...attached], messageId);
}

/** Returns the bodies as separate parts, because email clients look for calendar invitations next to them. */
function textParts(html: string | undefined, text: string | undefined): MimePart[] {
  if (html === undefined) return [onePart('plain', text ?? '')];
  return text === '' ? [onePart('html', html)] : [onePart('plain', text ?? htmlToText(html)), onePart('html', html)];
}

function bodiesOf(mail: Mail, html: string | undefined, text: string | undefined): MimePart {
  if (html === undefined) return onePart('plain', text ?? '');
  return text === '' ? onePart('html', html) : alternatives(text ?? htmlToText(html), html, mail);
}

function onePart(type: 'html' | 'plain', text: string): MimePart {
  const { body, encoding } = encodeText(text);
  return {
    headers: [
      { name: 'Content-Type', value: `text/${type}; charset=utf-8` },
      { name: 'Content-Transfer-Encoding', value: encoding },
    ],
    body,
  };
}

function alternatives(text: string, html: string, mail: Mail): MimePart {
  // '=_' occurs neither in base64 nor in quoted-printable text, in which two hex digits or a line break follow '='.
  const boundary = `=_${createHash('sha256').update(mail.messageId).digest('hex').slice(0, 40)}`;
  return {
    headers: [{ name: 'Content-Type', value: `multipart/alternative;\r\n boundary="${boundary}"` }],
    body: Buffer.concat([
      ...part('plain', text, boundary),
      ...part('html', html, boundary),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}

/** Encodes a part. Even an empty part needs a line break before the next boundary. */
function part(type: string, text: string, boundary: string): Buffer[] {
  const { body, encoding } = encodeText(text);
  const opening = [
    `--${boundary}`,
    `Content-Type: text/${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    '',
  ];
  return [Buffer.from(opening.join('\r\n')), body.length > 0 ? body : Buffer.from('\r\n')];
}

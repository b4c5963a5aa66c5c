import { createHash } from 'node:crypto';
import { needsSmtpUtf8, type Mailbox } from './address.ts';
import { customField, dateField, hasRoom, isStructured, type ComposedMail } from './compose.ts';
import { mailboxField, textField, type HeaderField } from './header.ts';
import { htmlToText } from './html-to-text.ts';
import { oncePerPurpose, purposeOfPrefix, recipientLink, type LinkTokens } from './link-purpose.ts';
import { compileBody } from './skeleton-body.ts';
import type { BodyPiece, BodyText } from './skeleton-parts.ts';
import {
  hasSlots,
  isLink,
  mapText,
  valueOfSlot,
  type TemplateField,
  type TemplateText,
  type VariableSlot,
} from './template.ts';
import type { TlsRequirement } from './tls-requirement.ts';
import { shorterEncoding, type TransferEncoding } from './transfer-encoding.ts';

/** A bulk email: the content that all recipients share, with slots for everything else. */
export interface MailTemplate {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: TemplateText;
  readonly html: TemplateText | undefined;
  readonly text: TemplateText | undefined;
  readonly headers: readonly TemplateField[];
  /** For each link, by its number: the URL up to the recipient's token, exactly as in the message. */
  readonly linkPrefixes: readonly string[];
  /** Domain of the DKIM signature. Defaults to the From domain. */
  readonly signingDomain?: string;
  readonly tls?: TlsRequirement;
}

/** One recipient of a template. */
export interface SkeletonRecipient {
  readonly to: Mailbox;
  /** Message-ID without angle brackets. Like the date, it must be the same on every attempt. */
  readonly messageId: string;
  readonly date: Date;
  /** Values by slot name. A slot without a value stays empty. */
  readonly values: Readonly<Record<string, string>>;
  /** Returns the recipient's link token for a purpose, in ASCII. Called at most once per purpose for each email. */
  readonly linkToken: LinkTokens;
}

/** A compiled template. Renders the same content as `compose`, with other line breaks. */
export interface Skeleton {
  /** Renders the message for a recipient. The body is already in DKIM canonical form. */
  render(recipient: SkeletonRecipient): ComposedMail;
}

/** Builds a header field that depends on the recipient. */
type FieldOf = (recipient: SkeletonRecipient, valueOf: ValueOf) => HeaderField;
type ValueOf = (part: TemplateText[number]) => string;

/** Compiles a template. Generates a text part if there is only HTML. */
export function compileSkeleton(template: MailTemplate): Skeleton {
  const { from, html, replyTo } = template;
  const text = template.text ?? (html && textOf(html)) ?? [];
  const content = html === undefined ? plainContent(text) : alternatives(text, html);
  const body = compileBody(content.pieces.map((piece) => withLinks(piece, template.linkPrefixes)));
  const fields = fieldsOf(template, content.headers);
  const needsUtf8 = [from, ...replyTo].some(({ address }) => needsSmtpUtf8(address));

  return {
    render(recipient) {
      const values = onceEach(recipient);
      const headers = fields.map((field) => (typeof field === 'function' ? field(recipient, values.valueOf) : field));
      return {
        headers,
        body: body.render(recipient.values, values.tokenOf),
        smtpUtf8: needsUtf8 || needsSmtpUtf8(recipient.to.address),
      };
    },
  };

  function onceEach({ linkToken, values }: SkeletonRecipient): { tokenOf: LinkTokens; valueOf: ValueOf } {
    const tokenOf = oncePerPurpose(linkToken);
    return {
      tokenOf,
      valueOf(part) {
        if (typeof part === 'string') return part;
        if (!isLink(part)) return valueOfSlot(values, part);
        return recipientLink(template.linkPrefixes[part.link] ?? '', tokenOf);
      },
    };
  }
}

/** Converts HTML to its text alternative, in which values are not escaped. */
function textOf(html: TemplateText): TemplateText {
  return mapText(html, htmlToText).map((part) => (typeof part === 'string' || isLink(part) ? part : asText(part)));
}

function asText(slot: VariableSlot): VariableSlot {
  return { ...slot, as: 'text' };
}

function fieldsOf(template: MailTemplate, ofContent: readonly HeaderField[]): (HeaderField | FieldOf)[] {
  const { from, replyTo } = template;
  return [
    mailboxField('From', [from]),
    ({ to }) => mailboxField('To', [to]),
    ...(replyTo.length > 0 ? [mailboxField('Reply-To', replyTo)] : []),
    fieldOf('Subject', template.subject, textField),
    ({ date }) => dateField(date),
    ({ messageId }) => ({ name: 'Message-ID', value: `<${messageId}>` }),
    ...template.headers.map(({ name, value }) => fieldOf(name, value, customField)),
    { name: 'MIME-Version', value: '1.0' },
    ...ofContent,
  ];
}

/** Returns the field if it is the same for all recipients, otherwise a function that builds it. */
function fieldOf(
  name: string,
  text: TemplateText,
  make: (name: string, value: string) => HeaderField,
): HeaderField | FieldOf {
  const clean = isStructured(name) ? addressable : oneLine;
  const written = (value: ValueOf): string =>
    text.map((part) => (typeof part === 'string' ? part : clean(value(part)))).join('');
  if (!hasSlots(text))
    return make(
      name,
      written(() => ''),
    );
  return (_, value) => make(name, written(value));
}

/**
 * Creates a check of the header fields that depend on the recipient. For the values of a recipient, the check returns
 * the name of the first field that does not fit into the line length limit, or undefined.
 */
export function crowdedField(
  headers: readonly TemplateField[],
): (values: Readonly<Record<string, string>>) => string | undefined {
  // Check only structured fields. Long values of other fields can be split into encoded words.
  const own = headers.filter(({ name, value }) => isStructured(name) && hasSlots(value));
  return (values) =>
    own.find(({ name, value }) => {
      const valueOf = (part: TemplateText[number]): string =>
        typeof part === 'string' ? part : isLink(part) ? '' : addressable(valueOfSlot(values, part));
      return !hasRoom(name, value.map(valueOf).join(''));
    })?.name;
}

/** Replaces line breaks and control characters with spaces. A line break would start a new header field. */
function oneLine(value: string): string {
  return value.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/**
 * Percent-encodes a value that is part of an address in a structured field: its angle brackets, and all characters
 * other than visible ASCII.
 */
function addressable(value: string): string {
  return value.toWellFormed().replaceAll(/[^!-;=?-~]+/g, encodeURIComponent);
}

interface Content {
  readonly headers: HeaderField[];
  readonly pieces: BodyText[];
}

function plainContent(text: TemplateText): Content {
  const encoding = encodingOf(text);
  return {
    headers: [
      { name: 'Content-Type', value: 'text/plain; charset=utf-8' },
      { name: 'Content-Transfer-Encoding', value: encoding },
    ],
    pieces: [{ before: '', text, encoding, isLast: true, after: '' }],
  };
}

function alternatives(text: TemplateText, html: TemplateText): Content {
  // '=_' cannot occur in either encoding, so all messages can use the same boundary.
  const boundary = `=_${createHash('sha256')
    .update(JSON.stringify([text, html]))
    .digest('hex')
    .slice(0, 40)}`;
  const part = (type: string, content: TemplateText, after: string): BodyText => {
    const encoding = encodingOf(content);
    const before = `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
    return { before, text: content, encoding, isLast: false, after };
  };
  return {
    headers: [{ name: 'Content-Type', value: `multipart/alternative;\r\n boundary="${boundary}"` }],
    pieces: [part('plain', text, ''), part('html', html, `--${boundary}--\r\n`)],
  };
}

/** Returns the transfer encoding of a text, which depends on its static parts. */
function encodingOf(text: TemplateText): TransferEncoding {
  return shorterEncoding(text.filter((part) => typeof part === 'string').join(''));
}

/** Splits links into the prefix, which is static text, and the token. */
function withLinks({ text, ...rest }: BodyText, linkPrefixes: readonly string[]): BodyText<BodyPiece[]> {
  return {
    ...rest,
    text: text.flatMap((part): BodyPiece[] => {
      if (!isLink(part)) return [part];
      const prefix = linkPrefixes[part.link] ?? '';
      return [prefix, { token: purposeOfPrefix(prefix) }];
    }),
  };
}

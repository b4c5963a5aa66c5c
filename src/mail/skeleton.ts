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
import { shorterEncoding, type TransferEncoding } from './transfer-encoding.ts';

/** A mail to many: what is the same for all of them, and slots for what is not. */
export interface MailTemplate {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: TemplateText;
  readonly html: TemplateText | undefined;
  readonly text: TemplateText | undefined;
  readonly headers: readonly TemplateField[];
  /** By the number of a link, what stands before the recipient's token; as it is to stand in the mail. */
  readonly linkPrefixes: readonly string[];
  /** The domain that signs; absent: that of From. */
  readonly signingDomain?: string;
}

/** One recipient of a template. */
export interface SkeletonRecipient {
  readonly to: Mailbox;
  /** Without angle brackets; the same on every attempt, and so is the date. */
  readonly messageId: string;
  readonly date: Date;
  /** By the names of the slots; a slot without a value stays empty. */
  readonly values: Readonly<Record<string, string>>;
  /** Tokens of the recipient's links, ASCII; asked for once for each purpose that the template has links of. */
  readonly linkToken: LinkTokens;
}

/** A template whose static text is encoded once; what it renders is what `compose` would say, with other line breaks. */
export interface Skeleton {
  /** The recipient's mail; its body is its own canonical form for DKIM. */
  render(recipient: SkeletonRecipient): ComposedMail;
}

/** Fields of one recipient, by their place among all. */
type FieldOf = (recipient: SkeletonRecipient, valueOf: ValueOf) => HeaderField;
type ValueOf = (part: TemplateText[number]) => string;

/**
 * Compiles a template. HTML without text gets a text part made from it. Per recipient only the slots are encoded, each
 * value once however often it stands in the mail, between soft line breaks (RFC 2045 section 6.7).
 */
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

/** The text that stands for HTML in a client that shows none; values are not escaped in it. */
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

/** The field itself when all get the same, else how to make it. */
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
 * Gives the name of the first of some fields that has no room on a line with a recipient's values; undefined where all have. A template
 * with such a field cannot be rendered for that recipient.
 */
export function crowdedField(
  headers: readonly TemplateField[],
): (values: Readonly<Record<string, string>>) => string | undefined {
  // Of any other field each part may be an encoded word.
  const own = headers.filter(({ name, value }) => isStructured(name) && hasSlots(value));
  return (values) =>
    own.find(({ name, value }) => {
      const valueOf = (part: TemplateText[number]): string =>
        typeof part === 'string' ? part : isLink(part) ? '' : addressable(valueOfSlot(values, part));
      return !hasRoom(name, value.map(valueOf).join(''));
    })?.name;
}

/** A value in one line: a line break would begin a field of its own. */
function oneLine(value: string): string {
  return value.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** A value in a structured field, where it is part of an address: visible ASCII but angle brackets, the rest escaped. */
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
  // '=_' cannot occur in text of either encoding, so that the boundary need not differ from mail to mail.
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

/** The shorter one for what all recipients get. */
function encodingOf(text: TemplateText): TransferEncoding {
  return shorterEncoding(text.filter((part) => typeof part === 'string').join(''));
}

/** Links as what they are in the body: the prefix among the static text, and the token. */
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

import { invalid, Refusal } from '../../../base/refusal.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { domainOf, isFault, parseMailbox, type EmailAddress } from '../../../mail/address.ts';
import {
  ALSO_ALLOWED,
  isObject,
  isStructural,
  nativeMailbox,
  parseReplyTo,
  scalarText,
  splitMailboxes,
  splitRepeated,
} from '../resend/index.ts';
import {
  createSendParser,
  MAX_HTML_BYTES,
  MAX_TEXT_BYTES,
  type Send,
  withRepeatedHeaders,
} from '../../transactional/messages/index.ts';
import {
  asBatch,
  base64Content,
  checkedFile,
  requireFiles,
  placed,
  UNSUBSCRIBE,
  MAX_METADATA_BYTES,
  type Metadata,
  type VendorBatch,
  type VendorSingle,
} from '../vendors/index.ts';
import { flagIn, pairsIn, readFields, textIn, type Fields } from './fields.ts';
import { SEND_MESSAGE } from './operations.ts';
import { OUTBOUND, streamNamed } from './streams.ts';

const MAX_RECIPIENTS = 50;
const MAX_TAG_CHARACTERS = 1_000;
const LINKS: Readonly<Record<string, boolean>> = { none: false, htmlandtext: true, htmlonly: true, textonly: false };
/** Placeholders for the unsubscribe URL, and for a complete unsubscribe link. */
const LINK_URL = /\{\{\{\s*pm:unsubscribe_url\s*\}\}\}/gi;
const WHOLE_LINK = /\{\{\{\s*pm:unsubscribe\s*\}\}\}/gi;

const parser = createSendParser(new Set([...ALSO_ALLOWED, 'x-auto-response-suppress']));

/** A parsed message, with the recipient lists that the response repeats. */
export interface MessageRequest {
  readonly mail:
    | { readonly kind: 'single'; readonly single: VendorSingle }
    | { readonly kind: 'batch'; readonly batch: VendorBatch };
  readonly to: string;
  readonly cc: string | undefined;
  readonly bcc: string | undefined;
}

/**
 * Parses a message. Throws validation_error with the invalid fields, payload_too_large for a body over its limit, or an
 * error with an explicit code.
 */
export function readMessage(given: unknown): MessageRequest {
  const fields = readFields(given, SEND_MESSAGE.objects['']);
  requireSizes(fields);
  const lists = listsIn(fields);
  const send = readSend(fields, lists);
  const facts = factsIn(fields, send);
  const answered = { to: textIn(fields, 'To') ?? '', cc: textIn(fields, 'Cc'), bcc: textIn(fields, 'Bcc') };
  const written = writtenIn([...lists.to, ...lists.cc, ...lists.bcc]);
  const files = filesIn(fields);
  requireFiles(files, facts.bytes, 'Attachments');
  if (facts.stream === OUTBOUND) {
    return { mail: { kind: 'single', single: { ...facts, send, files, written, isRefusedWhole: true } }, ...answered };
  }
  const batch = asBatch({ ...facts, send: withLinks(send), files, written }, facts.stream, 'To', 'Attachments');
  return { mail: { kind: 'batch', batch }, ...answered };
}

/**
 * Parses the To, Cc, and Bcc fields to address lists. Throws validation_error if the message has too many recipients.
 */
function listsIn(fields: Fields) {
  const lists = { to: listIn(fields, 'To'), cc: listIn(fields, 'Cc'), bcc: listIn(fields, 'Bcc') };
  const count = lists.to.length + lists.cc.length + lists.bcc.length;
  if (count <= MAX_RECIPIENTS) return lists;
  throw invalid({ To: [`must contain at most ${MAX_RECIPIENTS} recipients, including Cc and Bcc, not ${count}.`] });
}

function readSend(fields: Fields, lists: ReturnType<typeof listsIn>): Send {
  const { custom, repeated, replyTo } = headersIn(fields);
  const from = textIn(fields, 'From');
  const send = parser.parse({
    ...(from !== undefined && { from: native(from) }),
    ...lists,
    subject: textIn(fields, 'Subject') ?? '',
    html: textIn(fields, 'HtmlBody') ?? null,
    text: textIn(fields, 'TextBody') ?? null,
    tag: slugOf(textIn(fields, 'Tag')) ?? null,
    headers: custom,
  });
  return withRepeatedHeaders({ ...send, replyTo: parseReplyTo(replyTo, 'ReplyTo') }, repeated);
}

/** Returns the vendor's properties that are stored with the message. */
function factsIn(fields: Fields, send: Send) {
  const tag = textIn(fields, 'Tag');
  if (tag !== undefined && tag.length > MAX_TAG_CHARACTERS) {
    throw invalid({ Tag: [`must be at most ${MAX_TAG_CHARACTERS} characters.`] });
  }
  const stream = streamNamed(textIn(fields, 'MessageStream') ?? OUTBOUND);
  return {
    vendor: 'postmark',
    domain: domainOf(send.from.address),
    stream,
    ...(stream !== OUTBOUND && { audiences: [stream] }),
    tags: tag === undefined ? [] : [tag],
    metadata: metadataIn(fields),
    track: { opens: flagIn(fields, 'TrackOpens'), clicks: tracksLinks(fields) },
    isTest: false,
    bytes: Buffer.byteLength(send.html ?? '') + Buffer.byteLength(send.text ?? ''),
  } as const;
}

/** Replaces the placeholders for the recipient's unsubscribe link. */
function withLinks(send: Send): Send {
  const { headers, html, text } = send;
  const url = (whole: string): string => placed(whole, LINK_URL, UNSUBSCRIBE);
  return {
    ...send,
    html: html === undefined ? undefined : url(html).replaceAll(WHOLE_LINK, `<a href="${UNSUBSCRIBE}">Unsubscribe</a>`),
    text: text === undefined ? undefined : url(text).replaceAll(WHOLE_LINK, UNSUBSCRIBE),
    headers: headers.map(({ name, value }) => ({ name, value: url(value) })),
  };
}

function requireSizes(fields: Fields): void {
  for (const [name, limit] of [
    ['HtmlBody', MAX_HTML_BYTES],
    ['TextBody', MAX_TEXT_BYTES],
  ] as const) {
    const bytes = Buffer.byteLength(textIn(fields, name) ?? '');
    if (bytes <= limit) continue;
    throw new Refusal('payload_too_large', {
      message: `${name} must be at most ${limit / 1024} KB, not ${bytes} bytes.`,
      fix: 'Shorten the email, or link to longer content.',
    });
  }
}

function listIn(fields: Fields, name: string): string[] {
  return splitMailboxes(textIn(fields, name) ?? '').map(native);
}

function native(text: string): string {
  return nativeMailbox(text, { domain: '', aliases: [] });
}

/**
 * Returns the custom headers and the reply addresses, which come from headers if `ReplyTo` is absent. Headers that the
 * server sets are omitted.
 */
function headersIn(fields: Fields) {
  const custom: [string, string][] = [];
  const inHeaders: string[] = [];
  for (const [name, value] of pairsIn(fields, 'Headers')) {
    if (name.toLowerCase() === 'reply-to') inHeaders.push(value);
    else if (!isStructural(name) && value !== '') custom.push([name, value]);
  }
  const replyTo = textIn(fields, 'ReplyTo');
  const { first, repeated } = splitRepeated(custom);
  return { custom: first, repeated, replyTo: replyTo === undefined ? inHeaders : [replyTo] };
}

function metadataIn(fields: Fields): Metadata {
  const given = fields.get('metadata') ?? {};
  if (!isObject(given)) throw invalid({ Metadata: ['must be an object.'] });
  const metadata = Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const text = value === null ? '' : scalarText(value);
      if (text === undefined) throw invalid({ [`Metadata.${name}`]: ['must be a string.'] });
      return [name, text];
    }),
  );
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > MAX_METADATA_BYTES)
    throw invalid({ Metadata: [`must be at most ${MAX_METADATA_BYTES} bytes, not ${bytes}.`] });
  return metadata;
}

/** Returns the attachments. As in Postmark, a file with a ContentID is an inline image. */
function filesIn(fields: Fields): StorableFile[] {
  const given = fields.get('attachments') ?? [];
  if (!Array.isArray(given)) throw invalid({ Attachments: ['must be an array.'] });
  return given.map((each: unknown, index) => {
    const at = `Attachments.${index}`;
    const file = readFields(each, SEND_MESSAGE.objects.Attachments, at);
    const contentId = textIn(file, 'ContentID');
    return checkedFile(
      {
        name: textIn(file, 'Name'),
        type: textIn(file, 'ContentType'),
        contentId,
        place: contentId === undefined ? 'attachment' : 'inline',
        content: base64Content(file.get('content'), `${at}.Content`),
      },
      at,
      { name: 'Name', type: 'ContentType', contentId: 'ContentID' },
    );
  });
}

function tracksLinks(fields: Fields): boolean {
  const given = textIn(fields, 'TrackLinks')?.toLowerCase() ?? 'none';
  const tracks = Object.hasOwn(LINKS, given) ? LINKS[given] : undefined;
  if (tracks === undefined) throw invalid({ TrackLinks: ['must be None, HtmlAndText, HtmlOnly, or TextOnly.'] });
  return tracks;
}

/**
 * Converts the tag to the native API's tag format: lower-case letters, digits, and `_.-`, at most 256 characters.
 * Returns undefined if nothing is left.
 */
function slugOf(tag: string | undefined): string | undefined {
  const slug = tag
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[_.-]+/, '')
    .slice(0, 256);
  return slug || undefined;
}

/** Returns the addresses as written in the request, keyed by parsed address. */
function writtenIn(mailboxes: readonly string[]): ReadonlyMap<EmailAddress, string> {
  return new Map(
    mailboxes.flatMap((text): [EmailAddress, string][] => {
      const mailbox = parseMailbox(text);
      return isFault(mailbox) ? [] : [[mailbox.address, writtenAddress(text)]];
    }),
  );
}

function writtenAddress(text: string): string {
  const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  return (angled ?? text).trim();
}

import { invalid } from '../../../base/refusal.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { type EmailAddress, isFault, type Mailbox, parseMailbox } from '../../../mail/address.ts';
import { nativeMailbox, parseReplyTo, splitMailboxes } from '../resend/index.ts';
import { createSendParser, type Send, withRepeatedHeaders } from '../../transactional/messages/index.ts';
import {
  asBatch,
  requireFiles,
  requireTotalBytes,
  substituted,
  placed,
  UNSUBSCRIBE,
  type BatchRecipient,
  MAX_BATCH_RECIPIENTS,
  type VendorBatch,
  type VendorSingle,
} from '../vendors/index.ts';
import { type Fields, one, prefixed } from './fields.ts';
import { ALLOWED, type Headers, readHeaders, requireNoPlaceholders, UNSUBSCRIBE_URL } from './headers.ts';
import { withOptionHeaders } from './option-headers.ts';
import { nativeTag, type Options, readOptions } from './options.ts';
import { readRecipientVariables, type RecipientVariables } from './recipient-variables.ts';

/** Matches a recipient variable. A variable without a name stands for the recipient's address. */
const VARIABLE = /%recipient(?:\.([^%\s]+))?%/;

/** The unsubscribe link of a recipient, in the form of a recipient variable. */
const LINK = `%recipient.${UNSUBSCRIBE}%`;

const parser = createSendParser(ALLOWED);
/** Matches the IDs that Ghost assigns to newsletters. They are used to recognize repeated batches. */
const GHOST_ID = /^[0-9a-f]{24}$/;

/**
 * A send request: either one message that all recipients share, or a separate message for each recipient. Messages with
 * files are stored separately, and all others as a batch.
 */
export type SendRequest =
  | { readonly kind: 'single'; readonly single: VendorSingle }
  | { readonly kind: 'singles'; readonly singles: readonly VendorSingle[] }
  | { readonly kind: 'batch'; readonly batch: VendorBatch };

/** Parses a request to `/messages`. Throws validation_error that names the invalid fields. */
export function readRequest(
  fields: Fields,
  files: readonly StorableFile[],
  domain: string,
  nowMs: number,
): SendRequest {
  const given = prefixed(fields, 'h:');
  const options = readOptions(withOptionHeaders(fields, given, 'h'), nowMs);
  const headers = readHeaders(given);
  requireNoPlaceholders({ html: one(fields, 'html'), text: one(fields, 'text'), ...headers.custom });
  const variables = readRecipientVariables(one(fields, 'recipient-variables'));
  if (variables) {
    const batch = linked(batchOf(fields, { domain, options, headers, variables }));
    return files.length === 0
      ? { kind: 'batch', batch }
      : { kind: 'singles', singles: singlesOf(batch, headers, files) };
  }
  const parsed = parseSend({
    ...contentOf(fields, headers),
    to: addressesOf(fields, 'to'),
    cc: addressesOf(fields, 'cc'),
    bcc: addressesOf(fields, 'bcc'),
    tag: nativeTag(options.tags) ?? null,
  });
  const send = withHeaders(parsed, headers);
  const single = { ...singleOf(send, domain, options, writtenIn(fields)), files };
  requireFiles(files, single.bytes, 'attachment');
  if (!textsOf(send).some((text) => text.match(UNSUBSCRIBE_URL))) return { kind: 'single', single };
  const batch = asBatch(single, undefined, 'to', 'attachment');
  return { kind: 'batch', batch: linked({ ...batch, pattern: VARIABLE }) };
}

/**
 * Replaces the placeholders for unsubscribe links in a batch. If all placeholders are `%tag_unsubscribe_url%`, each
 * link unsubscribes the recipient from the first tag of the batch, and otherwise from all email from the domain.
 */
function linked(batch: VendorBatch): VendorBatch {
  const { domain, headers, html, tags, text } = batch;
  const kinds = textsOf(batch).flatMap((whole) => [...whole.matchAll(UNSUBSCRIBE_URL)].map(([, kind]) => kind));
  if (kinds.length === 0) return batch;
  const [tag] = tags;
  const audience = tag !== undefined && kinds.every((kind) => kind === 'tag_') ? tagOf(domain, tag) : domain;
  const filled = (whole: string): string => placed(whole, UNSUBSCRIBE_URL, LINK);
  return {
    ...batch,
    html: html === undefined ? undefined : filled(html),
    text: text === undefined ? undefined : filled(text),
    headers: headers.map(({ name, value }) => ({ name, value: filled(value) })),
    unsubscribe: { audience, place: LINK },
  };
}

function textsOf({ headers, html = '', text = '' }: Pick<VendorBatch, 'headers' | 'html' | 'text'>): string[] {
  return [html, text, ...headers.map(({ value }) => value)];
}

/** Returns the name of a tag's audience. The audience for all email from a domain has the name of the domain. */
function tagOf(domain: string, tag: string): string {
  return `${domain} ${tag}`;
}

/** Combines a message and its options into the form that the adapters of all vendors use. */
export function singleOf(
  send: Send,
  domain: string,
  options: Options,
  written: ReadonlyMap<EmailAddress, string>,
): VendorSingle {
  const audiences = audiencesOf(domain, options);
  return { vendor: 'mailgun', domain, ...options, audiences, bytes: bytesOf(send), send, written };
}

/**
 * Converts a batch to separate messages with files. Throws validation_error if a recipient is invalid or the batch has
 * an unsubscribe link, and payload_too_large.
 */
function singlesOf(batch: VendorBatch, headers: Headers, files: readonly StorableFile[]): VendorSingle[] {
  const { bytes, recipients, unsubscribe } = batch;
  if (unsubscribe) {
    throw invalid({ attachment: ['is not supported in email with an unsubscribe link. Link to the files instead.'] });
  }
  requireFiles(files, bytes, 'attachment');
  requireTotalBytes(bytes * recipients.length);
  return recipients.map((recipient) => Object.assign(singleTo(batch, recipient, headers), { files }));
}

/** Returns a message of a batch for one recipient. Throws validation_error if the recipient is invalid. */
function singleTo(batch: VendorBatch, recipient: BatchRecipient, headers: Headers): VendorSingle {
  const { address, fault = '', variables, written } = recipient;
  if (address === undefined) throw invalid({ to: [`contains an invalid address: ${fault}`] });
  const { domain, from, html, isTest, metadata, pattern, replyTo, subject, tags, text, tls, track } = batch;
  const fill = (whole: string): string => substituted(whole, pattern, variables);
  const parsed = parseSend({
    from: from.address,
    to: [address],
    subject: fill(subject),
    html: html === undefined ? null : fill(html),
    text: text === undefined ? null : fill(text),
    headers: Object.fromEntries(Object.entries(headers.custom).map(([name, value]) => [name, fill(value)])),
    tag: nativeTag(tags) ?? null,
  });
  const repeated = headers.repeated.map(({ name, value }) => ({ name, value: fill(value) }));
  const send = { ...withHeaders(parsed, { ...headers, repeated }), from, replyTo };
  const options = { tags, metadata, track, isTest, tls };
  return singleOf(send, domain, options, new Map([[address, written]]));
}

function audiencesOf(domain: string, { tags }: Options): string[] {
  return [domain, ...tags.map((tag) => tagOf(domain, tag))];
}

interface BatchWords {
  readonly domain: string;
  readonly options: Options;
  readonly headers: Headers;
  readonly variables: RecipientVariables;
}

function batchOf(fields: Fields, { domain, headers, options, variables }: BatchWords): VendorBatch {
  for (const name of ['cc', 'bcc']) {
    if (fields.has(name)) throw invalid({ [name]: ['is not supported with recipient-variables.'] });
  }
  const given = addressesOf(fields, 'to');
  if (given.length === 0) throw invalid({ to: ['is required.'] });
  if (given.length > MAX_BATCH_RECIPIENTS) {
    throw invalid({ to: [`must contain at most ${MAX_BATCH_RECIPIENTS} recipients, not ${given.length}.`] });
  }
  const content = contentOf(fields, headers);
  // The parser for single messages validates everything except the recipients. It requires a recipient, so it gets the
  // sender's address as a placeholder.
  const parsed = parseSend({ ...content, to: [content.from] });
  const { from, headers: fieldsOfHeader, html, replyTo, subject, text } = withHeaders(parsed, headers);
  const recipients = given.map((text) => recipientOf(text, variables));
  if (recipients.every(({ address }) => address === undefined)) {
    throw invalid({ to: [`must contain at least one valid address. The first address ${recipients[0]?.fault ?? ''}`] });
  }
  const emailId = options.metadata['email-id'];
  return {
    vendor: 'mailgun',
    domain,
    ...options,
    audiences: audiencesOf(domain, options),
    bytes: bytesOf({ html, text }),
    from,
    replyTo,
    subject,
    html,
    text,
    headers: fieldsOfHeader,
    recipients,
    pattern: VARIABLE,
    asWritten: (name) => `%recipient.${name}%`,
    repeatKey: emailId !== undefined && GHOST_ID.test(emailId) ? emailId : undefined,
  };
}

/** Adds headers that our API does not support: several reply addresses, and repeated headers. */
export function withHeaders(send: Send, { repeated, replyTo }: Headers): Send {
  return withRepeatedHeaders({ ...send, replyTo: parseReplyTo(replyTo, 'h:Reply-To') }, repeated);
}

/** Parses a recipient. An invalid address does not affect other recipients and is reported as an event. */
function recipientOf(text: string, variables: RecipientVariables): BatchRecipient {
  const mailbox = parseMailbox(text);
  const written = writtenAddress(text);
  const own = { ...(variables.get(written) ?? variables.get(written.toLowerCase())), '': written };
  if (isFault(mailbox)) return { address: undefined, fault: mailbox.fault, written, variables: own };
  return { address: mailbox.address, written, variables: own };
}

function contentOf(fields: Fields, { custom }: Headers) {
  const from = one(fields, 'from');
  return {
    ...(from !== undefined && { from: native(from) }),
    ...(fields.has('subject') && { subject: one(fields, 'subject') }),
    html: one(fields, 'html') ?? null,
    text: one(fields, 'text') ?? null,
    headers: custom,
  };
}

/** Parses a request that was converted to the format of our API. Throws validation_error. */
export function parseSend(given: unknown): Send {
  return parser.parse(given);
}

/** Returns the mailboxes in a field in the native API's format. The field may contain a list, and may be repeated. */
function addressesOf(fields: Fields, name: string): string[] {
  return (fields.get(name) ?? []).flatMap(splitMailboxes).map(native);
}

function native(text: string): string {
  return nativeMailbox(text, { domain: '', aliases: [] });
}

/** Returns the addresses as written in the request, keyed by parsed address. */
function writtenIn(fields: Fields): ReadonlyMap<EmailAddress, string> {
  const all = ['to', 'cc', 'bcc'].flatMap((name) => addressesOf(fields, name));
  return new Map(
    all.flatMap((text): [EmailAddress, string][] => {
      const mailbox: Mailbox | { fault: string } = parseMailbox(text);
      return isFault(mailbox) ? [] : [[mailbox.address, writtenAddress(text)]];
    }),
  );
}

/** Returns the address in a mailbox exactly as written. */
function writtenAddress(text: string): string {
  const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  return (angled ?? text).trim();
}

function bytesOf({ html, text }: { readonly html: string | undefined; readonly text: string | undefined }): number {
  return Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
}

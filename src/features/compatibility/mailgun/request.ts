import { invalid } from '../../../base/refusal.ts';
import { isFault, parseMailbox, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import { nativeMailbox, splitMailboxes } from '../resend/index.ts';
import { createSendParser, type Send } from '../../transactional/messages/index.ts';
import { MAX_BATCH_RECIPIENTS, type BatchRecipient, type VendorBatch, type VendorSingle } from '../vendors/index.ts';
import { one, prefixed, type Fields } from './fields.ts';
import { ALLOWED, readHeaders, requireNoPlaceholders, type Headers } from './headers.ts';
import { nativeTag, readOptions, type Options } from './options.ts';
import { readRecipientVariables, VARIABLE, type RecipientVariables } from './variables.ts';

const parser = createSendParser(ALLOWED);
/** Ids as Ghost gives them to newsletters; a batch with one that comes again is the same. */
const GHOST_ID = /^[0-9a-f]{24}$/;

/** A request to send; one mail that all see, or one for each. */
export type SendRequest =
  | { readonly kind: 'single'; readonly single: VendorSingle }
  | { readonly kind: 'batch'; readonly batch: VendorBatch };

/** Reads a request of `/messages`. Throws validation_error naming the fields at fault. */
export function readRequest(fields: Fields, domain: string, nowMs: number): SendRequest {
  const options = readOptions(fields, nowMs);
  const headers = readHeaders(prefixed(fields, 'h:'));
  requireNoPlaceholders({ html: one(fields, 'html'), text: one(fields, 'text'), ...headers.custom });
  const variables = readRecipientVariables(one(fields, 'recipient-variables'));
  if (variables) return { kind: 'batch', batch: batchOf(fields, { domain, options, headers, variables }) };
  const send = parseSend({
    ...contentOf(fields, headers),
    to: addressesOf(fields, 'to'),
    cc: addressesOf(fields, 'cc'),
    bcc: addressesOf(fields, 'bcc'),
    tag: nativeTag(options.tags) ?? null,
  });
  return { kind: 'single', single: singleOf(send, domain, options, writtenIn(fields)) };
}

/** A send as the vendor's core takes it. */
export function singleOf(
  send: Send,
  domain: string,
  options: Options,
  written: ReadonlyMap<EmailAddress, string>,
): VendorSingle {
  return { vendor: 'mailgun', domain, ...options, bytes: bytesOf(send), send, written };
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
  // Everything but the recipients follows the rules of a single mail: the sender stands in for them.
  const { from, headers: fieldsOfHeader, html, replyTo, subject, text } = parseSend({ ...content, to: [content.from] });
  const recipients = given.map((text) => recipientOf(text, variables));
  if (recipients.every(({ address }) => address === undefined)) {
    throw invalid({ to: [`names no valid address: ${recipients[0]?.fault ?? ''}`] });
  }
  const emailId = options.metadata['email-id'];
  return {
    vendor: 'mailgun',
    domain,
    ...options,
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

/** One that is no address hurts itself alone: it is told of as an event. */
function recipientOf(text: string, variables: RecipientVariables): BatchRecipient {
  const mailbox = parseMailbox(text);
  const written = writtenAddress(text);
  const own = { ...(variables.get(written) ?? variables.get(written.toLowerCase())), '': written };
  if (isFault(mailbox)) return { address: undefined, fault: mailbox.fault, written, variables: own };
  return { address: mailbox.address, written, variables: own };
}

function contentOf(fields: Fields, { custom, replyTo }: Headers) {
  const from = one(fields, 'from');
  return {
    ...(from !== undefined && { from: native(from) }),
    ...(fields.has('subject') && { subject: one(fields, 'subject') }),
    reply_to: replyTo === undefined ? null : native(replyTo),
    html: one(fields, 'html') ?? null,
    text: one(fields, 'text') ?? null,
    headers: custom,
  };
}

/** Parses what was put into our words. Throws validation_error. */
export function parseSend(given: unknown): Send {
  return parser.parse(given);
}

/** The mailboxes of a field, given in one list or in several fields, as our parser takes them. */
function addressesOf(fields: Fields, name: string): string[] {
  return (fields.get(name) ?? []).flatMap(splitMailboxes).map(native);
}

function native(text: string): string {
  return nativeMailbox(text, { domain: '', aliases: [] });
}

/** The addresses of a request as it wrote them, by those that are parsed. */
function writtenIn(fields: Fields): ReadonlyMap<EmailAddress, string> {
  const all = ['to', 'cc', 'bcc'].flatMap((name) => addressesOf(fields, name));
  return new Map(
    all.flatMap((text): [EmailAddress, string][] => {
      const mailbox: Mailbox | { fault: string } = parseMailbox(text);
      return isFault(mailbox) ? [] : [[mailbox.address, writtenAddress(text)]];
    }),
  );
}

/** The address in a mailbox, byte for byte. */
function writtenAddress(text: string): string {
  const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  return (angled ?? text).trim();
}

function bytesOf({ html, text }: { readonly html: string | undefined; readonly text: string | undefined }): number {
  return Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
}

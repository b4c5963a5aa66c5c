import { domainOf, type EmailAddress, isFault, parseMailbox } from '../../../mail/address.ts';
import { ALSO_ALLOWED, isStructural, nativeMailbox, parseReplyTo, splitRepeated } from '../resend/index.ts';
import { createSendParser, withRepeatedHeaders } from '../../transactional/messages/index.ts';
import { faultAt } from '../fields/index.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { MAX_METADATA_BYTES, requireFiles, type Metadata, type Seen, type VendorSingle } from '../vendors/index.ts';
import { decodeWords } from 'postal-mime';

const NO_SANDBOX = { domain: '', aliases: [] };
const ENCODED = /=\?[^?\s]+\?[BbQq]\?/;

const parser = createSendParser(ALSO_ALLOWED);
/**
 * Names of the message tags that are preferred as the native tag, in order of preference. Without them, the first tag
 * is used.
 */
const KIND_NAMES = ['tag', 'category'];
/** Matches the ID that the client assigns to a request and sends again when it retries the request. */
const INVOCATION = /^[\x21-\x7e]{1,200}$/;

/** A parsed email from a request in any format. */
export interface Mail {
  readonly from: string | undefined;
  readonly recipients: Seen;
  readonly replyTo: readonly string[];
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly files: readonly StorableFile[];
  readonly metadata: Metadata;
  readonly configurationSet: string | undefined;
  /** The client's request ID (see `requestKeyOf`). */
  readonly requestKey: string | undefined;
}

/** Returns the client's request ID, which identifies repeated requests, or undefined if it is absent or invalid. */
export function requestKeyOf(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && INVOCATION.test(given) ? given : undefined;
}

/**
 * Converts an email to the vendor-independent form in which messages are accepted. Throws a validation_error that names
 * the invalid fields.
 */
export function singleOf(mail: Mail): VendorSingle {
  const { configurationSet, files, from, headers, html, metadata, recipients, replyTo, requestKey, subject, text } =
    mail;
  const { bcc, cc, to } = withSomebodySeen(recipients);
  const { first, repeated } = splitRepeated(customOf(headers));
  const parsed = parser.parse({
    ...(from !== undefined && { from: mailboxText(from) }),
    to: to.map(mailboxText),
    cc: cc.map(mailboxText),
    bcc: bcc.map(mailboxText),
    ...(subject !== undefined && { subject }),
    html: html ?? null,
    text: text ?? null,
    tag: nativeTag(metadata, configurationSet) ?? null,
    headers: first,
  });
  const bytes = Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
  requireFiles(files, bytes, 'Attachments');
  return {
    vendor: 'ses',
    domain: domainOf(parsed.from.address),
    tags: configurationSet === undefined ? [] : [configurationSet],
    ...(configurationSet !== undefined && { stream: configurationSet }),
    metadata,
    // Tracking is off, because Amazon SES enables it through configuration sets, whose options Postrider does not
    // support.
    track: { opens: false, clicks: false },
    isTest: false,
    bytes,
    files,
    send: withRepeatedHeaders(
      { ...parsed, replyTo: parseReplyTo(replyTo.map(mailboxText), 'ReplyToAddresses') },
      repeated,
    ),
    written: writtenIn([...to, ...cc, ...bcc]),
    ...(requestKey !== undefined && { requestKey }),
  };
}

/**
 * Ensures that an email has a To recipient. If the only recipient is a Bcc recipient, its address becomes the To
 * address. Throws validation_error for all other emails without a To recipient, because choosing one of several Bcc
 * recipients would make its address visible to the others.
 */
function withSomebodySeen({ bcc, cc, to }: Seen): Seen {
  if (to.length > 0) return { bcc, cc, to };
  if (cc.length === 0 && bcc.length === 1) return { to: bcc, cc, bcc: [] };
  throw faultAt('Destination.ToAddresses', 'is required. Add at least one address that all recipients can see.');
}

function customOf(headers: Mail['headers']): Mail['headers'] {
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !isStructural(name) && lower !== 'reply-to' && !lower.startsWith('x-ses-');
  });
}

/** Returns the tags of a request as metadata. Throws validation_error if the tags are too large. */
export function metadataOf(pairs: readonly (readonly [name: string, value: string])[]): Metadata {
  const metadata = Object.fromEntries(pairs);
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes <= MAX_METADATA_BYTES) return metadata;
  throw faultAt('EmailTags', `must be at most ${MAX_METADATA_BYTES} bytes in total, not ${bytes}.`);
}

/** Returns the tag in the format of our own API. */
function nativeTag(metadata: Metadata, configurationSet: string | undefined): string | undefined {
  const kind = KIND_NAMES.find((name) => metadata[name] !== undefined);
  const given = (kind === undefined ? Object.values(metadata)[0] : metadata[kind]) ?? configurationSet;
  const slug = given
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[_.-]+/, '');
  return slug || undefined;
}

/**
 * Converts a mailbox to the format of our parser. Decodes names that clients encoded (RFC 2047), because Amazon SES
 * accepts only ASCII.
 */
export function mailboxText(text: string): string {
  return nativeMailbox(ENCODED.test(text) ? decodeWords(text) : text, NO_SANDBOX);
}

/** Returns the addresses as written in the request, keyed by parsed address. */
function writtenIn(texts: readonly string[]): ReadonlyMap<EmailAddress, string> {
  return new Map(
    texts.flatMap((text): [EmailAddress, string][] => {
      const mailbox = parseMailbox(mailboxText(text));
      const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
      return isFault(mailbox) ? [] : [[mailbox.address, (angled ?? text).trim()]];
    }),
  );
}

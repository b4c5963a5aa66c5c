import { invalid } from '../../../base/refusal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { isFault, parseMailbox, type EmailAddress } from '../../../mail/address.ts';
import { isObject, nativeMailbox, scalarText, splitMailboxes } from '../resend/index.ts';
import { readMime, requireFiles, seenBy, type MimeMail, type Seen, type VendorSingle } from '../vendors/index.ts';
import { filesIn, type Fields } from './fields.ts';
import { readHeaders, requireNoPlaceholders, UNSUBSCRIBE_URL, type Headers } from './headers.ts';
import { nativeTag, readMetadata, readOptions, readTags } from './options.ts';
import { parseSend, singleOf, withHeaders } from './request.ts';

/**
 * Parses a request to `/messages.mime`: the MIME message contains everything except the recipients. Recipients that are
 * neither in its To nor in its Cc header are blind copies. Throws validation_error for invalid MIME, and for parts
 * other than HTML and text.
 */
export async function readMimeRequest(
  fields: Fields,
  parts: readonly FormPart[],
  domain: string,
  nowMs: number,
): Promise<VendorSingle> {
  if (fields.has('recipient-variables')) {
    throw invalid({
      'recipient-variables': ['is not supported for MIME messages. Use /messages instead of /messages.mime.'],
    });
  }
  const email = await readMime(bytesOf(parts), 'message');
  const options = readOptions(fields, nowMs);
  const inside = optionsOf(email);
  const tags = readTags([...options.tags, ...inside.tags]);
  const metadata = readMetadata([...inside.metadata, ...Object.entries(options.metadata)]);
  const to = (fields.get('to') ?? []).flatMap(splitMailboxes).map((text) => nativeMailbox(text, NO_SANDBOX));
  const headers = readHeaders(email.headers);
  requireNoLinks({ html: email.html, text: email.text, ...headers.custom });
  const parsed = parseSend({
    ...contentOf(email, headers.custom),
    ...recipientsOf(email, to),
    tag: nativeTag(tags) ?? null,
  });
  const send = withHeaders(parsed, email.replyTo.length > 0 ? { ...headers, replyTo: email.replyTo } : headers);
  const single = singleOf(send, domain, { ...options, tags, metadata }, writtenIn(to));
  const files = [...email.files, ...filesIn(parts)];
  requireFiles(files, single.bytes, 'message');
  return { ...single, files };
}

/** Throws validation_error for placeholders, because a MIME message is the same for all its recipients. */
function requireNoLinks(texts: Readonly<Record<string, string | undefined>>): void {
  requireNoPlaceholders(texts);
  const found = Object.values(texts).flatMap((text) => text?.match(UNSUBSCRIBE_URL) ?? [])[0];
  if (found === undefined) return;
  throw invalid({ message: [`contains ${found}, which is not supported in MIME messages. Use /messages instead.`] });
}

const NO_SANDBOX = { domain: '', aliases: [] };

function bytesOf(parts: readonly FormPart[]): Buffer {
  const part = parts.find(({ name }) => name === 'message');
  const bytes = part?.file ?? Buffer.from(part?.value ?? '');
  if (bytes.length === 0) throw invalid({ message: ['is required. Provide the message in MIME format.'] });
  return bytes;
}

function contentOf(email: MimeMail, custom: Headers['custom']): Record<string, unknown> {
  return {
    ...(email.from !== undefined && { from: email.from }),
    ...(email.subject !== undefined && { subject: email.subject }),
    html: email.html ?? null,
    text: email.text ?? null,
    headers: custom,
  };
}

/**
 * Assigns the envelope recipients to To, Cc, and Bcc. Every message needs a recipient in To. If the To header is empty,
 * moves the first Cc recipient to To, because all recipients see that address anyway. Without Cc recipients, moves the
 * only blind copy to To. Throws validation_error for several blind copies, because the others would see the address.
 */
function recipientsOf(email: MimeMail, envelope: readonly string[]): Seen {
  const { bcc, cc, to } = seenBy(email, envelope);
  if (to.length > 0) return { to, cc, bcc };
  if (cc.length > 0) return { to: cc.slice(0, 1), cc: cc.slice(1), bcc };
  if (bcc.length <= 1) return { to: bcc, cc, bcc: [] };
  throw invalid({
    to: ['must include a recipient in the To header. Add a recipient, or send to each recipient separately.'],
  });
}

function writtenIn(to: readonly string[]): ReadonlyMap<EmailAddress, string> {
  return new Map(
    to.flatMap((text): [EmailAddress, string][] => {
      const mailbox = parseMailbox(text);
      const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
      return isFault(mailbox) ? [] : [[mailbox.address, (angled ?? text).trim()]];
    }),
  );
}

/** Returns the tags and variables in the headers of the MIME message. */
function optionsOf({ headers }: MimeMail): { readonly tags: string[]; readonly metadata: [string, string][] } {
  const valuesOf = (name: string): string[] =>
    headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return {
    tags: valuesOf('x-mailgun-tag'),
    metadata: valuesOf('x-mailgun-variables').flatMap(variablesOf),
  };
}

function variablesOf(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notVariables('JSON');
  }
  if (!isObject(value)) throw notVariables('an object');
  return Object.entries(value).map(([name, each]) => [name, scalarText(each) ?? written(each)]);
}

/** Formats an array or object as JSON. Throws validation_error for values that are nested too deeply. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw notVariables('JSON with fewer nested levels');
  }
}

function notVariables(what: string) {
  return invalid({ message: [`has an invalid X-Mailgun-Variables header. The header must be ${what}.`] });
}

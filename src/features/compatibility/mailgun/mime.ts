import { invalid } from '../../../base/refusal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { isFault, parseMailbox, type EmailAddress } from '../../../mail/address.ts';
import { nativeMailbox, splitMailboxes } from '../resend/index.ts';
import { readMime, requireFiles, seenBy, type MimeMail, type Seen, type VendorSingle } from '../vendors/index.ts';
import { filesIn, type Fields } from './fields.ts';
import { readHeaders, requireNoPlaceholders, UNSUBSCRIBE_URL, type Headers } from './headers.ts';
import { withOptionHeaders } from './option-headers.ts';
import { nativeTag, readOptions } from './options.ts';
import { parseSend, singleOf, withHeaders } from './request.ts';

/**
 * Parses a request to `/messages.mime`: the MIME message contains everything except the recipients and options.
 * Recipients that are neither in its To nor in its Cc header are blind copies. Throws a validation_error that names the
 * invalid fields.
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
  const options = readOptions(withOptionHeaders(fields, email.headers, 'message'), nowMs);
  const to = (fields.get('to') ?? []).flatMap(splitMailboxes).map((text) => nativeMailbox(text, NO_SANDBOX));
  const headers = readHeaders(email.headers);
  requireNoLinks({ html: email.html, text: email.text, ...headers.custom });
  const parsed = parseSend({
    ...contentOf(email, headers.custom),
    ...recipientsOf(email, to),
    tag: nativeTag(options.tags) ?? null,
  });
  const send = withHeaders(parsed, email.replyTo.length > 0 ? { ...headers, replyTo: email.replyTo } : headers);
  const single = singleOf(send, domain, options, writtenIn(to));
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

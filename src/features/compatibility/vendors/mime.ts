import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { invalid, type Refusal } from '../../../base/refusal.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { calendarContent, checkedFile } from './files.ts';
import { isFault, parseMailbox, presentMailbox, sameAddressKey } from '../../../mail/address.ts';

/**
 * Maximum numbers of lines and boundaries. Each line takes a few microseconds to split, regardless of its length, and
 * each additional boundary increases this time.
 */
const MAX_LINES = 100_000;
const MAX_BOUNDARIES = 50;
const MAX_NESTING = 20;
const MAX_HEADERS_BYTES = 64 * 1024;
const LF = 10;

/** A parsed MIME message. Addresses are in the format of our parser, or unchanged if they are invalid. */
export interface MimeMail {
  readonly from: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  /** Attachments, inline images, and calendar invitations. */
  readonly files: readonly StorableFile[];
  /** All headers with decoded values and with names as written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The recipients of an email, grouped by visibility. */
export interface Seen {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

/**
 * Parses a MIME message with line endings of any kind. Throws validation_error for `field` if the message is invalid.
 */
export async function readMime(raw: Buffer, field: string): Promise<MimeMail> {
  const email = await parse(raw, field);
  return {
    from: email.from && mailboxesOf([email.from])[0],
    to: mailboxesOf(email.to ?? []),
    cc: mailboxesOf(email.cc ?? []),
    bcc: mailboxesOf(email.bcc ?? []),
    replyTo: mailboxesOf(email.replyTo ?? []),
    subject: email.subject,
    html: email.html,
    text: email.text,
    files: email.attachments.map((each, index) => fileOf(each, `${field}.attachments.${index}`)),
    headers: email.headers.map(({ key, originalKey, value }) => [originalKey ?? key, value]),
  };
}

/**
 * Returns a MIME part as a file. A calendar part that is not an attachment becomes an alternative body, which email
 * clients show as an invitation.
 */
function fileOf({ content, contentId, disposition, filename, method, mimeType }: Attachment, at: string): StorableFile {
  const isInvitation = mimeType === 'text/calendar' && disposition !== 'attachment';
  const place = isInvitation ? 'alternative' : disposition === 'inline' && contentId ? 'inline' : 'attachment';
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  const parameters = method === undefined ? '' : `; method=${method}`;
  return checkedFile(
    {
      name: filename ?? undefined,
      type: mimeType === 'text/calendar' ? `text/calendar; charset=utf-8${parameters}` : mimeType,
      contentId,
      place,
      content: isInvitation ? calendarContent(bytes.toString()) : bytes,
    },
    at,
    { name: 'filename', type: 'type', contentId: 'Content-ID' },
  );
}

/** Groups the envelope recipients: those that are named in the To or Cc header, and all others as blind copies. */
export function seenBy({ cc, to }: Pick<MimeMail, 'cc' | 'to'>, envelope: readonly string[]): Seen {
  const getting = new Set(envelope.map(keyOf));
  const shown = (list: readonly string[]): string[] => list.filter((text) => getting.has(keyOf(text)));
  const seen = { to: shown(to), cc: shown(cc) };
  const named = new Set([...seen.to, ...seen.cc].map(keyOf));
  return { ...seen, bcc: envelope.filter((text) => !named.has(keyOf(text))) };
}

async function parse(raw: Buffer, field: string): Promise<Email> {
  let lines = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) lines += 1;
  // The word `boundary` is also counted in bodies, but the limit does not have to be precise.
  const boundaries = raw.toString('latin1').match(/boundary/gi)?.length ?? 0;
  if (lines > MAX_LINES || boundaries > MAX_BOUNDARIES)
    throw fault(
      field,
      `has too many lines or parts. The maximum is ${MAX_LINES} lines and ${MAX_BOUNDARIES} MIME boundaries.`,
    );
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADERS_BYTES,
    });
  } catch (error) {
    throw fault(field, `cannot be read as MIME: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function mailboxesOf(list: readonly Address[]): string[] {
  return list.flatMap((address): string[] => {
    if (address.group) return mailboxesOf(address.group);
    const { address: text, name } = address;
    const mailbox = parseMailbox(text);
    // Invalid addresses stay unchanged, because the parser reports them.
    if (isFault(mailbox)) return [text];
    return [presentMailbox({ name: name === '' ? undefined : name, address: mailbox.address })];
  });
}

function keyOf(text: string): string {
  const mailbox = parseMailbox(text);
  return isFault(mailbox) ? text : sameAddressKey(mailbox.address);
}

function fault(field: string, sentence: string): Refusal {
  return invalid({ [field]: [sentence] });
}

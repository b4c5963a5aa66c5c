import PostalMime, { type Address, type Email } from 'postal-mime';
import { invalid } from '../../../base/refusal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { isFault, parseMailbox, presentMailbox, sameAddressKey, type EmailAddress } from '../../../mail/address.ts';
import { isObject, nativeMailbox, scalarText, splitMailboxes } from '../compat/index.ts';
import type { VendorSingle } from '../vendors/index.ts';
import type { Fields } from './fields.ts';
import { readHeaders } from './headers.ts';
import { nativeTag, readMetadata, readOptions, readTags } from './options.ts';
import { parseSend, singleOf } from './request.ts';

/** Splitting costs some microseconds a line, however short it is, and the more the more boundaries there are. */
const MAX_LINES = 100_000;
const MAX_BOUNDARIES = 50;
const MAX_NESTING = 20;
const MAX_HEADERS_BYTES = 64 * 1024;
const LF = 10;

/**
 * Reads a request of `/messages.mime`: the mail says everything but to whom it goes; whoever is neither in its To nor in its
 * Cc is a blind copy. Throws validation_error for what is no mail, and for parts other than HTML and text.
 */
export async function readMimeRequest(
  fields: Fields,
  parts: readonly FormPart[],
  domain: string,
  nowMs: number,
): Promise<VendorSingle> {
  if (fields.has('recipient-variables')) {
    throw invalid({ 'recipient-variables': ['cannot be given with a mail in MIME: use /messages instead.'] });
  }
  const email = await parseMail(bytesOf(parts));
  if (email.attachments.length > 0)
    throw invalid({ message: ['Attachments are not supported: link to them instead.'] });
  const options = readOptions(fields, nowMs);
  const inside = optionsOf(email);
  const tags = readTags([...options.tags, ...inside.tags]);
  const metadata = readMetadata([...inside.metadata, ...Object.entries(options.metadata)]);
  const to = (fields.get('to') ?? []).flatMap(splitMailboxes).map((text) => nativeMailbox(text, NO_SANDBOX));
  const send = parseSend({ ...contentOf(email), ...recipientsOf(email, to), tag: nativeTag(tags) ?? null });
  return singleOf(send, domain, { ...options, tags, metadata }, writtenIn(to));
}

const NO_SANDBOX = { domain: '', aliases: [] };

function bytesOf(parts: readonly FormPart[]): Buffer {
  const part = parts.find(({ name }) => name === 'message');
  const bytes = part?.file ?? Buffer.from(part?.value ?? '');
  if (bytes.length === 0) throw invalid({ message: ['is required: the mail in MIME.'] });
  return bytes;
}

async function parseMail(raw: Buffer): Promise<Email> {
  let lines = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) lines += 1;
  // Words of the body count too: a bound needs no precision.
  const boundaries = raw.toString('latin1').match(/boundary/gi)?.length ?? 0;
  if (lines > MAX_LINES || boundaries > MAX_BOUNDARIES) throw notReadable('has too many lines or parts.');
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADERS_BYTES,
    });
  } catch (error) {
    throw notReadable(`cannot be read as MIME: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function notReadable(sentence: string) {
  return invalid({ message: [sentence] });
}

function contentOf(email: Email): Record<string, unknown> {
  const { custom, replyTo } = readHeaders(
    email.headers.map(({ key, originalKey, value }) => [originalKey ?? key, value]),
  );
  const from = email.from && mailboxesOf([email.from])[0];
  const answers = email.replyTo && mailboxesOf(email.replyTo)[0];
  return {
    ...(from !== undefined && { from }),
    ...(email.subject !== undefined && { subject: email.subject }),
    reply_to: answers ?? (replyTo === undefined ? null : nativeMailbox(replyTo, NO_SANDBOX)),
    html: email.html ?? null,
    text: email.text ?? null,
    headers: custom,
  };
}

/** Who sees whom: the envelope says who gets it. */
function recipientsOf(email: Email, envelope: readonly string[]) {
  const getting = new Set(envelope.map(keyOf));
  const shown = (list: readonly Address[] | undefined): string[] =>
    mailboxesOf(list ?? []).filter((text) => getting.has(keyOf(text)));
  const [to, cc] = [shown(email.to), shown(email.cc)];
  const seen = new Set([...to, ...cc].map(keyOf));
  const hidden = envelope.filter((text) => !seen.has(keyOf(text)));
  // Without anybody whom it names, the first whom it goes to is named.
  return to.length > 0 ? { to, cc, bcc: hidden } : { to: hidden.slice(0, 1), cc, bcc: hidden.slice(1) };
}

function keyOf(text: string): string {
  const mailbox = parseMailbox(text);
  return isFault(mailbox) ? text : sameAddressKey(mailbox.address);
}

function mailboxesOf(list: readonly Address[]): string[] {
  return list.flatMap((address): string[] => {
    if (address.group) return mailboxesOf(address.group);
    const { address: text, name } = address;
    const mailbox = parseMailbox(text);
    // Left for the parser to name.
    if (isFault(mailbox)) return [text];
    return [presentMailbox({ name: name === '' ? undefined : name, address: mailbox.address })];
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

/** Tags and variables that stand in the mail's own headers. */
function optionsOf({ headers }: Email): { readonly tags: string[]; readonly metadata: [string, string][] } {
  const valuesOf = (name: string): string[] => headers.filter(({ key }) => key === name).map(({ value }) => value);
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
    throw notReadable('has an X-Mailgun-Variables that is not JSON.');
  }
  if (!isObject(value)) throw notReadable('has an X-Mailgun-Variables that is not an object.');
  return Object.entries(value).map(([name, each]) => [name, scalarText(each) ?? JSON.stringify(each)]);
}

import { domainOf, isFault, parseMailbox, type EmailAddress } from '../../../mail/address.ts';
import { ALSO_ALLOWED, isStructural, parseReplyTo } from '../resend/index.ts';
import { createSendParser, type Send } from '../../transactional/messages/index.ts';
import { faultAt } from '../fields/index.ts';
import {
  UNSUBSCRIBE,
  requireFiles,
  requireTotalBytes,
  MAX_METADATA_BYTES,
  type BatchRecipient,
  type Metadata,
  type VendorBatch,
  type VendorFacts,
  type VendorSingle,
} from '../vendors/index.ts';
import type { Named, Personalization, Texts } from './personalization.ts';
import type { MailRequest } from './send-request.ts';

const parser = createSendParser(ALSO_ALLOWED);
/** Maximum number of substitution keys in a batch. A request with more keys is stored as separate messages. */
const MAX_KEYS = 200;
/**
 * Characters that start and end placeholders for subjects, headers, and arguments that differ between recipients. These
 * code points are noncharacters, which no text uses.
 */
const [SUBJECT, HEADER, ARG, END] = ['\ufdd2', '\ufdd3', '\ufdd4', '\ufdd5'] as const;
const MARKS = /[\ufdd0-\ufdd5]/g;

/** The emails of a request: separate messages, or a batch of emails whose recipients do not see each other. */
export type Mails =
  | { readonly kind: 'singles'; readonly singles: readonly VendorSingle[] }
  | { readonly kind: 'batch'; readonly batch: VendorBatch };

/** Converts a request to emails. Throws a validation_error that names the invalid fields, or payload_too_large. */
export function mailsOf(request: MailRequest): Mails {
  const { files, personalizations, unsubscribing } = request;
  const [first] = personalizations;
  if (unsubscribing && files.length > 0) {
    throw faultAt('attachments', 'are not supported in email with an unsubscribe link. Link to the files instead.');
  }
  const isShared = !request.bccToAll && files.length === 0;
  const isBatch = isShared && isForMany(personalizations) && (personalizations.length > 1 || unsubscribing);
  if (first && isBatch) return { kind: 'batch', batch: batchOf(request, first) };
  if (unsubscribing) {
    throw faultAt(
      'personalizations',
      'must each have exactly one recipient, without cc and bcc, and the same header and custom_args names, because ' +
        'each recipient gets a separate unsubscribe link.',
    );
  }
  return { kind: 'singles', singles: singlesOf(request) };
}

function singlesOf(request: MailRequest): VendorSingle[] {
  const singles: VendorSingle[] = [];
  let bytes = 0;
  for (const one of request.personalizations) {
    const single = singleOf(request, one);
    bytes += Buffer.byteLength(single.send.html ?? '') + Buffer.byteLength(single.send.text ?? '');
    requireTotalBytes(bytes);
    singles.push(single);
  }
  return singles;
}

/**
 * Returns whether each personalization has a single, distinct recipient, all personalizations have the same header and
 * argument names, and there are at most 200 substitution keys. Such a request is stored once, with the values for each
 * recipient.
 */
function isForMany(all: readonly Personalization[]): boolean {
  const addresses = new Set(all.map(({ to }) => to[0]?.written.toLowerCase()));
  const [first] = all;
  return (
    first !== undefined &&
    addresses.size === all.length &&
    all.every(
      (one) =>
        one.to.length === 1 &&
        one.cc.length + one.bcc.length === 0 &&
        isNamedAlike(one.headers, first.headers) &&
        isNamedAlike(one.customArgs, first.customArgs),
    ) &&
    keysOf(all).size <= MAX_KEYS
  );
}

function isNamedAlike(one: Texts, other: Texts): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}

function keysOf(all: readonly Personalization[]): ReadonlySet<string> {
  return new Set(all.flatMap(({ substitutions }) => Object.keys(substitutions)));
}

function singleOf(request: MailRequest, one: Personalization): VendorSingle {
  const fill = filler(one.substitutions);
  const [html, text] = [request.html && fill(request.html), request.text && fill(request.text)];
  const bcc = request.bccToAll ? [...one.bcc, request.bccToAll] : one.bcc;
  const send = parse(request, {
    to: one.to.map(({ mailbox }) => mailbox),
    cc: one.cc.map(({ mailbox }) => mailbox),
    bcc: bcc.map(({ mailbox }) => mailbox),
    subject: fill(one.subject ?? request.subject ?? ''),
    html: html || null,
    text: text || null,
    headers: customOf(filled({ ...request.headers, ...one.headers }, fill)),
  });
  const metadata = metadataOf(filled({ ...request.customArgs, ...one.customArgs }, fill));
  const facts = factsOf(request, send, metadata);
  requireFiles(request.files, facts.bytes, 'attachments');
  return { ...facts, send, files: request.files, written: writtenIn([...one.to, ...one.cc, ...bcc]) };
}

/**
 * Creates a batch. Values that differ between recipients become recipient variables, and everything else is stored
 * once.
 */
function batchOf(request: MailRequest, first: Personalization): VendorBatch {
  const { personalizations } = request;
  // The rules for single messages apply to everything except the recipients, so validate the message for the first
  // recipient.
  const { metadata, send } = singleOf(request, first);
  const headers = customOf({ ...request.headers, ...first.headers });
  const places = (texts: Texts, own: Texts, mark: string): [string, string][] =>
    Object.entries(texts).map(([name, value]) => [name, Object.hasOwn(own, name) ? placeOf(mark, name) : plain(value)]);
  return {
    ...factsOf(request, send, Object.fromEntries(places(metadata, first.customArgs, ARG))),
    from: send.from,
    replyTo: send.replyTo,
    subject: placeOf(SUBJECT, ''),
    html: request.html === undefined ? undefined : plain(request.html),
    text: request.text === undefined ? undefined : plain(request.text),
    headers: places(headers, first.headers, HEADER).map(([name, value]) => ({ name, value })),
    recipients: personalizations.map((one) => recipientOf(request, one)),
    pattern: patternOf(new Set([...keysOf(personalizations), UNSUBSCRIBE])),
    unsubscribe: request.unsubscribing && { audience: request.unsubscribing.audience, place: UNSUBSCRIBE },
    asWritten: (name) => name,
    repeatKey: undefined,
  };
}

function recipientOf({ subject = '' }: MailRequest, one: Personalization): BatchRecipient {
  const fill = filler(one.substitutions);
  const own = (texts: Texts, mark: string): [string, string][] =>
    Object.entries(texts).map(([name, value]) => [placeOf(mark, name), fill(value)]);
  const written = one.to[0]?.written ?? '';
  const mailbox = parseMailbox(written);
  const filledSubject = fill(one.subject ?? subject);
  if (filledSubject.trim() === '') throw faultAt(`${one.at}.subject`, 'must not be empty.');
  return {
    address: isFault(mailbox) ? undefined : mailbox.address,
    written,
    variables: {
      ...one.substitutions,
      [placeOf(SUBJECT, '')]: filledSubject,
      ...Object.fromEntries([...own(one.headers, HEADER), ...own(one.customArgs, ARG)]),
    },
  };
}

function placeOf(mark: string, name: string): string {
  return `${mark}${name}${END}`;
}

/** Removes characters that would be mistaken for a placeholder. */
function plain(text: string): string {
  return text.replaceAll(MARKS, '');
}

/**
 * Returns a pattern that matches all placeholders: the substitution keys as written, longest first, and the
 * placeholders for subjects, headers, and arguments.
 */
function patternOf(keys: ReadonlySet<string>): RegExp {
  const literal = [...keys]
    .filter((key) => key !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`(${[`[${SUBJECT}${HEADER}${ARG}][^${END}]*${END}`, ...literal].join('|')})`);
}

/**
 * Returns a function that replaces keys with their values in a single pass, so that keys in values are not replaced.
 */
function filler(substitutions: Texts): (text: string) => string {
  const keys = new Set(Object.keys(substitutions));
  if (keys.size === 0) return (text) => text;
  const pattern = new RegExp(patternOf(keys), 'g');
  return (text) => text.replaceAll(pattern, (key) => substitutions[key] ?? key);
}

function filled(texts: Texts, fill: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fill(value)]));
}

/** Removes headers that the server sets. */
function customOf(headers: Texts): Texts {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !isStructural(name) && name.toLowerCase() !== 'reply-to'),
  );
}

function parse({ categories, from, headers, replyTo }: MailRequest, words: Readonly<Record<string, unknown>>): Send {
  const named = Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === 'reply-to' ? [value] : []));
  const answers = replyTo.length === 0 ? named : replyTo.map(({ mailbox }) => mailbox);
  const send = parser.parse({ ...words, from: from.mailbox, tag: nativeTag(categories) ?? null });
  return { ...send, replyTo: parseReplyTo(answers, replyTo.length === 0 ? 'headers.Reply-To' : 'reply_to_list') };
}

function factsOf(request: MailRequest, send: Send, metadata: Metadata): VendorFacts {
  const { categories, html, isTest, text, track, unsubscribing } = request;
  return {
    vendor: 'sendgrid',
    domain: domainOf(send.from.address),
    tags: categories,
    // Recipients who unsubscribed from all email of the account are always skipped, so no audience is needed.
    ...(unsubscribing && unsubscribing.audience !== '' && { audiences: [unsubscribing.audience] }),
    metadata,
    track,
    isTest,
    bytes: Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? ''),
  };
}

function metadataOf(metadata: Texts): Metadata {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes <= MAX_METADATA_BYTES) return metadata;
  throw faultAt('custom_args', `must be at most ${MAX_METADATA_BYTES} bytes in total, not ${bytes}.`);
}

/** Returns the tag in the format of our own API, based on the first category. */
function nativeTag([category = '']: readonly string[]): string | undefined {
  const slug = category
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[_.-]+/, '');
  return slug || undefined;
}

function writtenIn(all: readonly Named[]): ReadonlyMap<EmailAddress, string> {
  return new Map(
    all.flatMap(({ written }): [EmailAddress, string][] => {
      const mailbox = parseMailbox(written);
      return isFault(mailbox) ? [] : [[mailbox.address, written]];
    }),
  );
}

import { domainOf, isFault, parseMailbox, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ALSO_ALLOWED, isStructural } from '../resend/index.ts';
import { createSendParser, MAX_REPLY_TO, type Send } from '../../transactional/messages/index.ts';
import {
  faultAt,
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
/** Of all mails together, once what stands for a substitution is put in: what one transaction takes. */
const MAX_TOTAL_BYTES = 60 * 1024 * 1024;
/** Keys of one mail to many; with more it is as many messages. */
const MAX_KEYS = 200;
/** What begins the places of values that differ beside substitutions, and what ends them: characters that no text means. */
const [SUBJECT, HEADER, ARG, END] = ['\ufdd2', '\ufdd3', '\ufdd4', '\ufdd5'] as const;
const MARKS = /[\ufdd0-\ufdd5]/g;

/** A request as it is accepted: messages that their recipients see as one each, or one mail to many who do not see each other. */
export type Mails =
  | { readonly kind: 'singles'; readonly singles: readonly VendorSingle[] }
  | { readonly kind: 'batch'; readonly batch: VendorBatch };

/** What a request means. Throws validation_error naming the fields at fault, and payload_too_large. */
export function mailsOf(request: MailRequest): Mails {
  const { personalizations } = request;
  const [first] = personalizations;
  if (first && personalizations.length > 1 && isForMany(personalizations)) {
    return { kind: 'batch', batch: batchOf(request, first) };
  }
  const singles: VendorSingle[] = [];
  let bytes = 0;
  for (const one of personalizations) {
    const single = singleOf(request, one);
    bytes += Buffer.byteLength(single.send.html ?? '') + Buffer.byteLength(single.send.text ?? '');
    if (bytes > MAX_TOTAL_BYTES) throw tooMuch();
    singles.push(single);
  }
  return { kind: 'singles', singles };
}

/**
 * Whether each personalization is one mail to one address, all of them different, and what differs has the same names in all:
 * such a request is kept once, with what is put into its places.
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
  const send = parse(request, {
    to: one.to.map(({ mailbox }) => mailbox),
    cc: one.cc.map(({ mailbox }) => mailbox),
    bcc: one.bcc.map(({ mailbox }) => mailbox),
    subject: fill(one.subject ?? request.subject ?? ''),
    html: html || null,
    text: text || null,
    headers: customOf(filled({ ...request.headers, ...one.headers }, fill)),
  });
  const metadata = metadataOf(filled({ ...request.customArgs, ...one.customArgs }, fill));
  return { ...factsOf(request, send, metadata), send, written: writtenIn([...one.to, ...one.cc, ...one.bcc]) };
}

/** What differs becomes a variable of the recipient; all else is kept once. */
function batchOf(request: MailRequest, first: Personalization): VendorBatch {
  const { personalizations } = request;
  // Everything but the recipients follows the rules of a single mail: that to the first of them.
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
    pattern: patternOf(keysOf(personalizations)),
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

/** A text without what could be taken for a place. */
function plain(text: string): string {
  return text.replaceAll(MARKS, '');
}

/** What stands for a value: the keys as they are, the longest first, and the places of what differs otherwise. */
function patternOf(keys: ReadonlySet<string>): RegExp {
  const literal = [...keys]
    .filter((key) => key !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`(${[`[${SUBJECT}${HEADER}${ARG}][^${END}]*${END}`, ...literal].join('|')})`);
}

/** Puts values in the places of their keys, once: what a value holds is no key again. */
function filler(substitutions: Texts): (text: string) => string {
  const keys = new Set(Object.keys(substitutions));
  if (keys.size === 0) return (text) => text;
  const pattern = new RegExp(patternOf(keys), 'g');
  return (text) => text.replaceAll(pattern, (key) => substitutions[key] ?? key);
}

function filled(texts: Texts, fill: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fill(value)]));
}

/** Headers that we write ourselves are left out. */
function customOf(headers: Texts): Texts {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !isStructural(name) && name.toLowerCase() !== 'reply-to'),
  );
}

function parse({ categories, from, headers, replyTo }: MailRequest, words: Readonly<Record<string, unknown>>): Send {
  const [, named] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'reply-to') ?? [];
  const answers = replyTo.length === 0 && named !== undefined ? [named] : replyTo.map(({ mailbox }) => mailbox);
  if (answers.length > MAX_REPLY_TO) throw faultAt('reply_to_list', `must contain at most ${MAX_REPLY_TO} addresses.`);
  const send = parser.parse({ ...words, from: from.mailbox, tag: nativeTag(categories) ?? null });
  return {
    ...send,
    replyTo: answers.map((text): Mailbox => {
      const mailbox = parseMailbox(text);
      if (isFault(mailbox)) throw faultAt('reply_to', mailbox.fault);
      return mailbox;
    }),
  };
}

function factsOf({ categories, html, isTest, text, track }: MailRequest, send: Send, metadata: Metadata): VendorFacts {
  return {
    vendor: 'sendgrid',
    domain: domainOf(send.from.address),
    tags: categories,
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

/** The one tag that counts here: the first category, in the form that our own tags have. */
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

function tooMuch(): Refusal {
  return new Refusal('payload_too_large', {
    message: `The emails in the request exceed ${MAX_TOTAL_BYTES} bytes in total.`,
    fix: 'Send to fewer recipients per request. If the emails differ only in some values, use substitutions.',
  });
}

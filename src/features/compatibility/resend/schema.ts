import { Type } from 'typebox';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Parser } from '../../../http/parser.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import {
  createSendParser,
  MAX_BATCH_ITEMS,
  MAX_REPLY_TO,
  type BatchItem,
  type Send,
} from '../../transactional/messages/index.ts';
import { rejectionOf } from '../fields/index.ts';
import { isAbsent, isObject } from './absent.ts';
import { ALSO_ALLOWED, readHeaders } from './headers.ts';
import { nativeMailbox, splitMailboxes, type Sandbox } from './mailboxes.ts';
import { SEND_EMAIL } from './operations.ts';
import { nativeTag, readTags } from './tags.ts';
import { Unfilled } from './with-template.ts';

type Fields = Readonly<Record<string, unknown>>;
type Fail = (field: string, sentence: string) => void;

const nativeParser = createSendParser(ALSO_ALLOWED);

/**
 * Returns the parser for a message sent through the compatible endpoint. The parser throws validation_error with the
 * errors for all fields.
 */
export function compatSend(sandbox: Sandbox): Parser<Send> {
  return { schema: Type.Unknown(), parse: (given) => parseSend(given, sandbox) };
}

/**
 * Returns the parser for a batch sent through the compatible endpoint. The parser throws validation_error unless the
 * body is a list of 1 to 100 items. The result for an invalid item is an error, with the item's index in the field
 * names.
 */
export function compatBatch(sandbox: Sandbox): Parser<readonly BatchItem[]> {
  return {
    schema: Type.Unknown(),
    parse(given) {
      if (!Array.isArray(given)) throw invalid({ body: [`must be an array of 1 to ${MAX_BATCH_ITEMS} emails.`] });
      if (given.length < 1 || given.length > MAX_BATCH_ITEMS) {
        throw invalid({ body: [`must be an array of 1 to ${MAX_BATCH_ITEMS} emails, not ${given.length}.`] });
      }
      return given.map((item: unknown, index) => parseItem(item, index, sandbox));
    },
  };
}

function parseItem(given: unknown, index: number, sandbox: Sandbox): BatchItem {
  if (given instanceof Unfilled) return { given: given.given, refusal: placed(given.refusal, index) };
  try {
    return { given, send: parseSend(given, sandbox) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { given, refusal: placed(error, index) };
  }
}

function placed({ details: { errors = {} } }: Refusal, index: number): Refusal {
  const fields = Object.entries(errors);
  return invalid(Object.fromEntries(fields.map(([field, sentences]) => [`${index}.${field}`, sentences])));
}

function parseSend(given: unknown, sandbox: Sandbox): Send {
  if (!isObject(given)) throw invalid({ body: ['must be an object.'] });
  const faults = createFieldFaults();
  const fail: Fail = (field, sentence) => faults.add(field, sentence);
  refuseUnsupported(given, fail);
  const tags = readTags(given['tags'], fail);
  const headers = readHeaders(given['headers'], fail);
  const [firstReply, ...otherReplies] = readReplyTo(given, headers.replyTo, sandbox);
  const fields = {
    ...requiredFields(given, sandbox),
    cc: mailboxesOf(given['cc'], sandbox),
    bcc: mailboxesOf(given['bcc'], sandbox),
    reply_to: firstReply ?? null,
    html: givenOrNull(given['html']),
    text: givenOrNull(given['text']),
    tag: nativeTag(tags) ?? null,
    headers: headers.custom,
  };
  const send = parseNatively(fields, fail);
  const moreReplies = parseReplies(otherReplies, fail);
  const errors = faults.errors();
  if (errors || !send) throw invalid(errors ?? {});
  return {
    ...send,
    replyTo: send.replyTo.concat(moreReplies),
    // As in Resend, an empty `text` opts out of the text part that is otherwise generated.
    ...(given['text'] === '' && send.html !== undefined && { text: '' }),
    ...(tags.length > 0 && { tags }),
  };
}

function refuseUnsupported(given: Fields, fail: Fail): void {
  for (const [field, value] of Object.entries(given)) {
    const sentence = isAbsent(value) ? undefined : rejectionOf(SEND_EMAIL.objects[''], field, value);
    if (sentence !== undefined) fail(field, sentence);
  }
}

function givenOrNull(value: unknown): unknown {
  return isAbsent(value) ? null : value;
}

/** Returns the required fields of a message. Missing fields are omitted, so that the parser reports them. */
function requiredFields(given: Fields, sandbox: Sandbox): Record<string, unknown> {
  const from = given['from'];
  const to = mailboxesOf(given['to'], sandbox);
  return {
    ...(!isAbsent(from) && { from: typeof from === 'string' ? nativeMailbox(from, sandbox) : from }),
    ...(to.length > 0 && { to }),
    ...(!isAbsent(given['subject']) && { subject: given['subject'] }),
  };
}

/**
 * Converts a string, a list of strings, or an absent value to a list of mailboxes. Returns other values unchanged, so
 * that the parser reports them.
 */
function mailboxesOf(given: unknown, sandbox: Sandbox): unknown[] {
  const elements: unknown[] = Array.isArray(given) ? given : [given];
  return elements
    .filter((element) => !isAbsent(element))
    .flatMap((element) =>
      typeof element === 'string'
        ? splitMailboxes(element).map((mailbox) => nativeMailbox(mailbox, sandbox))
        : [element],
    );
}

/**
 * Returns the reply addresses from `reply_to`. If `reply_to` is absent, returns the addresses from `replyTo`, which
 * older clients send, or from the header.
 */
function readReplyTo(given: Fields, header: string | undefined, sandbox: Sandbox): unknown[] {
  const chosen = [given['reply_to'], given['replyTo'], header].find((value) => !isAbsent(value));
  return mailboxesOf(chosen, sandbox);
}

/** Parses all reply addresses except the first, which the native request already contains. */
function parseReplies(others: readonly unknown[], fail: Fail): Mailbox[] {
  if (others.length >= MAX_REPLY_TO) {
    fail('reply_to', `must contain at most ${MAX_REPLY_TO} addresses, not ${others.length + 1}.`);
    return [];
  }
  return others.flatMap((given, index) => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { fault: 'must be a string.' };
    if (!isFault(mailbox)) return [mailbox];
    fail(`reply_to.${index + 1}`, mailbox.fault);
    return [];
  });
}

function parseNatively(fields: unknown, fail: Fail): Send | undefined {
  try {
    return nativeParser.parse(fields);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const [field, sentences] of Object.entries(error.details.errors ?? {})) {
      for (const sentence of sentences) fail(field, sentence);
    }
    return undefined;
  }
}

import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { argumentsOf, namesIn, READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { listDomains } from '../../sending/domains/index.ts';
import { batchRequest, type BatchItem } from './batch-schema.ts';
import { sendBatch } from './batch.ts';
import { defaultSender } from './default-sender.ts';
import { keyedSend } from './keyed-send.ts';
import { MAX_BATCH_ITEMS } from './limits.ts';
import { listPage } from './list.ts';
import { listRequest } from './list-request.ts';
import { lookUpMessage } from './lookup.ts';
import type { Send } from './schema.ts';
import { sendMessage, type SendParts } from './send.ts';
import { sendersTool } from './senders-tool.ts';
import {
  batchArgumentsShown,
  emailArguments,
  emailArgumentsTaken,
  getEmailDoc,
  listEmailsDoc,
  sendBatchDoc,
  sendEmailDoc,
} from './tool-docs.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';

const FIELDS = ['to', 'cc', 'bcc', 'reply_to'];

type Fields = Readonly<Record<string, unknown>>;
const SEND = 'transactional:send';
const READ = 'transactional:read';

const SEND_ALIASES = { replyTo: 'reply_to', idempotencyKey: 'idempotency_key' };
/**
 * Unsupported arguments that are passed to the parser of the HTTP API, because its error message suggests an
 * alternative.
 */
const SEND_ALSO_READ = ['attachments', 'scheduled_at'];
const EMAIL_NAMES = { known: namesIn(emailArguments), aliases: SEND_ALIASES, alsoRead: SEND_ALSO_READ };

type Parts = SendParts & { readonly clock: Clock };

/** Returns the tools of the transactional API. They call the same functions as the routes. */
export function transactionalTools(parts: Parts): Tool[] {
  return [
    tool({
      ...sendEmailDoc,
      scope: SEND,
      isForDomainKeys: true,
      aliases: SEND_ALIASES,
      alsoRead: SEND_ALSO_READ,
      input: { schema: emailArguments, parse: (value) => email.parse(isObject(value) ? withLists(value) : value) },
      handle: async ({ principal }, given) => {
        const sender = createSenderOf(parts, principal);
        const { fields, moreReplies } = withOneReply({ ...given, from: given.from ?? (await sender()) });
        const { key, send } = keyedSend.parse(fields);
        const whole = withReplies(send, moreReplies);
        return (await sendMessage(parts, principal, whole, key)).answer;
      },
    }),
    tool({
      ...sendBatchDoc,
      scope: SEND,
      isForDomainKeys: true,
      input: { schema: batchArgumentsShown, parse: (value) => batchArguments.parse(value) },
      handle: async ({ principal, problem }, { emails }) => {
        const items = await itemsOf(emails, createSenderOf(parts, principal));
        const { answer } = await sendBatch(parts, principal, { mode: 'each', items, key: undefined, problem });
        return { results: answer.data };
      },
    }),
    tool({
      ...getEmailDoc,
      scope: READ,
      isForDomainKeys: true,
      annotations: READ_ONLY,
      input: parserOf(getEmailDoc.input),
      handle: ({ principal }, { id }) => lookUpMessage(parts, principal, id),
    }),
    tool({
      ...listEmailsDoc,
      scope: READ,
      isForDomainKeys: true,
      annotations: READ_ONLY,
      aliases: { cursor: 'after' },
      input: parserOf(listEmailsDoc.input),
      handle: ({ principal }, { limit, ...fields }) => {
        const query = { ...fields, ...(limit !== undefined && { limit: String(limit) }) };
        return listPage(parts.db, principal, listRequest(parts.clock).parse(query));
      },
    }),
    sendersTool(parts),
  ];
}

const email = parserOf(emailArgumentsTaken);

/** Schema of a batch. It does not describe the items, because they are validated one by one. */
const batchArguments = parserOf(
  Type.Object({ emails: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BATCH_ITEMS }) }),
);

/** Creates a function that returns the default sender. Looks it up on first use. */
function createSenderOf({ db, sandboxDomain }: Parts, principal: Principal): () => Promise<string> {
  let found: Promise<string> | undefined;
  const find = async (): Promise<string> => {
    const domains = await listDomains(db, principal.accountId);
    const verified = domains.filter(({ status }) => status === 'verified').map(({ name }) => name);
    return defaultSender(verified, principal, sandboxDomain);
  };
  return () => (found ??= find());
}

/**
 * Converts items to batch items of the HTTP API, in the same order. For an item that cannot be converted, returns the
 * error.
 */
async function itemsOf(emails: readonly unknown[], sender: () => Promise<string>): Promise<BatchItem[]> {
  const prepared: (ReturnType<typeof withOneReply> | Refusal)[] = [];
  for (const one of emails) prepared.push(await prepare(one, sender));
  const parsed = batchRequest.parse({ emails: prepared.map((one) => (one instanceof Refusal ? null : one.fields)) });
  return parsed.map((item, index) => {
    const one = prepared[index];
    if (one instanceof Refusal) return { given: emails[index], refusal: atItem(one, index) };
    return item.send && one ? withRepliesOfItem(item, item.send, one.moreReplies, index) : item;
  });
}

async function prepare(
  given: unknown,
  sender: () => Promise<string>,
): Promise<ReturnType<typeof withOneReply> | Refusal> {
  if (!isObject(given)) return invalid({ '': ['must be an object.'] });
  try {
    const fields = withLists(argumentsOf(given, EMAIL_NAMES));
    return withOneReply({ ...fields, from: fields['from'] ?? (await sender()) });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function withRepliesOfItem(item: BatchItem, send: Send, moreReplies: readonly unknown[], index: number): BatchItem {
  try {
    return { ...item, send: withReplies(send, moreReplies) };
  } catch (error) {
    if (error instanceof Refusal) return { given: item.given, refusal: atItem(error, index) };
    throw error;
  }
}

/** Returns an error whose field paths start with `emails.<index>`, for one email of an array. */
function atItem({ details }: Refusal, index: number): Refusal {
  const fields = Object.entries(details.errors ?? {});
  return invalid(
    Object.fromEntries(fields.map(([name, sentences]) => [`emails.${index}${name && `.${name}`}`, sentences])),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts addresses given as strings to arrays. */
function withLists(given: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      FIELDS.includes(name) && typeof value === 'string' ? [value] : value,
    ]),
  );
}

/** Splits the Reply-To addresses into the first, which the HTTP API accepts, and the rest. */
function withOneReply(fields: Fields): { readonly fields: Fields; readonly moreReplies: readonly unknown[] } {
  const { reply_to: replies, ...others } = fields;
  if (!Array.isArray(replies)) return { fields, moreReplies: [] };
  const [first, ...moreReplies] = replies as readonly unknown[];
  return { fields: { ...others, ...(first !== undefined && { reply_to: first }) }, moreReplies };
}

/** Adds further Reply-To addresses to a send. Throws validation_error for invalid addresses. */
function withReplies(send: Send, moreReplies: readonly unknown[]): Send {
  const errors: Record<string, readonly string[]> = {};
  const mailboxes = moreReplies.flatMap((given, index): Mailbox[] => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { fault: 'must be a string.' };
    if (!isFault(mailbox)) return [mailbox];
    errors[`reply_to.${index + 1}`] = [mailbox.fault];
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return mailboxes.length === 0 ? send : { ...send, replyTo: send.replyTo.concat(mailboxes) };
}

import type { Clock } from '../../../base/clock.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { createUuidGenerator, presentId, rangeOfUuids, timeOfUuid } from '../../../base/ids.ts';
import type { Principal, QuotaCounters } from '../../../http/principal.ts';
import { presentMailbox } from '../../../mail/address.ts';
import { encodeContent } from './content.ts';
import { acceptMessages, acceptOfAccounts } from './accept-queries.ts';
import type { MessageSummary } from './queries.ts';
import { simulateOutcome } from './sandbox.ts';
import type { Send } from './schema.ts';

/** Data for recognizing a repeated request: the idempotency key, and a fingerprint of the request. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** Rows that another feature stores in the transaction that accepts a message. */
export interface ExtraRows<Rows = unknown> {
  /**
   * Stores the rows of all messages that a transaction accepts. Called once per transaction. An error that does not
   * come from PostgreSQL rejects all messages of the transaction, so `rows` must be ready to be stored.
   */
  store(
    this: void,
    tx: Tx,
    accountId: number,
    accepted: readonly { readonly messageId: string; readonly rows: Rows }[],
  ): Promise<void>;
  readonly rows: Rows;
}

/** A send request that is ready to be accepted. */
export interface Submission {
  readonly send: Send;
  /** Number of emails that count towards the quota: the recipients that are not test addresses, or 0 for a notice. */
  readonly countedMails: number;
  readonly track?: MessageSummary['track'];
  readonly by?: MessageSummary['by'];
  readonly idempotency?: IdempotencyKey;
  readonly extra?: ExtraRows;
  /** Trace context (W3C `traceparent`) of the request, if traced. */
  readonly trace?: string | undefined;
}

export interface SubmissionParts {
  readonly sandboxDomain: string;
  readonly tracking: (accountId: number, tag: string) => Promise<{ readonly opens: boolean; readonly clicks: boolean }>;
}

/** Creates a submission from a parsed send request. */
export async function toSubmission(
  { sandboxDomain, tracking }: SubmissionParts,
  { accountId, person, rateBucket, via }: Principal,
  send: Send,
  idempotency: IdempotencyKey | undefined,
): Promise<Submission> {
  // For an API key, the rate bucket is the ID of the key. For calls by Postrider itself, the bucket is 0 and no ID is
  // stored.
  const id = person?.id ?? rateBucket;
  const track = send.track ?? (send.tag === undefined ? undefined : await tracking(accountId, send.tag));
  return {
    send,
    countedMails: send.recipients.filter((address) => !simulateOutcome(address, sandboxDomain)).length,
    ...(track && (track.opens || track.clicks) && { track }),
    ...(idempotency && { idempotency }),
    ...(id > 0 && { by: { via, id } }),
  };
}

/** Response to an accepted send. */
export interface Accepted {
  readonly id: string;
  readonly status: 'queued';
}

/** Result of a submission. */
export type Acceptance =
  | { readonly kind: 'accepted' | 'replayed'; readonly answer: Accepted }
  | { readonly kind: 'conflict' }
  /** The send exceeds the monthly or daily quota. */
  | { readonly kind: 'monthly' | 'daily'; readonly countedAnewInSeconds: number }
  | { readonly kind: 'suppressed'; readonly addresses: string };

/** A submission that is ready to be stored. */
export interface Message {
  /** The proposed ID. It may be replaced when the message is stored (see sql/functions/settle_message_ids.sql). */
  readonly id: string;
  readonly sender: string;
  readonly head: string;
  readonly content: Buffer;
  readonly submission: Submission;
}

/** Creates a function that prepares a submission: proposes an ID and encodes the bodies. */
export function createPacker(clock: Clock): (submission: Submission) => Message {
  const nextUuid = createUuidGenerator();
  return (submission) => ({
    id: nextUuid(clock.now()),
    sender: presentMailbox(submission.send.from),
    head: JSON.stringify(headOf(submission)),
    content: encodeContent(submission.send),
    submission,
  });
}

/**
 * Stores messages of one account, their queue rows, counters and idempotency responses in one statement. Resolves with
 * the result of each message, in order, and with the account's counters if they changed. The returned IDs are final and
 * greater than all earlier IDs of the account's messages, even those stored by other processes.
 */
export async function storeMessages(
  db: Db,
  accountId: number,
  messages: readonly Message[],
): Promise<{ readonly acceptances: readonly Acceptance[]; readonly counters: QuotaCounters | undefined }> {
  const recipients = recipientRows(messages);
  const contents = contentBlock(messages);
  const keyed = messages.some(({ submission }) => submission.idempotency);
  const column = <T>(pick: (message: Message) => T): T[] => (keyed ? messages.map(pick) : []);
  const ids = messages.map(({ id }) => id);
  const [least, greatest] = rangeOfUuids(ids);
  const [row] = await acceptMessages(
    db,
    accountId,
    ids,
    messages.map(({ sender }) => sender),
    messages.map(({ submission }) => submission.send.subject),
    messages.map(({ submission }) => submission.send.tag ?? null),
    messages.map(({ head }) => head),
    contents.starts,
    messages.map(({ content }) => content.length),
    contents.block,
    recipients.messages,
    recipients.numbers,
    recipients.addresses,
    messages.map(({ submission }) => submission.countedMails),
    messages.reduce((sum, { submission }) => sum + submission.countedMails, 0),
    column(({ submission }) => submission.idempotency?.key ?? null),
    column(({ submission }) => submission.idempotency?.fingerprint ?? null),
    column(({ id }) => JSON.stringify(answerOf(id))),
    least,
    greatest,
    new Date(timeOfUuid(greatest)),
  );
  if (!row) throw new Error('The accept statement returned no row');
  const [day = '', usedMonth, usedDay, ...judged] = row.outcome;
  return {
    acceptances: messages.map((message, index) =>
      toAcceptance(message, judged[index], judged[index + messages.length]),
    ),
    counters: usedMonth && day ? { day, monthUsed: Number(usedMonth), dayUsed: Number(usedDay) } : undefined,
  };
}

/** Messages of one account in a group commit. They have no idempotency keys. */
export interface Share {
  readonly accountId: number;
  readonly messages: readonly Message[];
}

/**
 * Result for one account of a group commit. Undefined if the account's messages were not stored and must be stored
 * separately.
 */
export type StoredShare = { readonly acceptances: readonly Acceptance[]; readonly counters: QuotaCounters } | undefined;

/**
 * Stores messages of several accounts in one statement, all or none for each account. Stores nothing for an account
 * with any suppressions, an insufficient quota, IDs that must be replaced, or rows that another call has locked. Use
 * `storeMessages` for these accounts.
 */
export async function storeShares(db: Db, shares: readonly Share[]): Promise<readonly StoredShare[]> {
  const messages = shares.flatMap((share) => share.messages);
  const recipients = recipientRows(messages);
  const contents = contentBlock(messages);
  const ranges = shares.map((share) => rangeOfUuids(share.messages.map(({ id }) => id)));
  const [row] = await acceptOfAccounts(
    db,
    shares.map(({ accountId }) => accountId),
    shares.map((share) => share.messages.reduce((sum, { submission }) => sum + submission.countedMails, 0)),
    ranges.map(([least]) => least),
    ranges.map(([, greatest]) => greatest),
    ranges.map(([, greatest]) => new Date(timeOfUuid(greatest))),
    shares.flatMap((share, index) => share.messages.map(() => index + 1)),
    messages.map(({ id }) => id),
    messages.map(({ sender }) => sender),
    messages.map(({ submission }) => submission.send.subject),
    messages.map(({ submission }) => submission.send.tag ?? null),
    messages.map(({ head }) => head),
    contents.starts,
    messages.map(({ content }) => content.length),
    contents.block,
    recipients.messages,
    recipients.numbers,
    recipients.addresses,
  );
  if (!row) throw new Error('The accept statement returned no row');
  const [day = '', ...counters] = row.outcome;
  return shares.map((share, index) => {
    const [monthUsed, dayUsed] = counters.slice(2 * index, 2 * index + 2);
    if (!day || !monthUsed) return undefined;
    return {
      acceptances: share.messages.map((message) => toAcceptance(message)),
      counters: { day, monthUsed: Number(monthUsed), dayUsed: Number(dayUsed) },
    };
  });
}

function toAcceptance(message: Message, verdict: string | null = null, detail: string | null = null): Acceptance {
  switch (verdict) {
    case null:
      return { kind: 'accepted', answer: answerOf(detail ?? message.id) };
    case 'replayed':
      return { kind: 'replayed', answer: parseAnswer(detail) };
    case 'suppressed':
      return { kind: 'suppressed', addresses: detail ?? '' };
    case 'conflict':
      return { kind: verdict };
    case 'monthly':
    case 'daily':
      return { kind: verdict, countedAnewInSeconds: Number(detail) };
    default:
      throw new Error(`The accept statement returned the unknown verdict ${verdict}`);
  }
}

/** Returns the response to an accepted message. `id` is its UUID. */
export function answerOf(id: string): Accepted {
  return { id: presentId('tm', id), status: 'queued' };
}

/** Parses the stored response to a single send, as written by `storeMessages`. */
export function parseAnswer(stored: string | null): Accepted {
  // Safe cast: only `storeMessages` writes these responses.
  return JSON.parse(stored ?? '') as Accepted;
}

function contentBlock(messages: readonly Message[]): { starts: number[]; block: Buffer } {
  const starts: number[] = [];
  // In PostgreSQL, substring() of bytea starts at 1.
  let start = 1;
  for (const { content } of messages) {
    starts.push(start);
    start += content.length;
  }
  return { starts, block: Buffer.concat(messages.map(({ content }) => content)) };
}

function recipientRows(messages: readonly Message[]) {
  const rows = { messages: [] as number[], numbers: [] as number[], addresses: [] as string[] };
  for (const [index, { submission }] of messages.entries()) {
    for (const [no, address] of submission.send.recipients.entries()) {
      rows.messages.push(index + 1);
      rows.numbers.push(no);
      rows.addresses.push(address);
    }
  }
  return rows;
}

function headOf({ by, send, trace, track }: Submission): MessageSummary {
  return {
    to: send.to.map(presentMailbox),
    cc: send.cc.map(presentMailbox),
    bcc: send.bcc.map(presentMailbox),
    reply_to: send.replyTo.map(presentMailbox),
    ...headersOf(send),
    ...(send.tags && send.tags.length > 0 && { tags: send.tags }),
    ...(track && { track }),
    ...(send.signingDomain && { sign: send.signingDomain }),
    ...(send.tls && { tls: send.tls }),
    ...(send.files && send.files.length > 0 && { files: send.files }),
    ...(by && { by }),
    ...(trace !== undefined && { trace }),
  };
}

function headersOf({ headers }: Send): Pick<MessageSummary, 'headers' | 'repeated_headers'> {
  const byName = new Map<string, (typeof headers)[number]>();
  for (const field of headers) {
    const key = field.name.toLowerCase();
    if (!byName.has(key)) byName.set(key, field);
  }
  const first = [...byName.values()];
  const repeated = headers.filter((field) => !first.includes(field));
  return {
    headers: Object.fromEntries(first.map(({ name, value }) => [name, value])),
    ...(repeated.length > 0 && { repeated_headers: repeated }),
  };
}

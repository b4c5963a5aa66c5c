import { createBatcher, type Settled } from '../../base/batcher.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db.ts';
import { createUuidGenerator, presentId } from '../../base/ids.ts';
import { presentMailbox } from '../../mail/address.ts';
import { encodeContent } from './content.ts';
import { acceptMessages, type MessageHead } from './queries.ts';
import type { Send } from './schema.ts';

/** Greatest batch of one flush: about what one commit can take without keeping the next waiting. */
const MAX_BATCH = 256;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Past this, callers are told to come back: a fifth of a second's work at full speed. */
const MAX_WAITING = 4_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Answer of an accepted send. */
export interface Accepted {
  readonly id: string;
  readonly status: 'queued';
}

/** Takes messages in. */
export interface Acceptor {
  /**
   * Resolves once message, recipients and queue rows are committed. Rejects with service_unavailable when too much is
   * waiting, or with the database's error; then nothing was taken, unless the connection broke during the commit.
   */
  accept(accountId: number, send: Send): Promise<Accepted>;
  /** Resolves when nothing is being taken in any more. */
  idle(): Promise<void>;
}

interface Item {
  readonly accountId: number;
  readonly id: string;
  readonly sender: string;
  readonly head: string;
  readonly content: Buffer;
  readonly send: Send;
}

/**
 * The process's one way in: concurrent sends share a commit (one function call an account and flush), which is what
 * makes one hot account as fast as many.
 */
export function createAcceptor(parts: {
  readonly db: Database;
  readonly clock: Clock;
  /** Called after each commit. */
  readonly onAccepted: () => void;
}): Acceptor {
  const nextUuid = createUuidGenerator();
  const batcher = createBatcher<Item, Accepted>({
    flush: (items) => flush(parts.db, items, parts.onAccepted),
    bytesOf: (item) => item.content.length + item.head.length,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH_BYTES,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_BYTES,
  });
  return {
    accept: (accountId, send) =>
      batcher.add({
        accountId,
        id: nextUuid(parts.clock.now()),
        sender: presentMailbox(send.from),
        head: JSON.stringify(headOf(send)),
        content: encodeContent(send),
        send,
      }),
    idle: () => batcher.idle(),
  };
}

async function flush(
  db: Database,
  items: readonly Item[],
  onAccepted: () => void,
): Promise<readonly Settled<Accepted>[]> {
  const results = new Map<Item, Settled<Accepted>>();
  const byAccount = Map.groupBy(items, (item) => item.accountId);
  await Promise.all(
    [...byAccount].map(async ([accountId, group]) => {
      for (const [item, result] of await insertGroup(db, accountId, group)) results.set(item, result);
    }),
  );
  onAccepted();
  return items.map((item) => results.get(item) ?? { ok: false, error: new Error('A message got no result') });
}

async function insertGroup(
  db: Database,
  accountId: number,
  group: readonly Item[],
): Promise<(readonly [Item, Settled<Accepted>])[]> {
  try {
    await insert(db, accountId, group);
    return group.map((item) => [item, { ok: true, value: { id: presentId('tm', item.id), status: 'queued' } }]);
  } catch (error) {
    // PostgreSQL itself refused the statement, so nothing of it stands: one bad row must not take others with it.
    const isRefusedByServer = error instanceof Error && 'severity' in error && error.severity === 'ERROR';
    if (group.length === 1 || !isRefusedByServer) return group.map((item) => [item, { ok: false, error }]);
    const half = Math.ceil(group.length / 2);
    return [
      ...(await insertGroup(db, accountId, group.slice(0, half))),
      ...(await insertGroup(db, accountId, group.slice(half))),
    ];
  }
}

async function insert(db: Database, accountId: number, items: readonly Item[]): Promise<void> {
  const starts: number[] = [];
  const recipientMessages: number[] = [];
  const recipientNos: number[] = [];
  const recipients: string[] = [];
  // substring() of bytea counts from 1.
  let start = 1;
  for (const [index, item] of items.entries()) {
    starts.push(start);
    start += item.content.length;
    for (const [no, recipient] of item.send.recipients.entries()) {
      recipientMessages.push(index + 1);
      recipientNos.push(no);
      recipients.push(recipient);
    }
  }
  await acceptMessages(
    db,
    accountId,
    items.map((item) => item.id),
    items.map((item) => item.sender),
    items.map((item) => item.send.subject),
    items.map((item) => item.send.tag ?? null),
    items.map((item) => item.head),
    starts,
    items.map((item) => item.content.length),
    Buffer.concat(items.map((item) => item.content)),
    recipientMessages,
    recipientNos,
    recipients,
  );
}

function headOf(send: Send): MessageHead {
  return {
    to: send.to.map(presentMailbox),
    cc: send.cc.map(presentMailbox),
    bcc: send.bcc.map(presentMailbox),
    reply_to: send.replyTo.map(presentMailbox),
    headers: Object.fromEntries(send.headers.map(({ name, value }) => [name, value])),
  };
}

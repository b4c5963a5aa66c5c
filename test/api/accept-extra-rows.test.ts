import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openDatabase, type Database, type Tx } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import {
  createAcceptor,
  parseSend,
  type Acceptor,
  type ExtraRows,
} from '../../src/features/transactional/messages/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** Covers messages with rows of another feature, which are stored in the transaction that accepts the message. */

const AT_ONCE = 20;

let test: TestDatabase;
let db: Database;
let acceptor: Acceptor;
let accountId: number;
let made = 0;
/** Number of messages in each call of `store`. */
let calls: number[];

beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.script('create table extra_row (account_id bigint, message_id uuid, word text)');
  db = openDatabase({ url: test.url, log: silentLog, connections: 12, applicationName: 'test' });
  acceptor = createAcceptor({ db, clock: systemClock, onAccepted: () => {}, onCounted: () => {} });
});
beforeEach(async () => {
  accountId = await newAccount('paid');
  calls = [];
});
afterAll(async () => {
  await acceptor.idle();
  await db.close();
  await test.drop();
});

/** Creates an account and accepts its first message, which creates the counters of the account. */
async function newAccount(plan: 'free' | 'paid'): Promise<number> {
  made += 1;
  const { id } = await createAccount(db, { email: `extra${made}@x.example`, plan, isOperator: false });
  const send = parseSend({ from: 'a@x.example', to: ['b@x.example'], subject: 'Hello', text: 'Hi' });
  await acceptor.accept(id, [{ send, countedMails: 1 }]);
  return id;
}

async function store(
  tx: Tx,
  owner: number,
  accepted: readonly { readonly messageId: string; readonly rows: unknown }[],
): Promise<void> {
  calls.push(accepted.length);
  for (const { messageId, rows } of accepted) {
    await rowsOf(tx, 'insert into extra_row (account_id, message_id, word) values ($1, $2, $3)', [
      owner,
      messageId,
      rows,
    ]);
  }
}

interface Sent {
  readonly key?: string;
  readonly subject?: string;
  readonly word?: string;
  readonly storedBy?: ExtraRows['store'];
}

async function accept({ key, storedBy = store, subject = 'Hello', word = 'kept' }: Sent = {}, owner = accountId) {
  const send = parseSend({ from: 'a@x.example', to: ['b@x.example'], subject: 'Hello', text: 'Hi' });
  const [acceptance] = await acceptor.accept(owner, [
    {
      send: { ...send, subject },
      countedMails: 1,
      extra: { store: storedBy, rows: word },
      ...(key !== undefined && { idempotency: { key, fingerprint: 'same' } }),
    },
  ]);
  return acceptance;
}

/**
 * Returns the number of messages whose extra row was stored in the same transaction, of messages except the first one,
 * of extra rows, and of transactions that stored extra rows.
 */
async function kept(owner = accountId) {
  const [row] = await rowsOf<{ both: number; messages: number; rows: number; transactions: number }>(
    test.db,
    `select count(*) filter (where m.id is not null and e.message_id is not null)::integer as both,
       count(m.id)::integer - 1 as messages, count(e.message_id)::integer as rows,
       count(distinct e.stored_by)::integer as transactions
     from (select id, xmin::text as stored_by from message where account_id = $1) m
     full join (select message_id, xmin::text as stored_by from extra_row where account_id = $1) e
       on e.message_id = m.id and e.stored_by = m.stored_by`,
    [owner],
  );
  return row;
}

it('concurrent messages share a transaction with their extra rows', async () => {
  const accepted = await Promise.all(Array.from({ length: AT_ONCE }, () => accept()));
  for (const acceptance of accepted) expect(acceptance?.kind).toBe('accepted');
  expect(calls).toEqual([AT_ONCE]);
  expect(await kept()).toEqual({ both: AT_ONCE, messages: AT_ONCE, rows: AT_ONCE, transactions: 1 });
});

it('messages that arrive during a commit share the next one', async () => {
  const sent: Promise<unknown>[] = [];
  await test.db.transaction(async (tx) => {
    await rowsOf(tx, 'select from account_usage where account_id = $1 for update', [accountId]);
    sent.push(accept());
    await expect.poll(waitingForLocks).toBe(1);
    sent.push(...Array.from({ length: AT_ONCE }, () => accept()));
  });
  await Promise.all(sent);
  expect(calls).toEqual([1, AT_ONCE]);
});

it.each([
  ['the message', { subject: 'a\0b' }],
  ['an extra row', { word: 'a\0b' }],
])('if PostgreSQL rejects %s, only that message fails', async (_, bad) => {
  const refused = expect(accept(bad)).rejects.toThrow('invalid byte sequence');
  const good = await Promise.all(Array.from({ length: AT_ONCE }, () => accept()));
  await refused;
  for (const acceptance of good) expect(acceptance?.kind).toBe('accepted');
  expect(await kept()).toMatchObject({ both: AT_ONCE, messages: AT_ONCE, rows: AT_ONCE });
});

it('a key that is repeated concurrently stores one message and its rows once', async () => {
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => accept({ key: 'one' })));
  const later = await accept({ key: 'one' });
  expect([...all, later].map((acceptance) => acceptance?.kind)).toEqual([
    'accepted',
    ...Array.from({ length: AT_ONCE }, () => 'replayed'),
  ]);
  const ids = [...all, later].map((acceptance) => acceptance && 'answer' in acceptance && acceptance.answer.id);
  expect(new Set(ids).size).toBe(1);
  expect(await kept()).toEqual({ both: 1, messages: 1, rows: 1, transactions: 1 });
});

it('a rejected message stores no extra rows', async () => {
  const full = await newAccount('free');
  await rowsOf(test.db, 'update account_usage set day_used = 99 where account_id = $1', [full]);
  const kinds = (await Promise.all([accept({}, full), accept({}, full)])).map((acceptance) => acceptance?.kind);
  expect(kinds).toEqual(['accepted', 'daily']);
  expect(await kept(full)).toEqual({ both: 1, messages: 1, rows: 1, transactions: 1 });
});

it('stores neither the message nor its rows if the connection ends before the commit', async () => {
  const broken = accept({
    key: 'again',
    async storedBy(tx, owner, accepted) {
      await store(tx, owner, accepted);
      await rowsOf(tx, 'select pg_terminate_backend(pg_backend_pid())');
    },
  });
  await expect(broken).rejects.toThrow();
  expect(await kept()).toMatchObject({ messages: 0, rows: 0 });
  expect((await accept({ key: 'again' }))?.kind).toBe('accepted');
  expect(await kept()).toMatchObject({ both: 1, messages: 1, rows: 1 });
});

async function waitingForLocks(): Promise<number> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await rowsOf(test.db, text)).length;
}

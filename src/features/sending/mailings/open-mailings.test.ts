import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db.ts';
import { silentLog } from '../../../base/log.ts';
import { listen } from '../../../base/wake.ts';
import { DELIVERY_CHANNEL } from '../delivery/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { makeMailing, outcomeOf, readers } from '../../../../test/support/mailings.ts';
import {
  addRecipients,
  cancelMailing,
  closeMailing,
  createMailingSource,
  createRecipientStore,
  pauseMailing,
  recordMailingOutcomes,
  resumeMailing,
  startMailing,
  viewMailing,
  type MailingRecipient,
} from './index.ts';
import { MAX_BATCH_RECIPIENTS } from './limits.ts';

let database: TestDatabase;
let account = 1_000;
let id = '';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  account += 1;
  id = await makeMailing(database.db, account, { kind: 'open', mailClass: 'confirmation', source: 7 });
});
afterAll(async () => database.drop());

async function sql<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return database.db.query<Row>({ name: '', text }, []);
}

async function add(count: number, behind = 0): Promise<void> {
  await database.db.transaction((tx) => addRecipients(tx, account, id, readers(count, behind)));
}

async function report(kind: 'delivered' | 'suppressed' | 'deferred', limit = 1_000): Promise<void> {
  const rows = await sql<{ message_id: string; recipient_no: number }>(
    `select message_id, recipient_no from delivery where account_id = ${account} and next_at is not null
     order by message_id, recipient_no limit ${limit}`,
  );
  await database.db.transaction(async (tx: Tx) => {
    const outcomes = rows.map((row) => outcomeOf(row.message_id, row.recipient_no, kind));
    for (const { messageId, recipientNo } of outcomes) {
      const text = `update delivery set next_at = null where message_id = $1 and recipient_no = $2`;
      await tx.query({ name: '', text }, [messageId, recipientNo]);
    }
    await recordMailingOutcomes(tx, account, outcomes);
  });
}

async function view() {
  return viewMailing(database.db, account, id);
}

const rows = async () =>
  sql(`select recipient, class, status, is_ready, next_at <= now() as due, next_at = 'infinity' as held,
    next_at is null as ended from delivery where account_id = ${account} order by message_id, recipient_no`);

describe('an open mailing', () => {
  it('starts immediately and queues a message to each recipient as it is added, at any time', async () => {
    expect(await view()).toMatchObject({ kind: 'open', state: 'sending', source: 7, recipients: 0, closedAt: null });
    expect(await database.db.transaction((tx) => startMailing(tx, account, id))).toBe(false);
    await add(2);
    await add(1, 2);
    expect(await rows()).toMatchObject([
      { recipient: 'p1@example.com', class: 2, status: 5, is_ready: true, due: true },
      { recipient: 'p2@example.com' },
      { recipient: 'p3@example.com' },
    ]);
    expect(await view()).toMatchObject({ recipients: 3, delivered: 0 });
    await report('delivered');
    expect(await view()).toMatchObject({ state: 'sending', recipients: 3, delivered: 3 });
    await add(1, 3);
    expect(await view()).toMatchObject({ recipients: 4 });
  });

  it('shares its template with other mailings of the account', async () => {
    await makeMailing(database.db, account, { kind: 'open', mailClass: 'automation' });
    await makeMailing(database.db, account);
    await makeMailing(database.db, account, { subject: ['Another'] });
    expect(await sql(`select from mail_template where account_id = ${account}`)).toHaveLength(2);
  });

  it('has no rows that are polled while nothing is to be sent', async () => {
    expect(await sql(`select from mailing_chunk where account_id = ${account}`)).toEqual([]);
    expect(await sql(`select from recipient_batch where account_id = ${account}`)).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("adds recipients in the caller's transaction, so that they commit or roll back with it", async () => {
    const added = database.db.transaction(async (tx) => {
      await addRecipients(tx, account, id, readers(1));
      throw new Error('the contact could not be stored');
    });
    await expect(added).rejects.toThrow('the contact');
    expect(await rows()).toEqual([]);
    expect(await view()).toMatchObject({ recipients: 0 });
  });

  it('notifies the delivery processes with the commit', async () => {
    let hints = 0;
    let wake = (): void => {};
    const onWake = (): void => {
      hints += 1;
      wake();
    };
    const heard = (count: number): Promise<void> =>
      new Promise((resolve) => {
        wake = () => void (hints >= count && resolve());
        wake();
      });
    const listener = listen({ url: database.url, channel: DELIVERY_CHANNEL, log: silentLog, onWake });
    // The first notification means that the listener is ready.
    await heard(1);
    await add(1);
    await heard(2);
    await listener.close();
    expect(hints).toBe(2);
  });

  it('reports a suppressed address as suppressed and does not deliver to it', async () => {
    await sql(`insert into suppression (account_id, address, reason) values (${account}, 'p2@example.com', 'manual')`);
    await add(3);
    expect((await rows()).map(({ status }) => status)).toEqual([5, 1, 5]);
    await report('suppressed', 3);
    expect(await view()).toMatchObject({ suppressed: 3 });
  });

  it('lets concurrent calls add recipients without waiting, with unique keys', async () => {
    await add(1);
    let release = (): void => {};
    const holding = new Promise<void>((resolve) => (release = resolve));
    let began = (): void => {};
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    const slow = database.db.transaction(async (tx) => {
      await addRecipients(tx, account, id, readers(1, 1));
      began();
      await holding;
    });
    await hasBegun;
    // Each call would wait forever if it needed a lock that the first call holds.
    await Promise.all(Array.from({ length: 5 }, async (_none, no) => add(10, 2 + no * 10)));
    release();
    await slow;
    expect(await view()).toMatchObject({ recipients: 52 });
    const names = await sql(`select distinct message_id, recipient_no from delivery where account_id = ${account}`);
    expect(names).toHaveLength(52);
    expect(
      await sql(`select sum(recipients)::integer as sum from recipient_batch where account_id = ${account}`),
    ).toEqual([{ sum: 52 }]);
  });

  it('starts another recipient batch after the limit', async () => {
    await add(MAX_BATCH_RECIPIENTS);
    await add(1);
    await add(1, 1);
    const batches = await sql(`select recipients from recipient_batch where account_id = ${account} order by id`);
    expect(batches).toEqual([{ recipients: MAX_BATCH_RECIPIENTS }, { recipients: 2 }]);
  });

  it("uses the time when a recipient was added as Date, and passes the owner's IDs to links", async () => {
    await add(1);
    await sql(`update mailing_recipient set queued_at = '2026-02-03 04:05:06Z' where account_id = ${account}`);
    const asked: MailingRecipient[] = [];
    const source = createMailingSource({
      db: database.db,
      clock: systemClock,
      store: createRecipientStore(),
      linkToken: (recipient) => {
        asked.push(recipient);
        return 'token';
      },
    });
    id = await makeMailing(database.db, account, {
      kind: 'open',
      source: 9,
      headers: [{ name: 'List-Unsubscribe', value: ['<', { link: 0 }, '>'] }],
      linkPrefixes: ['https://t.example/u/'],
    });
    await add(1, 1);
    const batches = await sql<{ id: string }>(
      `select id from recipient_batch where account_id = ${account} order by id`,
    );
    const mails = await source(
      batches.map((batch) => ({ accountId: account, messageId: batch.id, mailClass: 'confirmation' as const })),
    );
    const composed = await Promise.all(
      batches.map(async (batch) => {
        const mail = mails.get(batch.id);
        return mail instanceof Error ? undefined : mail?.composedFor?.(1);
      }),
    );
    expect(composed[0]?.headers).toContainEqual({ name: 'Date', value: 'Tue, 03 Feb 2026 04:05:06 +0000' });
    expect(asked).toMatchObject([{ accountId: account, mailingId: id, recipientNo: 1, source: 9, ref: 1_002 }]);
  });
});

describe('a pause of an open mailing', () => {
  it('holds queued recipients and those added later, until it is resumed', async () => {
    await add(1);
    expect(await pauseMailing(database.db, account, id)).toBe(true);
    await add(1, 1);
    expect(await rows()).toMatchObject([{ held: true }, { held: true, is_ready: false }]);
    expect(await resumeMailing(database.db, account, id)).toBe(true);
    expect(await rows()).toMatchObject([{ held: false }, { held: false }]);
    expect(await view()).toMatchObject({ state: 'sending', recipients: 2 });
  });

  it('keeps a recipient that is added while the pause ends', async () => {
    await pauseMailing(database.db, account, id);
    let resumed: Promise<boolean> | undefined;
    await database.db.transaction(async (tx) => {
      await addRecipients(tx, account, id, readers(1));
      // The call waits for this transaction and then finds the row.
      resumed = resumeMailing(database.db, account, id);
      await expect
        .poll(
          async () =>
            sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
          { interval: 10 },
        )
        .not.toEqual([]);
    });
    expect(await resumed).toBe(true);
    expect(await rows()).toMatchObject([{ held: false }]);
  });

  it('holds more rows than one statement can', async () => {
    for (let behind = 0; behind < 12_000; behind += 6_000) await add(6_000, behind);
    await pauseMailing(database.db, account, id);
    const text = `select count(*)::integer as count from delivery where account_id = ${account} and next_at = 'infinity'`;
    expect(await sql(text)).toEqual([{ count: 12_000 }]);
  });
});

describe('the end of an open mailing', () => {
  it('is reached when it is closed and all of its recipients have an outcome', async () => {
    await add(3);
    await report('delivered', 2);
    expect(await database.db.transaction((tx) => closeMailing(tx, account, id))).toBe(true);
    await expect(add(1)).rejects.toThrow('no longer accepts');
    expect(await view()).toMatchObject({ state: 'sending', recipients: 3, delivered: 2, closedAt: expect.any(Date) });
    await report('delivered');
    expect(await view()).toMatchObject({ state: 'sent', recipients: 3, delivered: 3, endedAt: expect.any(Date) });
    expect(await database.db.transaction((tx) => closeMailing(tx, account, id))).toBe(false);
  });

  it('is reached immediately when no recipient is left', async () => {
    await add(1);
    await report('delivered');
    await database.db.transaction((tx) => closeMailing(tx, account, id));
    expect(await view()).toMatchObject({ state: 'sent', recipients: 1, delivered: 1 });
  });

  it('waits for transactions that add recipients while it is closed, and counts them', async () => {
    let closed: Promise<boolean> | undefined;
    await database.db.transaction(async (tx) => {
      await addRecipients(tx, account, id, readers(1));
      closed = database.db.transaction((other) => closeMailing(other, account, id));
      await expect
        .poll(
          async () =>
            sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
          { interval: 10 },
        )
        .not.toEqual([]);
    });
    expect(await closed).toBe(true);
    expect(await view()).toMatchObject({ state: 'sending', recipients: 1 });
  });

  it('is permanent when it is canceled', async () => {
    await add(2);
    await pauseMailing(database.db, account, id);
    expect(await cancelMailing(database.db, account, id, 'The automation was deleted')).toBe(true);
    await expect(add(1)).rejects.toThrow('no longer accepts');
    expect(await rows()).toMatchObject([{ ended: true, status: 2 }, { ended: true }]);
    expect(await view()).toMatchObject({ state: 'cancelled', recipients: 2, reason: 'The automation was deleted' });
  });
});

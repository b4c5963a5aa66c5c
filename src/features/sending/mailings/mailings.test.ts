import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { silentLog } from '../../../base/log.ts';
import { listen } from '../../../base/wake.ts';
import { ensurePartitions } from '../../../base/partitions.ts';
import { isFault, parseAddress, parseMailbox, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import { DELIVERY_CHANNEL, type Claim, type FinishedRow, type RecordedOutcome } from '../delivery/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { createChunkQueue, type MailingQueue } from './chunk-queue.ts';
import { cancelMailing, pauseMailing, removeMailing, resumeMailing } from './index.ts';
import { CHUNK_RECIPIENTS, MAX_ADDED, MAX_DATA_BYTES, MAX_TEMPLATE_BYTES } from './limits.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  viewMailing,
  type NewMailing,
  type NewRecipient,
} from './mailing.ts';
import { recordLateMailingOutcome, recordMailingOutcomes } from './outcomes.ts';
import { purgeMailings } from './purge.ts';
import { createRecipientStore, type RecipientStore } from './recipient-store.ts';
import { createMailingSource } from './source.ts';

let database: TestDatabase;
let account = 1_000;
const queues: MailingQueue[] = [];
const createMailing = createMailingMaker({ clock: systemClock });

beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db);
});

beforeEach(async () => {
  for (const queue of queues.splice(0)) queue.abandon();
  // Clear leftover chunks, which the next test would otherwise claim.
  await sql(`update mailing_chunk set next_at = null`);
  account += 1;
});

afterAll(async () => {
  for (const queue of queues) queue.abandon();
  await database.drop();
});

describe('a mailing', () => {
  it('is sent in chunks, and ends when every recipient has an outcome', async () => {
    const id = await started(601);
    const queue = newQueue();
    const sizes: number[] = [];
    for (let claims = await queue.claim(); claims.length > 0; claims = await queue.claim()) {
      sizes.push(claims.length);
      await finish(
        queue,
        claims.map((claim) => outcome(claim, 'delivered')),
      );
    }
    expect(sizes).toEqual([250, 250, 101]);
    expect(await view(id)).toMatchObject({ state: 'sent', recipients: 601, delivered: 601 });
    expect(await sql(`select from mailing_chunk where mailing_id = '${id}' and next_at is not null`)).toEqual([]);
  });

  it('notifies the delivery processes when it starts and resumes, but not when there is nothing to send', async () => {
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
    await started(0);
    const id = await started(1);
    await heard(2);
    await pauseMailing(database.db, account, id);
    await resumeMailing(database.db, account, id);
    await heard(3);
    await resumeMailing(database.db, account, id);
    await listener.close();
    expect(hints).toBe(3);
  });

  it('without recipients ends when it starts', async () => {
    const id = await started(0);
    expect(await view(id)).toMatchObject({ state: 'sent', recipients: 0 });
    expect(await newQueue().claim()).toEqual([]);
  });

  it('accepts as many recipients at a time as the limit, and not one more', async () => {
    const id = await prepared(0);
    await add(id, people(MAX_ADDED));
    await expect(add(id, people(MAX_ADDED + 1))).rejects.toThrow(RangeError);
    expect(await view(id)).toMatchObject({ recipients: MAX_ADDED });
  });

  it('accepts values and a template up to their limits, and no larger ones', async () => {
    const room = MAX_DATA_BYTES - '{"a":""}'.length;
    const id = await prepared(0);
    await add(id, [{ address: address('a@example.com'), values: { a: 'x'.repeat(room) } }]);
    await expect(add(id, [{ address: address('a@example.com'), values: { a: 'x'.repeat(room + 1) } }])).rejects.toThrow(
      RangeError,
    );
    const empty = JSON.stringify({ ...template(), mailClass: undefined, html: [''] }).length;
    const make = (size: number) =>
      database.db.transaction((tx) => createMailing(tx, account, { ...template(), html: ['x'.repeat(size)] }));
    await make(MAX_TEMPLATE_BYTES - empty);
    await expect(make(MAX_TEMPLATE_BYTES - empty + 1)).rejects.toThrow(RangeError);
  });

  it('accepts no recipients once it has started, and starts only once', async () => {
    const id = await started(1);
    await expect(add(id, people(1))).rejects.toThrow('no longer accepts');
    expect(await database.db.transaction((tx) => startMailing(tx, account, id))).toBe(false);
  });

  it('stores values without the characters that PostgreSQL rejects', async () => {
    const id = await prepared(0);
    await add(id, [{ address: address('a@example.com'), values: { name: 'a\u0000\ud800b' } }]);
    await start(id);
    const store = createRecipientStore();
    const [claim] = await newQueue(store).claim();
    expect(store.get(await batchOf(id), claim?.recipientNo ?? 0)?.values).toEqual({ name: 'a\ufffdb' });
  });
});

describe('claiming', () => {
  it('alternates between the mailings of an account and between accounts', async () => {
    const owner = account;
    const huge = await started(CHUNK_RECIPIENTS * 5);
    const small = await started(1);
    account += 1;
    const others = await started(1);
    const queue = newQueue();
    const ids: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) ids.push((await queue.claim())[0]?.messageId);
    const batches = await Promise.all([huge, small, others].map(batchOf));
    expect(new Set(ids.slice(0, 3))).toEqual(new Set(batches));
    expect(ids[3]).toBe(batches[0]);
    expect(owner).toBeLessThan(account);
  });

  it('reads about the same number of pages regardless of how many chunks and mailings wait', async () => {
    await manyChunks(1, 10);
    const few = await pagesOfClaim();
    await manyChunks(20, 4_000);
    // Poll, because the number is temporarily higher if autovacuum has just invalidated a statement's plan.
    await expect.poll(pagesOfClaim).toBeLessThan(few + 40);
  });

  it('reports who has been suppressed since', async () => {
    await sql(`insert into suppression (account_id, address, reason) values (${account}, 'p2@example.com', 'manual')`);
    await started(3);
    const claims = await newQueue().claim();
    expect(claims.map((claim) => claim.isSuppressed)).toEqual([false, true, false]);
  });

  it('finds nothing while other workers hold the leases', async () => {
    await started(10);
    expect(await newQueue().claim()).toHaveLength(10);
    expect(await newQueue().claim()).toEqual([]);
  });
});

describe('a lease', () => {
  it('of a killed worker is taken over without losing recipients or sending twice to those with an outcome', async () => {
    const id = await started(250);
    const killed = newQueue();
    const first = await killed.claim();
    await finish(
      killed,
      first.slice(0, 100).map((claim) => outcome(claim, 'delivered')),
    );
    await finish(
      killed,
      first.slice(100, 120).map((claim) => outcome(claim, 'deferred')),
    );
    killed.abandon();
    await leasesRunOut();

    const other = newQueue();
    const rest = await other.claim();
    expect(rest.map((claim) => claim.recipientNo)).toEqual(first.slice(120).map((claim) => claim.recipientNo));
    await finish(
      other,
      rest.map((claim) => outcome(claim, 'delivered')),
    );
    expect(await other.claim()).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'sending', delivered: 230 });
  });

  it('that expired fences its holder: a late outcome is rejected', async () => {
    const id = await started(2);
    const [late, next] = [newQueue(), newQueue()];
    const claims = await late.claim();
    await leasesRunOut();
    const taken = await next.claim();
    expect(
      await finish(
        late,
        claims.map((claim) => outcome(claim, 'bounced')),
      ),
    ).toEqual([]);
    expect(
      await finish(
        next,
        taken.map((claim) => outcome(claim, 'delivered')),
      ),
    ).toEqual([0, 1]);
    expect(await view(id)).toMatchObject({ state: 'sent', delivered: 2, bounced: 0 });
    await late.renew();
    expect(claims.some((claim) => late.isSafe(claim))).toBe(false);
  });

  it('is valid even after it expired, while no other worker has taken the chunk', async () => {
    const id = await started(1);
    const queue = newQueue();
    const claims = await queue.claim();
    await leasesRunOut();
    expect(
      await finish(
        queue,
        claims.map((claim) => outcome(claim, 'delivered')),
      ),
    ).toEqual([0]);
    expect(await view(id)).toMatchObject({ state: 'sent' });
  });

  it('is renewed while a recipient of the chunk is open', async () => {
    await started(2);
    const queue = newQueue();
    await queue.claim();
    await leasesRunOut();
    await queue.renew();
    expect(await newQueue().claim()).toEqual([]);
  });

  it('is safe until shortly before its end', async () => {
    await started(1);
    let nowMs = systemClock.now();
    const queue = newQueue(createRecipientStore(), { now: () => nowMs });
    const [claim] = await queue.claim();
    if (!claim) throw new Error('Nothing claimed');
    nowMs += 19_999;
    expect(queue.isSafe(claim)).toBe(true);
    nowMs += 1;
    expect(queue.isSafe(claim)).toBe(false);
  });

  it('is released after 15 minutes without progress', async () => {
    await started(1);
    let nowMs = systemClock.now();
    const queue = newQueue(createRecipientStore(), { now: () => nowMs });
    await queue.claim();
    nowMs += 15 * 60_000 + 1;
    await queue.renew();
    await leasesRunOut();
    expect(await newQueue().claim()).toHaveLength(1);
  });

  it('is kept while a slow server takes longer than 15 minutes, so that the message is not sent twice', async () => {
    await started(1);
    let nowMs = systemClock.now();
    const queue = newQueue(createRecipientStore(), { now: () => nowMs });
    const [onWire] = await queue.claim();
    if (!onWire) throw new Error('Nothing claimed');
    expect(queue.isSafe(onWire)).toBe(true);
    nowMs += 60 * 60_000;
    await leasesRunOut();
    await queue.renew();
    expect(await newQueue().claim()).toEqual([]);
    await finish(queue, [outcome(onWire, 'delivered')]);
  });

  it('expires when a recipient was dropped shortly before its end, so that its message is not delayed forever', async () => {
    await started(2);
    let nowMs = systemClock.now();
    const queue = newQueue(createRecipientStore(), { now: () => nowMs });
    const [dropped, onWire] = await queue.claim();
    if (!dropped || !onWire) throw new Error('Nothing claimed');
    expect(queue.isSafe(onWire)).toBe(true);
    // The database was unavailable for 21 seconds, so the lease was not renewed.
    nowMs += 21_000;
    expect(queue.isSafe(dropped)).toBe(false);
    await queue.renew();
    await leasesRunOut();
    await queue.renew();
    // The message that is being sent keeps the lease, but no other message is sent under this lease.
    expect(await newQueue().claim()).toEqual([]);
    expect(queue.isSafe(dropped)).toBe(false);

    await finish(queue, [outcome(onWire, 'delivered')]);
    await queue.renew();
    await leasesRunOut();
    expect((await newQueue().claim()).map(({ recipientNo }) => recipientNo)).toEqual([dropped.recipientNo]);
  });

  it('ends immediately at shutdown', async () => {
    await started(3);
    const queue = newQueue();
    const claims = await queue.claim();
    await finish(
      queue,
      claims.slice(0, 1).map((claim) => outcome(claim, 'delivered')),
    );
    await queue.releaseAll();
    expect(await queue.claim()).toEqual([]);
    expect(await newQueue().claim()).toHaveLength(2);
  });

  it('of a chunk whose last outcome was recorded when its worker died is ended by the next worker', async () => {
    const id = await started(2);
    const queue = newQueue();
    const claims = await queue.claim();
    const stranger = newQueue();
    // After the restart, the new queue does not hold the chunk. The outcomes come from the journal.
    await finish(
      stranger,
      claims.map((claim) => outcome(claim, 'delivered')),
    );
    queue.abandon();
    await leasesRunOut();
    expect(await stranger.claim()).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'sent', delivered: 2 });
    expect(await sql(`select from mailing_chunk where mailing_id = '${id}' and next_at is not null`)).toEqual([]);
  });
});

describe('outcomes', () => {
  it('that are rolled back count once when they are written again', async () => {
    const id = await started(2);
    const queue = newQueue();
    const rows = (await queue.claim()).map((claim) => outcome(claim, 'delivered'));
    await expect(
      database.db.transaction(async (tx) => {
        await queue.finish(tx, account, rows);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await finish(queue, rows)).toEqual([0, 1]);
    expect(await finish(queue, rows)).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'sent', delivered: 2 });
  });

  it('that are repeated by a journal under a valid lease are reported once', async () => {
    await started(3);
    const queue = newQueue();
    const [first, second, third] = await queue.claim();
    if (!first || !second || !third) throw new Error('Nothing was claimed');
    const rows = [outcome(first, 'delivered'), outcome(second, 'deferred')];
    expect(await finish(queue, rows)).toEqual([0, 1]);
    expect(await finish(queue, [...rows, outcome(third, 'delivered')])).toEqual([2]);
  });

  it('are counted by kind and stored with their reason, except for delivered ones', async () => {
    const id = await started(5);
    const queue = newQueue();
    const kinds = ['delivered', 'bounced', 'complained', 'failed', 'suppressed'] as const;
    const claims = await queue.claim();
    await finish(
      queue,
      claims.map((claim, index) => outcome(claim, kinds[index] ?? 'failed', 'no\u0000 \ud800')),
    );
    expect(await view(id)).toMatchObject({
      delivered: 1,
      bounced: 1,
      complained: 1,
      failed: 1,
      suppressed: 1,
      state: 'sent',
    });
    const reasons = await sql(
      `select reason from mailing_outcome where batch_id in (select id from recipient_batch where mailing_id = '${id}') order by recipient_no`,
    );
    expect(reasons.map(({ reason }) => reason)).toEqual([null, ...Array.from({ length: 4 }, () => 'no \ufffd')]);
  });

  it('of a deferred recipient are a row in the queue with its attempt, and later one outcome', async () => {
    const id = await started(1);
    const queue = newQueue();
    const [claim] = await queue.claim();
    if (!claim) throw new Error('Nothing claimed');
    await finish(queue, [outcome(claim, 'deferred', 'later')]);
    expect(await rows(id)).toMatchObject([{ recipient_no: 1, class: 3, attempts: 1, status: 5, due: false }]);
    expect(
      await sql(
        `select attempt_no, reason from attempt where message_id in (select id from recipient_batch where mailing_id = '${id}')`,
      ),
    ).toEqual([{ attempt_no: 1, reason: 'later' }]);
    expect(await queue.claim()).toEqual([]);
    await leasesRunOut();
    expect(await newQueue().claim()).toEqual([]);

    const recorded = recordedOutcome(await batchOf(id), 1, 'delivered');
    await reportOutcomes([recorded]);
    await reportOutcomes([recorded]);
    expect(await view(id)).toMatchObject({ state: 'sent', delivered: 1 });
  });

  it('reported by the chunk queue and the listener count once, and unrelated ones change nothing', async () => {
    const id = await started(2);
    const queue = newQueue();
    const claims = await queue.claim();
    await finish(
      queue,
      claims.map((claim) => outcome(claim, 'delivered')),
    );
    await reportOutcomes([
      recordedOutcome(await batchOf(id), 1, 'delivered'),
      recordedOutcome('01234567-0123-7123-8123-012345678901', 1, 'bounced'),
    ]);
    expect(await view(id)).toMatchObject({ delivered: 2, bounced: 0 });
    expect(await sql(`select from mailing_outcome where account_id = ${account}`)).toHaveLength(2);
  });

  it('known only from a report about an uncertain delivery count once', async () => {
    const id = await started(1);
    const queue = newQueue();
    const claims = await queue.claim();
    await finish(
      queue,
      claims.map((claim) => outcome(claim, 'deferred')),
    );
    await reportOutcomes([{ ...recordedOutcome(await batchOf(id), 1, 'bounced'), route: 'report' }]);
    await reportOutcomes([{ ...recordedOutcome(await batchOf(id), 1, 'bounced'), route: 'report' }]);
    expect(await view(id)).toMatchObject({ bounced: 1, delivered: 0, state: 'sent' });
    await reportOutcomes([{ ...recordedOutcome(await batchOf(id), 1, 'complained'), route: 'report' }]);
    expect(await view(id)).toMatchObject({ bounced: 0, complained: 1 });
  });

  it('change once when a report arrives later', async () => {
    const id = await started(2);
    const queue = newQueue();
    const claims = await queue.claim();
    const report = {
      accountId: account,
      messageId: await batchOf(id),
      recipientNo: 1,
      status: '5.1.1',
      reason: 'gone',
      reportedAt: new Date(),
    };
    const late = (kind: 'bounced' | 'complained', recipientNo = 1) =>
      database.db.transaction((tx) =>
        recordLateMailingOutcome(tx, { ...report, kind, recipientNo }, recordMailingOutcomes),
      );
    expect(await late('bounced')).toBe('underway');
    await finish(queue, [outcome(claims[0] as Claim, 'delivered'), outcome(claims[1] as Claim, 'failed')]);
    expect(await late('bounced')).toBe('recorded');
    expect(await late('bounced')).toBe('known');
    expect(await late('complained')).toBe('recorded');
    expect(await late('bounced', 2)).toBe('not-sent');
    expect(await late('bounced', 3)).toBe('unknown');
    expect(await view(id)).toMatchObject({ delivered: 0, bounced: 0, complained: 1, failed: 1, state: 'sent' });
  });
});

describe('a recipient row that PostgreSQL cannot read', () => {
  it('is found, and affects no other recipient and no other chunk', async () => {
    await started(251);
    await sql(`create function test_damage() returns json language plpgsql as $$
      begin raise exception 'missing chunk number 0 for toast value' using errcode = 'XX001'; end $$`);
    await sql('alter table mailing_recipient rename to mailing_recipient_stored');
    try {
      await sql(`create view mailing_recipient as
        select account_id, batch_id, recipient_no, recipient, ref,
          case when recipient_no = 77 then test_damage() else data end as data
        from mailing_recipient_stored`);
      const queue = newQueue();
      const claims = await queue.claim();
      expect(claims).toHaveLength(250);
      expect(claims.filter(({ lost }) => lost).map(({ recipientNo }) => recipientNo)).toEqual([77]);
      expect(await queue.claim()).toHaveLength(1);
    } finally {
      await sql('drop view if exists mailing_recipient');
      await sql('alter table mailing_recipient_stored rename to mailing_recipient');
      await sql('drop function test_damage');
    }
  });

  it('does not prevent recipients that are read together with it from being composed', async () => {
    const id = await started(3);
    const damaged: Db = {
      query: async (asked, values) => {
        const numbers = asked.name === 'mailings_load_recipients' ? values[2] : [];
        if (Array.isArray(numbers) && numbers.includes(2)) throw new Error('missing chunk number 0 for toast value');
        return database.db.query(asked, values);
      },
    };
    const source = createMailingSource({
      db: damaged,
      clock: systemClock,
      store: createRecipientStore(),
      linkToken: () => 'token',
    });
    const batch = await batchOf(id);
    const mail = (await source([{ accountId: account, messageId: batch, mailClass: 'campaign' }])).get(batch);
    if (!mail || mail instanceof Error) throw new Error('The mailing can be read');
    const composed = await Promise.allSettled([1, 2, 3].map(async (no) => mail.composedFor?.(no)));
    expect(composed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('deferring without an attempt', () => {
  it('creates rows in the queue that are due after the delay', async () => {
    const id = await started(3);
    const queue = newQueue();
    const claims = await queue.claim();
    await queue.release(claims.slice(0, 2), 60_000);
    await queue.release(claims.slice(2), 0);
    expect(await rows(id)).toMatchObject([
      { attempts: 0, due: false, class: 3 },
      { attempts: 0, due: false },
      { attempts: 0, due: true },
    ]);
    await leasesRunOut();
    expect(await newQueue().claim()).toEqual([]);
    expect(await sql(`select from mailing_chunk where mailing_id = '${id}' and next_at is not null`)).toEqual([]);
  });

  it.each([
    ['released', (queue: MailingQueue, claims: readonly Claim[]) => queue.release(claims, 0)],
    [
      'held at their provider',
      (queue: MailingQueue, claims: readonly Claim[]) =>
        queue.holdAt(claims.map((claim) => ({ claim, provider: 'google' }))),
    ],
  ])(
    'that fails makes recipients that were %s available to other leases, and does not affect other accounts',
    async (_how, putBack) => {
      const [broken, brokenId] = [account, await started(3)];
      account += 1;
      const soundId = await started(3);
      const queue = newQueue();
      const claims = [...(await queue.claim()), ...(await queue.claim())];
      const ofBroken = claims.filter(({ accountId }) => accountId === broken);
      const onWire = ofBroken[0] as Claim;
      expect(queue.isSafe(onWire)).toBe(true);
      await refuseRowsOf(broken, async () => {
        await expect(
          putBack(
            queue,
            claims.filter((claim) => claim !== onWire),
          ),
        ).rejects.toThrow('refused');
      });
      expect(await rows(soundId)).toHaveLength(3);
      expect(await rows(brokenId)).toEqual([]);

      // This process sends no more messages to these recipients. The lease remains while a message is being sent, so
      // that no other process sends it too.
      await queue.renew();
      expect(await newQueue().claim()).toEqual([]);
      expect(queue.isSafe(ofBroken[1] as Claim)).toBe(false);
      await database.db.transaction((tx) => queue.finish(tx, broken, [outcome(onWire, 'delivered')]));
      await queue.renew();
      await leasesRunOut();
      await queue.renew();
      expect((await newQueue().claim()).map(({ recipientNo }) => recipientNo)).toEqual(
        ofBroken.slice(1).map(({ recipientNo }) => recipientNo),
      );
    },
  );

  it('changes nothing for a worker that has lost the chunk', async () => {
    const id = await started(1);
    const late = newQueue();
    const claims = await late.claim();
    await leasesRunOut();
    await newQueue().claim();
    await late.release(claims, 0);
    expect(await rows(id)).toEqual([]);
  });
});

describe('pausing', () => {
  it('starts no message after a second, keeps those on the wire, and continues later where it stopped', async () => {
    const id = await started(CHUNK_RECIPIENTS + 1);
    const queue = newQueue();
    const claims = await queue.claim();
    const [onWire, waiting] = [claims[0] as Claim, claims[1] as Claim];
    expect(queue.isSafe(onWire)).toBe(true);
    expect(await pauseMailing(database.db, account, id)).toBe(true);
    await until(async () => !queue.isSafe(onWire));
    expect(queue.isSafe(waiting)).toBe(false);
    expect(await newQueue().claim()).toEqual([]);

    expect(await finish(queue, [outcome(onWire, 'delivered')])).toEqual([0]);
    expect(await resumeMailing(database.db, account, id)).toBe(true);
    const numbers: number[] = [];
    const other = newQueue();
    await until(async () => {
      numbers.push(...(await other.claim()).map((claim) => claim.recipientNo));
      return numbers.length === CHUNK_RECIPIENTS;
    });
    expect(numbers).not.toContain(onWire.recipientNo);
  });

  it('does not wait for messages that were prepared and then dropped', async () => {
    const id = await started(3);
    const queue = newQueue();
    const claims = await queue.claim();
    for (const claim of claims) expect(queue.isSafe(claim)).toBe(true);
    await pauseMailing(database.db, account, id);
    await until(async () => !queue.isSafe(claims[0] as Claim));
    // The first message was sent and has its outcome. The others were dropped before they were sent.
    await finish(queue, [outcome(claims[0] as Claim, 'delivered')]);
    for (const claim of claims.slice(1)) expect(queue.isSafe(claim)).toBe(false);
    // Renewing the lease now must not delay the release of the chunk.
    await queue.renew();
    await resumeMailing(database.db, account, id);
    await until(async () => (await newQueue().claim()).length === 2);
    expect(await view(id)).toMatchObject({ delivered: 1 });
  });

  it('keeps no lease that is renewed while its chunk is released', async () => {
    const id = await started(3);
    const renewal = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const slow: Database = {
      ...database.db,
      async query(asked, values) {
        if (asked.name === 'mailings_set_chunks_due' && Number(values.at(-1)) > 0) {
          isAsked.resolve();
          await renewal.promise;
        }
        return database.db.query(asked, values);
      },
    };
    const queue = newQueue(createRecipientStore(), systemClock, slow);
    const claims = await queue.claim();
    expect(claims).toHaveLength(3);
    const renewed = queue.renew();
    await isAsked.promise;
    await pauseMailing(database.db, account, id);
    const dueMs = async (): Promise<number> => {
      const found = await sql(
        `select (extract(epoch from next_at - now()) * 1000)::float8 as ms from mailing_chunk where account_id = ${account}`,
      );
      return Number(found[0]?.['ms']);
    };
    await until(async () => (await dueMs()) <= 0);
    renewal.resolve();
    await renewed;
    expect(await dueMs()).toBeLessThanOrEqual(0);
    await resumeMailing(database.db, account, id);
    expect(await newQueue().claim()).toHaveLength(3);
  });

  it('holds the rows in the queue, including those deferred during the pause', async () => {
    const id = await started(3);
    const queue = newQueue();
    const claims = await queue.claim();
    await queue.release(claims.slice(0, 1), 0);
    await pauseMailing(database.db, account, id);
    await finish(queue, [outcome(claims[1] as Claim, 'deferred')]);
    await queue.release(claims.slice(2), 0);
    expect(await rows(id)).toMatchObject([{ held: true }, { held: true }, { held: true }]);

    // Simulates a worker that had claimed a row and now releases it.
    await sql(
      `update delivery set next_at = now() where message_id in (select id from recipient_batch where mailing_id = '${id}') and recipient_no = 1`,
    );
    await reportOutcomes([recordedOutcome(await batchOf(id), 1, 'deferred')]);
    expect((await rows(id))[0]).toMatchObject({ held: true });
    await resumeMailing(database.db, account, id);
    expect(await rows(id)).toMatchObject([{ held: false }, { held: false }, { held: false }]);
  });

  it('of many mailings does not delay other mailings, and costs claims nothing', async () => {
    await manyChunks(300, 1);
    await sql(`update mailing set state = 'paused' where account_id = ${account}`);
    const one = await manyAccounts(300);
    const id = await started(1);
    const batch = await batchOf(id);
    const queue = newQueue();
    // A claim holds the chunks of paused mailings that it finds, so each of these chunks is claimed only once.
    await until(async () => (await queue.claim()).some((claim) => claim.messageId === batch));
    for (let look = 0; look < 4; look += 1) await queue.claim();
    const met = await sql(`select from mailing_chunk where next_at < 'infinity' and mailing_id <> '${id}'`);
    expect(met).toEqual([]);
    const before = await pagesOfClaim();
    await manyAccounts(300);
    // Held rows leave dead index entries, which are removed only if no older snapshot exists, for example one held by
    // autovacuum.
    await until(async () => {
      await newQueue().claim();
      return (await pagesOfClaim()) < before + 20;
    });
    expect(await resumeMailing(database.db, one.account, one.mailing)).toBe(true);
    expect(
      await sql(`select from mailing_chunk where mailing_id = '${one.mailing}' and next_at <= now()`),
    ).toHaveLength(1);
  });

  it('works only for mailings that are being sent', async () => {
    const id = await prepared(1);
    expect(await pauseMailing(database.db, account, id)).toBe(false);
    expect(await resumeMailing(database.db, account, id)).toBe(false);
    await start(id);
    expect(await pauseMailing(database.db, account + 1, id)).toBe(false);
  });
});

describe('canceling', () => {
  it('ends chunks and rows permanently, and still records the outcomes of messages on the wire', async () => {
    const id = await started(CHUNK_RECIPIENTS * 2);
    const queue = newQueue();
    const claims = await queue.claim();
    await queue.release(claims.slice(1, 2), 0);
    expect(await cancelMailing(database.db, account, id)).toBe(true);
    expect(await finish(queue, [outcome(claims[0] as Claim, 'delivered')])).toEqual([0]);
    await finish(queue, [outcome(claims[2] as Claim, 'deferred')]);
    await leasesRunOut();
    expect(await newQueue().claim()).toEqual([]);
    expect(await rows(id)).toMatchObject([{ recipient_no: 2, status: 2, ended: true }]);
    expect(await view(id)).toMatchObject({ state: 'cancelled', delivered: 1 });
    expect(await resumeMailing(database.db, account, id)).toBe(false);
  });
});

describe('a large mailing', () => {
  it('of 100,000 recipients is sent by three workers to each recipient once', { timeout: 300_000 }, async () => {
    const id = await started(100_000);
    const seen = new Set<number>();
    let twice = 0;
    const work = async (queue: MailingQueue): Promise<void> => {
      for (let claims = await queue.claim(); claims.length > 0; claims = await queue.claim()) {
        for (const claim of claims) {
          if (seen.has(claim.recipientNo)) twice += 1;
          seen.add(claim.recipientNo);
        }
        await finish(
          queue,
          claims.map((claim) => outcome(claim, claim.recipientNo % 100 === 0 ? 'deferred' : 'delivered')),
        );
      }
    };
    await Promise.all([work(newQueue()), work(newQueue()), work(newQueue())]);
    expect([seen.size, twice]).toEqual([100_000, 0]);
    expect(await view(id)).toMatchObject({ state: 'sending', delivered: 99_000 });
    expect(await rows(id)).toHaveLength(1_000);
  });
});

describe('the source of messages', () => {
  it('returns the same bytes on every attempt, whether or not the chunk queue has read the recipient', async () => {
    const id = await started(2);
    const store = createRecipientStore();
    await newQueue(store).claim();
    const [warm, cold] = await Promise.all([mailOf(id, 2, store), mailOf(id, 2, createRecipientStore())]);
    expect(warm).toEqual(cold);
    expect(warm?.body.toString()).toContain('Person 2');
    expect(warm?.headers).toContainEqual({ name: 'To', value: 'p2@example.com' });
    expect(warm?.headers).toContainEqual({
      name: 'Message-ID',
      value: `<${(await batchOf(id)).replaceAll('-', '')}.2@news.example>`,
    });
    expect(warm?.headers).toContainEqual({ name: 'List-Unsubscribe', value: `<https://t.example/u/${id}.2>` });
  });

  it('leaves out IDs that are not mailings, and mailings that have not started', async () => {
    const id = await prepared(1);
    const source = newSource(createRecipientStore());
    const batch = await batchOf(id);
    const keys = [batch, '01234567-0123-7123-8123-012345678901'].map((messageId) => ({
      accountId: account,
      messageId,
      mailClass: 'campaign' as const,
    }));
    expect(await source(keys)).toEqual(new Map());
  });

  it('composes nothing for a paused mailing', async () => {
    const id = await started(1);
    await pauseMailing(database.db, account, id);
    await expect(mailOf(id, 1, createRecipientStore())).rejects.toThrow('paused');
  });

  it('keeps 16 compiled templates and returns any number', async () => {
    const batches: string[] = [];
    for (let count = 0; count < 17; count += 1) {
      const id = await database.db.transaction((tx) =>
        createMailing(tx, account, { ...template(), subject: [`No ${count}`] }),
      );
      await add(id, people(1));
      await start(id);
      batches.push(await batchOf(id));
    }
    const source = newSource(createRecipientStore());
    const keys = batches.map((messageId) => ({ accountId: account, messageId, mailClass: 'campaign' as const }));
    expect((await source(keys)).size).toBe(17);
    expect((await source(keys)).size).toBe(17);
  });
});

describe('the purge of mailings', () => {
  it('deletes mailings without an owner that ended long ago, and unused templates', async () => {
    const made = async (over: object): Promise<string> =>
      database.db.transaction((tx) => createMailing(tx, account, { ...template(), ...over }));
    const old = await made({ subject: ['Old'] });
    const owned = await made({ subject: ['Owned'], source: 7 });
    const young = await made({ subject: ['Young'] });
    for (const id of [old, owned, young]) await cancelMailing(database.db, account, id);
    await sql(`update mailing set ended_at = now() - interval '31 days' where id in ('${old}', '${owned}')`);
    await sql(`update mail_template set used_at = now() - interval '25 hours' where account_id = ${account}`);
    await purgeMailings(database.db, 30);
    expect([await view(old), await view(owned), await view(young)]).toMatchObject([
      undefined,
      { state: 'cancelled', source: 7 },
      { state: 'cancelled' },
    ]);
    expect(await sql(`select from mail_template where account_id = ${account}`)).toHaveLength(2);
    expect(await database.db.transaction((tx) => removeMailing(tx, account, owned))).toBe(true);
    await purgeMailings(database.db, 30);
    expect(await sql(`select from mail_template where account_id = ${account}`)).toHaveLength(1);
  });

  it('keeps mailings that have not ended, and templates that were used today', async () => {
    const id = await prepared(0);
    expect(await database.db.transaction((tx) => removeMailing(tx, account, id))).toBe(false);
    await database.db.transaction((tx) => createMailing(tx, account, template()));
    expect(await sql(`select from mail_template where account_id = ${account}`)).toHaveLength(1);
    await sql(`delete from mailing where account_id = ${account}`);
    await purgeMailings(database.db, 30);
    expect(await sql(`select from mail_template where account_id = ${account}`)).toHaveLength(1);
  });
});

function newQueue(
  store: RecipientStore = createRecipientStore(),
  clock = systemClock,
  db: Database = database.db,
): MailingQueue {
  const queue = createChunkQueue({ db, clock, log: silentLog, store });
  queues.push(queue);
  return queue;
}

function newSource(store: RecipientStore) {
  const linkToken = ({ mailingId, recipientNo }: { mailingId: string; recipientNo: number }) =>
    `${mailingId}.${recipientNo}`;
  return createMailingSource({ db: database.db, clock: systemClock, store, linkToken });
}

async function mailOf(id: string, recipientNo: number, store: RecipientStore) {
  const batch = await batchOf(id);
  const mails = await newSource(store)([{ accountId: account, messageId: batch, mailClass: 'campaign' }]);
  const mail = mails.get(batch);
  if (mail instanceof Error) throw mail;
  return mail?.composedFor?.(recipientNo);
}

async function prepared(count: number): Promise<string> {
  const id = await database.db.transaction((tx) => createMailing(tx, account, template()));
  for (let from = 0; from < count; from += MAX_ADDED) await add(id, people(Math.min(MAX_ADDED, count - from), from));
  return id;
}

async function start(id: string): Promise<void> {
  await database.db.transaction((tx) => startMailing(tx, account, id));
}

async function started(count: number): Promise<string> {
  const id = await prepared(count);
  await start(id);
  return id;
}

/** Creates mailings for this account, each with due chunks but without recipients. */
async function manyChunks(mailings: number, chunks: number): Promise<void> {
  await sql(`with made as (
      insert into mailing (account_id, id, class, state, template_hash)
      select ${account}, gen_random_uuid(), 3, 'sending', '' from generate_series(1, ${mailings}) returning id
    )
    insert into mailing_chunk (account_id, batch_id, mailing_id, chunk_no, first_no, last_no, class, next_at)
    select ${account}, id, id, n, n, n, 3, now() - interval '1 hour' from made, generate_series(1, ${chunks}) n`);
}

/**
 * Creates paused mailings with one chunk each, in accounts with lower IDs than the test's account. Returns one of these
 * mailings.
 */
async function manyAccounts(count: number): Promise<{ account: number; mailing: string }> {
  const made = await sql(`with made as (
      insert into mailing (account_id, id, class, state, template_hash)
      select n, gen_random_uuid(), 3, 'paused', '' from generate_series(1, ${count}) n returning account_id, id
    ), batches as (
      insert into recipient_batch (account_id, id, mailing_id, recipients) select account_id, id, id, 1 from made
    ), chunks as (
      insert into mailing_chunk (account_id, batch_id, mailing_id, chunk_no, first_no, last_no, class, next_at)
      select account_id, id, id, 1, 1, 1, 3, now() - interval '1 hour' from made
    )
    select account_id, id from made limit 1`);
  return { account: Number(made[0]?.['account_id']), mailing: String(made[0]?.['id']) };
}

/** Returns the number of pages that a chunk claim reads. */
async function pagesOfClaim(): Promise<number> {
  const cursors = `'{-1,-1,-1,-1}', '{}', '{}', 25`;
  // The first call on a connection also reads catalogs to plan the statement.
  const rows = await database.db.transaction(async (tx) => {
    const claim = { name: '', text: `select * from lease_mailing_chunk(${cursors})` };
    await tx.query(claim, []);
    return tx.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      { name: '', text: `explain (analyze, buffers, format json) ${claim.text}` },
      [],
    );
  });
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (!plan) throw new Error('No plan');
  return (plan.Plan['Shared Hit Blocks'] ?? 0) + (plan.Plan['Shared Read Blocks'] ?? 0);
}

async function add(id: string, recipients: readonly NewRecipient[]): Promise<void> {
  await database.db.transaction((tx) => addRecipients(tx, account, id, recipients));
}

function people(count: number, behind = 0): NewRecipient[] {
  return Array.from({ length: count }, (_, index) => ({
    address: address(`p${behind + index + 1}@example.com`),
    values: { name: `Person ${behind + index + 1}` },
  }));
}

function template(): NewMailing {
  return {
    mailClass: 'campaign',
    from: mailbox('News <hello@news.example>'),
    replyTo: [],
    subject: ['News for ', { slot: 'name', as: 'text' }],
    html: ['<p>Hello ', { slot: 'name', as: 'html' }, '</p>'],
    text: undefined,
    headers: [{ name: 'List-Unsubscribe', value: ['<', { link: 0 }, '>'] }],
    linkPrefixes: ['https://t.example/u/'],
  };
}

async function view(id: string) {
  return viewMailing(database.db, account, id);
}

function outcome(claim: Claim, kind: FinishedRow['kind'], reason: string | null = null): FinishedRow {
  const status = { suppressed: 1, failed: 2, bounced: 3, complained: 4, deferred: 5, delivered: 7 }[kind];
  const nowMs = systemClock.now();
  return {
    claim,
    kind,
    status,
    delayMs: kind === 'deferred' ? 60_000 : undefined,
    becameDelayed: false,
    isInDoubt: false,
    enhanced: kind === 'delivered' ? '2.0.0' : '4.0.0',
    reason,
    details: {
      startedAtMs: nowMs,
      finishedAtMs: nowMs,
      route: 'direct',
      host: 'mx.example',
      address: null,
      tls: null,
      conversation: '\u0000',
    },
  };
}

async function finish(queue: MailingQueue, finished: readonly FinishedRow[]): Promise<number[]> {
  const accountId = finished[0]?.claim.accountId ?? account;
  return database.db.transaction((tx) => queue.finish(tx, accountId, finished));
}

function recordedOutcome(messageId: string, recipientNo: number, kind: RecordedOutcome['kind']): RecordedOutcome {
  return {
    id: '019a0000-0000-7000-8000-00000000abcd',
    messageId,
    recipientNo,
    recipient: address(`p${recipientNo}@example.com`),
    mailClass: 'campaign',
    kind,
    status: '2.0.0',
    reason: null,
    bounceClass: undefined,
    handedOverAt: undefined,
    finishedAt: new Date(),
    wasSent: false,
    becameDelayed: false,
    route: 'direct',
  };
}

async function reportOutcomes(outcomes: readonly RecordedOutcome[]): Promise<void> {
  await database.db.transaction((tx: Tx) => recordMailingOutcomes(tx, account, outcomes));
}

async function rows(id: string) {
  return sql(`select recipient_no, class, attempts, status, next_at <= now() as due, next_at = 'infinity' as held,
    next_at is null as ended from delivery where message_id in (select id from recipient_batch where mailing_id = '${id}') order by recipient_no`);
}

/** Runs work while PostgreSQL rejects new queue rows of an account. */
async function refuseRowsOf(accountId: number, work: () => Promise<void>): Promise<void> {
  await sql(
    `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await sql(`create trigger refuse before insert on delivery for each row when (new.account_id = ${accountId})
    execute function refuse_row()`);
  try {
    await work();
  } finally {
    await sql(`drop function refuse_row() cascade`);
  }
}

/** Returns the recipient batch of a mailing that has only one batch. */
async function batchOf(id: string): Promise<string> {
  const [batch] = await sql(`select id from recipient_batch where mailing_id = '${id}'`);
  return String(batch?.['id']);
}

async function leasesRunOut(): Promise<void> {
  await sql(`update mailing_chunk set next_at = now() - interval '1 second' where next_at is not null`);
}

async function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.db.query({ name: '', text }, []);
}

async function until(look: () => Promise<boolean>): Promise<void> {
  await expect.poll(look, { timeout: 20_000, interval: 20 }).toBe(true);
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (typeof parsed !== 'string') throw new Error(parsed.fault);
  return parsed;
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

// Place in a run: slow.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { Refusal } from '../../src/base/refusal.ts';
import {
  enterByLists,
  leaveAutomations,
  startAutomationRuns,
} from '../../src/features/campaigns/automation-runs/index.ts';
import { moveOn, scheduleItem } from '../../src/features/campaigns/automation-runs/queries.ts';
import { addAllMembers, addMembers, removeContacts, lockAudience } from '../../src/features/audience/contacts/index.ts';
import { systemClock } from '../../src/base/clock.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import {
  countersOf,
  UNLIMITED_QUOTA,
  noteMails,
  passHours,
  plantAutomation,
  plantTrigger,
  type NotedMails,
  type PlantedAutomation,
} from '../support/planted-automations.ts';
import { plantContacts, plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const ALWAYS = {
  clock: systemClock,
  room: UNLIMITED_QUOTA,
  filterParts: FILTER_PARTS,
  reportSteps: async () => Promise.resolve(),
};

let db: Database;
let noted: NotedMails;

const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});
beforeEach(() => {
  noted.onReady(async () => {});
  noted.onAdd(() => {});
});

/** Creates an account with a list and contacts, and an automation whose emails have these delays. */
async function tenant(delays: readonly number[], contacts = 1) {
  const accountId = (await app.newAccount()).account.id;
  const list = await plantGroup(db, accountId, 'list', 'News');
  const contactIds = await plantContacts(db, accountId, { count: contacts });
  const automation = await plantAutomation(db, accountId, { type: 'apply_list', list }, delays);
  const join = async (ids: readonly number[] = contactIds, to = list) =>
    db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addMembers(
        tx,
        accountId,
        'list',
        ids.map((contactId) => ({ groupId: to, contactId })),
      );
    });
  return { accountId, list, contactIds, first: contactIds[0] ?? 0, automation, join };
}

type Tenant = Awaited<ReturnType<typeof tenant>>;

/** Starts the job, waits until no work is due, and stops the job. */
async function run(over: Partial<Parameters<typeof startAutomationRuns>[0]> = {}): Promise<void> {
  let isIdle = false;
  const watched: Database = {
    ...db,
    async query<Row>(...asked: Parameters<Database['query']>) {
      const rows = await db.query<Row>(...asked);
      // The job is idle when a claim finds nothing.
      if (asked[0].name === 'automation_runs_claim') isIdle = JSON.stringify(rows[0]).startsWith('{"claimed":null');
      return rows;
    },
  };
  const runs = startAutomationRuns({ db: watched, log: silentLog, ...ALWAYS, mails: noted.mails, pollMs: 10, ...over });
  try {
    await eventually('nothing is due', async () => Promise.resolve(isIdle || undefined), 50_000);
  } finally {
    await runs.close();
  }
}

/** Returns the emails that were sent to the contact, as positions in the automation. */
async function mailsTo({ accountId, automation }: Pick<Tenant, 'accountId' | 'automation'>, contactId: number) {
  const sent = await noted.sent(accountId);
  return sent
    .filter((mail) => mail.contact_id === contactId)
    .map((mail) => automation.items.findIndex((item) => item.campaignId === mail.campaign_id) + 1);
}

async function entryOf(accountId: number, { id }: PlantedAutomation, contactId: number) {
  const [row] = await rowsOf<{
    item_id: number | null;
    base_at: Date;
    trigger_id: number;
    ended_at: Date | null;
    done: number[];
  }>(
    db,
    `select item_id, base_at, trigger_id, ended_at, done::integer[] as done from automation_entry
     where account_id = $1 and automation_id = $2 and contact_id = $3`,
    [accountId, id, contactId],
  );
  return row;
}

/** Checks that the counters match the rows. */
async function expectCounted({ accountId, automation }: Tenant) {
  const counters = await countersOf(db, accountId, automation.id);
  for (const item of counters.items) expect(item).toMatchObject({ waiting: item.wait });
  expect(counters.entered).toBe((counters.finished ?? 0) + (counters.ended ?? 0) + (counters.in ?? 0));
  return counters;
}

describe('contact added to a list', () => {
  it('enters its automation and gets its emails in order, each its delay after the previous one was due', async () => {
    const one = await tenant([0, 24, 48]);
    const { accountId, automation, first, join } = one;
    await join();
    const entered = await entryOf(accountId, automation, first);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    const after = await entryOf(accountId, automation, first);
    expect(after).toMatchObject({ item_id: automation.items[1]?.id, base_at: entered?.base_at });
    const { items } = await expectCounted(one);
    expect(items[1]?.next_at).toEqual(new Date((entered?.base_at.getTime() ?? 0) + 24 * 3_600_000));

    await passHours(db, accountId, automation.id, 23.9);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    const before = await entryOf(accountId, automation, first);
    await passHours(db, accountId, automation.id, 0.15);
    await run();
    expect(await mailsTo(one, first)).toEqual([1, 2]);
    // The email is a few minutes late. The next delay starts at the time when this email was due, not when it was sent.
    const moved = await entryOf(accountId, automation, first);
    expect((moved?.base_at.getTime() ?? 0) - (before?.base_at.getTime() ?? 0)).toBe((24 - 0.15) * 3_600_000);
    await passHours(db, accountId, automation.id, 48);
    await run();
    expect(await mailsTo(one, first)).toEqual([1, 2, 3]);
    expect(await expectCounted(one)).toMatchObject({ entered: 1, finished: 1, ended: 0, in: 0 });
  });

  it('waits exact hours across the end of a month, a leap day and daylight saving changes in any database time zone', async () => {
    const one = await tenant([24, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    const [item, next] = automation.items;
    // The days are far enough in the future that no email is late.
    const sundays = [Date.UTC(2096, 2, 25), Date.UTC(2096, 9, 28)].map((atMs) => new Date(atMs - 43_200_000));
    const days = [new Date('2096-02-28T12:00:00Z'), new Date('2096-02-29T12:00:00Z'), ...sundays];
    for (const base of days) {
      for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'UTC']) {
        const seen: unknown[] = [];
        const turn = db.transaction(async (tx) => {
          await rowsOf(tx, `set local timezone = '${zone}'`);
          await rowsOf(tx, 'update automation_entry set base_at = $2 where account_id = $1', [accountId, base]);
          await scheduleItem(tx, accountId, item?.id ?? 0, null);
          await moveOn(tx, {
            accountId,
            automationId: automation.id,
            itemId: item?.id ?? 0,
            delayHours: 24,
            isActive: true,
            lateMinutes: 10,
            contactIds: [first],
            became: ['sent'],
            nextIds: [next?.id ?? null],
          });
          const items = await rowsOf<{ next_at: Date }>(
            tx,
            'select next_at from automation_item where account_id = $1 order by send_order',
            [accountId],
          );
          const entries = await rowsOf<{ item_id: number; base_at: Date }>(
            tx,
            'select item_id, base_at from automation_entry where account_id = $1',
            [accountId],
          );
          seen.push(...items.map((row) => row.next_at.getTime()), ...entries.map((row) => row.base_at.getTime()));
          expect(entries).toMatchObject([{ item_id: next?.id }]);
          throw new Error('taken back');
        });
        await expect(turn).rejects.toThrow('taken back');
        const [day, two] = [24 * 3_600_000, 48 * 3_600_000].map((ms) => base.getTime() + ms);
        expect(seen, `${base.toISOString()} in ${zone}`).toEqual([day, two, day]);
      }
    }
  });

  it('gets overdue emails immediately after a long downtime, and the next delay counts from then', async () => {
    const one = await tenant([0, 24, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    await passHours(db, accountId, automation.id, 100);
    await run();
    // The third email is not sent yet, although it would have been due without the downtime.
    expect(await mailsTo(one, first)).toEqual([1, 2]);
    const entry = await entryOf(accountId, automation, first);
    expect(Math.abs((entry?.base_at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('enters once, even if it leaves the list and returns', async () => {
    const one = await tenant([0]);
    const { accountId, automation, first, join, list } = one;
    await join();
    await run();
    await rowsOf(db, 'delete from list_member where account_id = $1 and list_id = $2', [accountId, list]);
    await join();
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    expect(await entryOf(accountId, automation, first)).toMatchObject({ item_id: null });
    expect(await expectCounted(one)).toMatchObject({ entered: 1, finished: 1 });
  });

  it('enters each of several automations of the list, but none of other accounts', async () => {
    const one = await tenant([0]);
    const other = await plantAutomation(db, one.accountId, { type: 'apply_list', list: one.list }, [1]);
    const foreign = await tenant([0]);
    await rowsOf(db, 'update automation_trigger set list_id = $2 where account_id = $1', [foreign.accountId, one.list]);
    await one.join();
    expect(await entryOf(one.accountId, one.automation, one.first)).toBeDefined();
    expect(await entryOf(one.accountId, other, one.first)).toBeDefined();
    expect(await rowsOf(db, 'select from automation_entry where account_id = $1', [foreign.accountId])).toEqual([]);
  });

  it('enters only when it is confirmed', async () => {
    const one = await tenant([0]);
    const { accountId, automation, join } = one;
    const [unconfirmed = 0] = await plantContacts(db, accountId, { count: 1, flags: 1, prefix: 'new' });
    const [left = 0] = await plantContacts(db, accountId, { count: 1, flags: 2, prefix: 'left' });
    await join([unconfirmed, left]);
    expect(await rowsOf(db, 'select from automation_entry where account_id = $1', [accountId])).toEqual([]);
    await rowsOf(db, 'update contact_stat set flags = 0 where account_id = $1 and contact_id = $2', [
      accountId,
      unconfirmed,
    ]);
    for (let reported = 0; reported < 2; reported += 1) {
      await db.transaction(async (tx) => enterByLists(tx, accountId, unconfirmed));
      await db.transaction(async (tx) => enterByLists(tx, accountId, left));
    }
    await run();
    expect(await mailsTo(one, unconfirmed)).toEqual([1]);
    expect(await entryOf(accountId, automation, left)).toBeUndefined();
    expect(await expectCounted(one)).toMatchObject({ entered: 1 });
  });

  it('does not enter an inactive automation', async () => {
    const one = await tenant([0]);
    await rowsOf(db, 'update automation_trigger set is_live = false where account_id = $1', [one.accountId]);
    await one.join();
    expect(await rowsOf(db, 'select from automation_entry where account_id = $1', [one.accountId])).toEqual([]);
  });

  it('enters with ten thousand others in one statement, and each gets the email once', async () => {
    const one = await tenant([0, 1], 10_000);
    const { accountId, automation, contactIds, list } = one;
    await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addAllMembers(tx, accountId, { kind: 'list', id: list }, contactIds);
    });
    expect(await countersOf(db, accountId, automation.id)).toMatchObject({ entered: 10_000, in: 10_000 });
    await run();
    const sent = await noted.sent(accountId);
    expect([sent.length, new Set(sent.map((mail) => mail.contact_id)).size]).toEqual([10_000, 10_000]);
    expect(await expectCounted(one)).toMatchObject({ items: [{ sent: 10_000, waiting: 0 }, { waiting: 10_000 }] });
  });

  it('does not enter if the transaction is rolled back', async () => {
    const one = await tenant([0]);
    await expect(
      db.transaction(async (tx) => {
        await lockAudience(tx, one.accountId);
        await addMembers(tx, one.accountId, 'list', [{ groupId: one.list, contactId: one.first }]);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await countersOf(db, one.accountId, one.automation.id)).toMatchObject({ entered: 0, in: 0, out: 0 });
  });
});

describe('changed trigger', () => {
  it('lets contacts that finished enter again without repeating emails', async () => {
    const one = await tenant([0]);
    const { accountId, automation, contactIds, first, join } = one;
    await join();
    await run();
    const other = await plantGroup(db, accountId, 'list', 'Other');
    const trigger = { type: 'apply_list', list: other } as const;
    await plantTrigger(db, accountId, automation.id, trigger, automation.items[0]?.id);
    await join(contactIds, other);
    // No emails are left to send.
    expect(await countersOf(db, accountId, automation.id)).toMatchObject({ entered: 1, in: 0 });
    const more = await addItem(accountId, automation.id, 2, 0);
    await plantTrigger(db, accountId, automation.id, trigger, automation.items[0]?.id);
    await rowsOf(db, 'delete from list_member where account_id = $1', [accountId]);
    await join(contactIds, other);
    expect(await entryOf(accountId, automation, first)).toMatchObject({ item_id: more.id });
    await run();
    expect((await noted.sent(accountId)).map((mail) => mail.campaign_id)).toEqual([
      automation.items[0]?.campaignId,
      more.campaignId,
    ]);
    expect(await expectCounted({ ...one })).toMatchObject({ in: 0 });
  });

  it('keeps the position of waiting contacts', async () => {
    const one = await tenant([5]);
    const { accountId, automation, contactIds, first, join, list } = one;
    await join();
    const before = await entryOf(accountId, automation, first);
    await plantTrigger(db, accountId, automation.id, { type: 'apply_list', list }, automation.items[0]?.id);
    await rowsOf(db, 'delete from list_member where account_id = $1', [accountId]);
    await join(contactIds);
    expect(await entryOf(accountId, automation, first)).toEqual(before);
  });
});

describe('contact leaves', () => {
  it('all automations when it unsubscribes, without affecting others', async () => {
    const one = await tenant([0, 24], 2);
    const { accountId, automation, contactIds, first, join, list } = one;
    const other = await plantAutomation(db, accountId, { type: 'apply_list', list }, [10]);
    await join();
    await run();
    await db.transaction(async (tx) => leaveAutomations(tx, accountId, first));
    await db.transaction(async (tx) => leaveAutomations(tx, accountId, first));
    expect(await entryOf(accountId, automation, first)).toMatchObject({ item_id: null, ended_at: expect.any(Date) });
    expect(await entryOf(accountId, other, first)).toMatchObject({ item_id: null });
    await passHours(db, accountId, automation.id, 25);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    expect(await mailsTo(one, contactIds[1] ?? 0)).toEqual([1, 2]);
    expect(await expectCounted(one)).toMatchObject({ entered: 2, finished: 1, ended: 1, in: 0 });
    expect(await countersOf(db, accountId, other.id)).toMatchObject({ entered: 2, ended: 1, items: [{ waiting: 1 }] });
  });

  it.each([
    [2, 'unsubscribed by other means'],
    [4, 'bounced'],
    [8, 'became invalid'],
  ])('when its email is due and it has flag %i: it %s', async (flag) => {
    const one = await tenant([0, 24], 2);
    const { accountId, automation, contactIds, first, join } = one;
    await join();
    await run();
    await rowsOf(db, 'update contact_stat set flags = $3 where account_id = $1 and contact_id = $2', [
      accountId,
      first,
      flag,
    ]);
    await passHours(db, accountId, automation.id, 25);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    expect(await mailsTo(one, contactIds[1] ?? 0)).toEqual([1, 2]);
    expect(await expectCounted(one)).toMatchObject({ finished: 1, ended: 1 });
  });

  it('when it is deleted, and does not resume when it returns', async () => {
    const one = await tenant([0, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    await db.transaction(async (tx) => removeContacts(tx, accountId, [first]));
    expect(await entryOf(accountId, automation, first)).toMatchObject({ item_id: null });
    await rowsOf(
      db,
      `with back as (update contact set deleted_at = null where account_id = $1 and id = $2 returning id, created_at)
       insert into contact_stat (account_id, contact_id, created_at, flags) select $1, id, created_at, 0 from back`,
      [accountId, first],
    );
    await join();
    await passHours(db, accountId, automation.id, 25);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    expect(await expectCounted(one)).toMatchObject({ entered: 1, ended: 1, in: 0 });
  });
});

describe('emails of an automation', () => {
  it('can change their delay without writing the entries of a million waiting contacts', async () => {
    const one = await tenant([0, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    const before = await rowsOf(db, 'select xmin::text from automation_entry where account_id = $1', [accountId]);
    await passHours(db, accountId, automation.id, 3);
    const planted = await rowsOf(db, 'select xmin::text from automation_entry where account_id = $1', [accountId]);
    expect(planted).not.toEqual(before);
    await setDelay(accountId, automation, 1, 2);
    await run();
    expect(await mailsTo(one, first)).toEqual([1, 2]);
  });

  it('are sent in their new order to contacts that reach them', async () => {
    const one = await tenant([0, 24, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    // The contact waits for the second email. That email is now moved to the end, and the email that takes its place is
    // not sent to this contact.
    await reorder(accountId, automation, [0, 2, 1]);
    await passHours(db, accountId, automation.id, 24);
    await run();
    expect(await mailsTo(one, first)).toEqual([1, 2]);
    expect(await expectCounted(one)).toMatchObject({ finished: 1, in: 0 });
  });

  it('are not sent if inserted before the awaited email, but are sent if inserted after it', async () => {
    const one = await tenant([0, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    const between = await addItem(accountId, automation.id, 2, 0);
    const last = await addItem(accountId, automation.id, 4, 0);
    await rowsOf(db, 'update automation_item set send_order = 3 where account_id = $1 and id = $2', [
      accountId,
      automation.items[1]?.id,
    ]);
    await passHours(db, accountId, automation.id, 24);
    await run();
    const sent = (await noted.sent(accountId)).map((mail) => mail.campaign_id);
    expect(sent).toEqual([automation.items[0]?.campaignId, automation.items[1]?.campaignId, last.campaignId]);
    expect(sent).not.toContain(between.campaignId);
    expect(await mailsTo(one, first)).toHaveLength(3);
  });

  it('are not sent to finished contacts when added at the end', async () => {
    const one = await tenant([0]);
    const { accountId, automation, join } = one;
    await join();
    await run();
    await addItem(accountId, automation.id, 2, 0);
    await run();
    expect(await noted.sent(accountId)).toHaveLength(1);
  });

  it('release waiting contacts in batches when removed, and the wait for the next email counts from the same time', async () => {
    const one = await tenant([0, 24, 48], 4_500);
    const { accountId, automation, contactIds, first, join, list } = one;
    await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addAllMembers(tx, accountId, { kind: 'list', id: list }, contactIds);
    });
    await run();
    const before = await entryOf(accountId, automation, first);
    await removeItem(accountId, automation, 1);
    await run();
    expect(await entryOf(accountId, automation, first)).toEqual({ ...before, item_id: automation.items[2]?.id });
    const counters = await expectCounted(one);
    expect(counters).toMatchObject({ in: 4_500 });
    await removeItem(accountId, automation, 2);
    await run();
    expect(await expectCounted(one)).toMatchObject({ entered: 4_500, finished: 4_500, in: 0 });
    expect((await noted.sent(accountId)).length).toBe(4_500);
    expect(await join([])).toBeUndefined();
  });
});

describe('automation', () => {
  it('sends nothing while inactive, and sends overdue emails when activated', async () => {
    const one = await tenant([0, 24]);
    const { accountId, automation, first, join } = one;
    await join();
    await run();
    await setActive(accountId, automation, false);
    await passHours(db, accountId, automation.id, 30);
    await run();
    expect(await mailsTo(one, first)).toEqual([1]);
    await setActive(accountId, automation, true);
    await run();
    expect(await mailsTo(one, first)).toEqual([1, 2]);
  });

  it('sends nothing from the moment it is deactivated while an email is due', async () => {
    const one = await tenant([0], 50);
    const { accountId, automation, join } = one;
    await join();
    noted.onReady(async () => setActive(accountId, automation, false));
    await run({ stepContacts: 10 });
    expect(await noted.sent(accountId)).toEqual([]);
    expect(await expectCounted(one)).toMatchObject({ in: 50, items: [{ next_at: null }] });
  });

  it('sends nothing after it is deleted, and its entries are removed in batches, including finished ones', async () => {
    const one = await tenant([0, 24], 4_500);
    const { accountId, automation, contactIds, list } = one;
    await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addAllMembers(tx, accountId, { kind: 'list', id: list }, contactIds);
    });
    await run();
    await markDeleted(one);
    await run();
    expect(await rowsOf(db, 'select from automation_entry where account_id = $1', [accountId])).toEqual([]);
    expect(await countersOf(db, accountId, automation.id)).toMatchObject({
      items: [{ next_at: null, waiting: 0 }, { waiting: 0 }],
    });
    expect((await noted.sent(accountId)).length).toBe(4_500);
  });

  it('is emptied by the next process if the deletion was interrupted', async () => {
    const one = await tenant([5], 9_000);
    const { accountId, contactIds, list } = one;
    await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addAllMembers(tx, accountId, { kind: 'list', id: list }, contactIds);
    });
    await markDeleted(one);
    const left = async () =>
      (await rowsOf(db, 'select from automation_entry where account_id = $1', [accountId])).length;
    let stops = 0;
    for (let before = await left(); before > 0; before = await left()) {
      let closed: Promise<void> | undefined;
      // Stop the process after it has removed the first batch and before it starts the next one.
      const stopping: Database = {
        ...db,
        async transaction(...asked) {
          const result = await db.transaction(...asked);
          closed ??= runs.close();
          return result;
        },
      };
      const runs = startAutomationRuns({ db: stopping, log: silentLog, ...ALWAYS, mails: noted.mails, pollMs: 10 });
      await eventually('a batch of entries is removed', async () => Promise.resolve(closed && true));
      await closed;
      expect(await left()).toBeLessThan(before);
      stops += 1;
    }
    expect(stops).toBeGreaterThan(1);
    await run();
    expect(await countersOf(db, accountId, one.automation.id)).toMatchObject({
      items: [{ next_at: null, waiting: 0 }],
    });
  });
});

describe('error', () => {
  it('of one email is reported on it, does not block other emails or accounts, and is retried with backoff', async () => {
    const broken = await tenant([0]);
    const whole = await tenant([0]);
    noted.onReady(async (accountId) => {
      if (accountId === broken.accountId) throw new Refusal('domain_not_verified', { message: 'The domain is gone.' });
      return Promise.resolve();
    });
    await broken.join();
    await whole.join();
    await run();
    expect(await mailsTo(whole, whole.first)).toEqual([1]);
    expect(await mailsTo(broken, broken.first)).toEqual([]);
    const fault = async () =>
      (
        await rowsOf<{ fault: string | null; failures: number; seconds: number }>(
          db,
          `select fault, failures, extract(epoch from next_at - now())::float8 as seconds from automation_item
           where account_id = $1`,
          [broken.accountId],
        )
      )[0];
    expect(await fault()).toMatchObject({ fault: 'The domain is gone.', failures: 1 });
    expect((await fault())?.seconds).toBeGreaterThan(30);
    expect((await fault())?.seconds).toBeLessThanOrEqual(60);
    for (let failures = 2; failures <= 9; failures += 1) {
      await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1', [broken.accountId]);
      await run();
      expect((await fault())?.seconds).toBeLessThanOrEqual(Math.min(60 * 2 ** (failures - 1), 3_600));
      expect((await fault())?.failures).toBe(failures);
    }
    // A new entry does not make the retry earlier.
    const [later = 0] = await plantContacts(db, broken.accountId, { count: 1, prefix: 'later' });
    await broken.join([later]);
    expect((await fault())?.seconds).toBeGreaterThan(3_000);
    noted.onReady(async () => {});
    await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1', [broken.accountId]);
    await run();
    expect(await fault()).toMatchObject({ fault: null, failures: 0 });
    expect([await mailsTo(broken, broken.first), await mailsTo(broken, later)]).toEqual([[1], [1]]);
  });

  it('for one contact defers that contact, and all others get the email', async () => {
    const one = await tenant([0], 300);
    const { accountId, automation, contactIds, join } = one;
    const bad = new Set([contactIds[7] ?? 0, contactIds[123] ?? 0]);
    noted.onAdd((ids) => {
      if (ids.some((id) => bad.has(id))) throw new RangeError('too much');
    });
    await join();
    await run();
    const sent = await noted.sent(accountId);
    expect(sent).toHaveLength(298);
    expect(sent.some((mail) => bad.has(mail.contact_id))).toBe(false);
    expect(await expectCounted(one)).toMatchObject({ finished: 298, in: 2 });
    noted.onAdd(() => {});
    await passHours(db, accountId, automation.id, 1);
    await run();
    expect(await noted.sent(accountId)).toHaveLength(300);
  });

  it('for all contacts is an error of the email, and no contact is deferred', async () => {
    const one = await tenant([0], 300);
    const { accountId, automation, first, join } = one;
    noted.onAdd(() => {
      throw new Error('no mailing');
    });
    await join();
    const before = await entryOf(accountId, automation, first);
    await run();
    expect(await entryOf(accountId, automation, first)).toEqual(before);
    expect(await expectCounted(one)).toMatchObject({ in: 300, items: [{ waiting: 300 }] });
    const [item] = await rowsOf<{ fault: string }>(db, 'select fault from automation_item where account_id = $1', [
      accountId,
    ]);
    expect(item?.fault).toMatch(/because of an internal error/);
  });

  it.each([
    ['its account is paused', 'update account set paused_at = now() where account_id = $1'],
    ['its account is closed', 'update account set closed_at = now() where account_id = $1'],
    ['its account is restricted', 'update account set restricted_at = now() where account_id = $1'],
    ['automation email is paused', 'insert into mail_class_pause (account_id, class, paused_at) values ($1, 1, now())'],
  ])('because %s sends nothing and ends no entries', async (_why, text) => {
    const one = await tenant([0]);
    await one.join();
    await rowsOf(db, text, [one.accountId]);
    await run();
    expect(await noted.sent(one.accountId)).toEqual([]);
    expect(await expectCounted(one)).toMatchObject({ in: 1, ended: 0 });
    const [item] = await rowsOf<{ fault: string }>(db, 'select fault from automation_item where account_id = $1', [
      one.accountId,
    ]);
    expect(item?.fault).toMatch(/not allowed to send/);
  });

  it('that kills a process after it queued messages causes neither duplicates nor gaps', async () => {
    const one = await tenant([0, 0, 0], 40);
    const { accountId, join } = one;
    await join();
    let added = 0;
    // Uncommitted work is lost, as in a killed process.
    noted.onAdd(() => {
      added += 1;
      if (added % 3 === 0) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    });
    await run({ stepContacts: 7, leaseSeconds: 0 });
    const sent = await noted.sent(accountId);
    expect([sent.length, new Set(sent.map((mail) => `${mail.campaign_id} ${mail.contact_id}`)).size]).toEqual([
      120, 120,
    ]);
    expect(await expectCounted(one)).toMatchObject({ finished: 40, in: 0 });
  });
});

describe('several processes', () => {
  it('send each email once even if they run the same email', async () => {
    const one = await tenant([0, 0, 0], 500);
    const { accountId, automation, join } = one;
    await join();
    const runs = Array.from({ length: 4 }, () =>
      startAutomationRuns({
        db,
        log: silentLog,
        ...ALWAYS,
        mails: noted.mails,
        pollMs: 1,
        stepContacts: 20,
        // Without leases, all processes claim the same email.
        leaseSeconds: 0,
      }),
    );
    try {
      await eventually(
        'all contacts have finished',
        async () => ((await countersOf(db, accountId, automation.id)).finished === 500 ? true : undefined),
        50_000,
      );
    } finally {
      await Promise.all(runs.map(async (each) => each.close()));
    }
    const sent = await noted.sent(accountId);
    expect([sent.length, new Set(sent.map((mail) => `${mail.campaign_id} ${mail.contact_id}`)).size]).toEqual([
      1_500, 1_500,
    ]);
    await expectCounted(one);
  });

  it('do not wait for a locked automation but send the emails of others', async () => {
    const [held, other] = [await tenant([0]), await tenant([0])];
    await held.join();
    await other.join();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await rowsOf(tx, 'select from automation where account_id = $1 for update', [held.accountId]);
      hold();
      await mayEnd;
    });
    await isHeld;
    const runs = startAutomationRuns({ db, log: silentLog, ...ALWAYS, mails: noted.mails, pollMs: 10 });
    try {
      await eventually('the other automation sends its email', async () =>
        (await noted.sent(other.accountId)).length === 1 ? true : undefined,
      );
      expect(await noted.sent(held.accountId)).toEqual([]);
      end();
      await holding;
      await eventually('the unlocked automation sends its email', async () =>
        (await noted.sent(held.accountId)).length === 1 ? true : undefined,
      );
    } finally {
      end();
      await runs.close();
    }
  });

  it('poll with one statement while nothing is due, and wake up when a contact enters', async () => {
    const one = await tenant([0]);
    let looks = 0;
    const counted: Database = {
      ...db,
      query: async (asked, values) => {
        looks += 1;
        return db.query(asked, values);
      },
    };
    const runs = startAutomationRuns({
      db: counted,
      databaseUrl: app.installation.databaseUrl,
      log: silentLog,
      ...ALWAYS,
      mails: noted.mails,
    });
    try {
      await eventually('the process listens for notifications', async () => {
        const text = `select from pg_stat_activity where datname = current_database() and query like 'listen %'`;
        return (await rowsOf(db, text)).length > 0 || undefined;
      });
      await eventually('the process polls', async () => Promise.resolve(looks > 0 || undefined));
      const startedAt = performance.now();
      const before = looks;
      await one.join();
      await eventually('the email is sent', async () =>
        (await noted.sent(one.accountId)).length === 1 ? true : undefined,
      );
      // The contact enters before the poll interval of ten seconds ends.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(looks - before).toBeLessThan(12);
    } finally {
      await runs.close();
    }
  });
});

describe('email made due by a change', () => {
  it.each([
    [
      'activating the automation',
      'update automation set active = false where account_id = $1',
      (id: number) => [`/automations/${id}`, { active: true }] as const,
    ],
    [
      'a delay of 0',
      'update automation_item set delay_hours = 100 where account_id = $1',
      (_id: number, item: number) => [`/automation-emails/${item}`, { delay_hours: 0 }] as const,
    ],
    [
      'a content that can be sent',
      `update automation_item set failures = 3, fault = 'x', next_at = now() + interval '1 hour' where account_id = $1`,
      (_id: number, item: number) => [`/automation-emails/${item}`, { subject: 'Other' }] as const,
    ],
  ])('is sent within about a second after %s', async (_name, before, change) => {
    const one = await tenant([0]);
    const ann = await newPerson(app, one.accountId);
    await one.join();
    await rowsOf(db, 'update automation_item set next_at = null where account_id = $1', [one.accountId]);
    await rowsOf(db, before, [one.accountId]);
    let looks = 0;
    const counted: Database = {
      ...db,
      query: async (asked, values) => {
        if (asked.name === 'automation_runs_claim') looks += 1;
        return db.query(asked, values);
      },
    };
    const { databaseUrl } = app.installation;
    const runs = startAutomationRuns({ db: counted, databaseUrl, log: silentLog, ...ALWAYS, mails: noted.mails });
    try {
      await eventually('the process listens for notifications', async () => {
        const text = `select from pg_stat_activity where datname = current_database() and query like 'listen %'`;
        return (await rowsOf(db, text)).length > 0 || undefined;
      });
      // The second poll handles a notification that arrived just before the process started to listen. After that, the
      // process is idle.
      for (const no of [1, 2]) {
        const seen = looks;
        await rowsOf(db, `select pg_notify('postrider_automations', '')`);
        await eventually(`poll ${no} occurs`, async () => Promise.resolve(looks > seen || undefined));
      }
      const startedAt = performance.now();
      const [path, body] = change(one.automation.id, one.automation.items[0]?.id ?? 0);
      expect(await ann.call('PATCH', path, body)).toMatchObject({ status: 200 });
      await eventually('the email is sent', async () =>
        (await noted.sent(one.accountId)).length === 1 ? true : undefined,
      );
      // Without the notification, the email would only be sent after ten seconds.
      expect(performance.now() - startedAt).toBeLessThan(4_000);
    } finally {
      await runs.close();
    }
  });

  it('never has content that was changed after it was prepared', async () => {
    const one = await tenant([0], 3);
    await one.join();
    let made = 0;
    noted.onReady(async (accountId, campaignId) => {
      made += 1;
      if (made > 1) return;
      await rowsOf(db, `update campaign set subject = 'Edited', updated_at = now() where account_id = $1 and id = $2`, [
        accountId,
        campaignId,
      ]);
    });
    await run();
    expect([made, (await noted.sent(one.accountId)).length]).toEqual([2, 3]);
  });
});

/** Adds an email in the same way as the API does. Separate tests cover the API. */
async function addItem(accountId: number, automationId: number, sendOrder: number, delayHours: number) {
  const [made] = await rowsOf<{ id: number; campaign_id: number }>(
    db,
    `with mail as (
       insert into campaign (account_id, kind, title, subject, html, from_name, from_email)
       values ($1, 'automation', 'More', 'More', '<p>More</p>', 'Tea', 'news@tea.example') returning id
     )
     insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours)
     select $1, $2, id, $3, $4 from mail returning id, campaign_id`,
    [accountId, automationId, sendOrder, delayHours],
  );
  return { id: made?.id ?? 0, campaignId: made?.campaign_id ?? 0 };
}

async function settle(accountId: number, { id }: PlantedAutomation): Promise<void> {
  await rowsOf(
    db,
    `update automation_item i set next_at = case
       when i.deleted_at is not null then (select now() from automation_entry e where e.account_id = $1 and e.item_id = i.id limit 1)
       when a.active then (select min(e.base_at) + make_interval(hours => i.delay_hours) from automation_entry e
         where e.account_id = $1 and e.item_id = i.id) end
     from automation a where i.account_id = $1 and i.automation_id = $2 and a.account_id = $1 and a.id = $2`,
    [accountId, id],
  );
}

async function setDelay(accountId: number, automation: PlantedAutomation, place: number, hours: number): Promise<void> {
  await rowsOf(db, 'update automation_item set delay_hours = $3 where account_id = $1 and id = $2', [
    accountId,
    automation.items[place]?.id,
    hours,
  ]);
  await settle(accountId, automation);
}

async function reorder(accountId: number, automation: PlantedAutomation, order: readonly number[]): Promise<void> {
  for (const [index, place] of order.entries()) {
    await rowsOf(db, 'update automation_item set send_order = $3 where account_id = $1 and id = $2', [
      accountId,
      automation.items[place]?.id,
      index + 1,
    ]);
  }
}

async function removeItem(accountId: number, automation: PlantedAutomation, place: number): Promise<void> {
  await rowsOf(
    db,
    `with gone as (
       update automation_item set deleted_at = now() where account_id = $1 and id = $3 returning send_order
     )
     update automation_item i set send_order = i.send_order - 1 from gone
     where i.account_id = $1 and i.automation_id = $2 and i.deleted_at is null and i.send_order > gone.send_order`,
    [accountId, automation.id, automation.items[place]?.id],
  );
  await settle(accountId, automation);
}

async function setActive(accountId: number, automation: PlantedAutomation, active: boolean): Promise<void> {
  await rowsOf(db, 'update automation set active = $3 where account_id = $1 and id = $2', [
    accountId,
    automation.id,
    active,
  ]);
  await settle(accountId, automation);
}

async function markDeleted({ accountId, automation }: Tenant): Promise<void> {
  await rowsOf(
    db,
    `with gone as (update automation set deleted_at = now(), active = false where account_id = $1 and id = $2),
       quiet as (update automation_trigger set is_live = false where account_id = $1)
     update automation_item set next_at = case when id = $3 then clock.at end from (select now()) as clock (at)
     where account_id = $1`,
    [accountId, automation.id, automation.items[0]?.id],
  );
}

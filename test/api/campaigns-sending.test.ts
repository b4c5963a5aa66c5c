import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audienceSizeOf } from '../../src/app/campaign-sending.ts';
import type { Database } from '../../src/base/db.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { removeContacts } from '../../src/features/audience/contacts/index.ts';
import { findCampaign } from '../../src/features/campaigns/campaigns/index.ts';
import { progressOf } from '../../src/features/tenants/progress/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import {
  campaignIn,
  campaignRow,
  createSender,
  openSafeguards,
  plainContents,
  plantCampaign,
  plantList,
  recipientsOf,
  tryAll,
  wavesOf,
} from '../support/sent-campaigns.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';

let app: TestApp;
let db: Database;
let sender: ReturnType<typeof createSender>;
beforeAll(async () => {
  app = await startApp();
  ({ db } = app.installation);
  sender = createSender(app);
});
afterEach(() => sender.stop());
afterAll(() => app.close());

async function newAccount(): Promise<number> {
  return (await app.newAccount()).account.id;
}

async function sizeOf(accountId: number, id: number): Promise<number> {
  const campaign = await findCampaign(db, accountId, id);
  return campaign ? audienceSizeOf(app.installation)(db, accountId, campaign) : -1;
}

/** Prepares a campaign, and returns its recipients. */
async function sentTo(id: number): Promise<number[]> {
  sender.run({ pageContacts: 7 });
  const row = await campaignIn(db, id, 'sending', 'sent', 'draft');
  expect(row.fault).toBeNull();
  return recipientsOf(db, id);
}

describe('audience of a campaign', () => {
  it('contains the contacts in its lists or tags and not in its exclusions, each once', async () => {
    const accountId = await newAccount();
    const first = await plantList(db, accountId, 20, 'first');
    const second = await plantList(db, accountId, 10, 'second');
    const tag = await plantGroup(db, accountId, 'tag', 'Gold');
    const out = await plantGroup(db, accountId, 'tag', 'Out');
    await plantMembers(db, accountId, { kind: 'list', id: second.list, contactIds: first.contactIds.slice(0, 5) });
    await plantMembers(db, accountId, { kind: 'tag', id: tag, contactIds: first.contactIds.slice(3, 8) });
    await plantMembers(db, accountId, {
      kind: 'tag',
      id: out,
      contactIds: [...first.contactIds.slice(0, 2), ...second.contactIds.slice(0, 3)],
    });
    const id = await plantCampaign(db, accountId, {
      list_ids: [first.list, second.list],
      tag_ids: [tag],
      excluded_tag_ids: [out],
    });
    const expected = [...first.contactIds.slice(2), ...second.contactIds.slice(3)];
    expect(await sizeOf(accountId, id)).toBe(expected.length);
    expect(await sentTo(id)).toEqual(expected);
  });

  it("omits unsubscribed, bounced, invalid, unconfirmed, suppressed and other accounts' contacts", async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 12);
    for (const [at, flags] of [1, 2, 4, 8].entries()) {
      await rowsOf(db, 'update contact_stat set flags = $3 where account_id = $1 and contact_id = $2', [
        accountId,
        contactIds[at],
        flags,
      ]);
    }
    await rowsOf(
      db,
      `insert into suppression (account_id, address, reason) select account_id, email, 'manual' from contact where id = $1`,
      [contactIds[5]],
    );
    await plantList(db, await newAccount(), 3, 'stranger');
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    const expected = contactIds.filter((_, at) => at > 3 && at !== 5);
    expect(await sizeOf(accountId, id)).toBe(expected.length);
    expect(await sentTo(id)).toEqual(expected);
  });

  it('uses segments in addition to lists and as exclusions', async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 9);
    const other = await plantContacts(db, accountId, { count: 9, prefix: 'opener' });
    await rowsOf(
      db,
      'update contact_stat set last_opened_at = now() where account_id = $1 and contact_id = any($2::bigint[])',
      [accountId, [...other.slice(0, 4), ...contactIds.slice(0, 2)]],
    );
    const segment = async (name: string, filter: object): Promise<number> =>
      (
        await rowsOf<{ id: number }>(
          db,
          'insert into contact_segment (account_id, name, filter) values ($1, $2, $3::jsonb) returning id',
          [accountId, name, JSON.stringify(filter)],
        )
      )[0]?.id ?? 0;
    const engaged = await segment('Engaged', { status: 'engaged' });
    const named = await segment('Of a list', { in_list_ids: [list], status: 'engaged' });
    const id = await plantCampaign(db, accountId, {
      list_ids: [list],
      segment_ids: [engaged],
      excluded_segment_ids: [named],
    });
    const expected = [...contactIds.slice(2), ...other.slice(0, 4)];
    expect(await sizeOf(accountId, id)).toBe(expected.length);
    expect(await sentTo(id)).toEqual(expected);
  });

  it('contains new contacts and those that opened within 90 days if only engaged contacts are requested', async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 6);
    await rowsOf(
      db,
      `update contact_stat set first_sent_at = now() - interval '100 days',
         last_opened_at = case when contact_id = $3 then now() - interval '10 days' when contact_id = $4 then now() - interval '99 days' end
       where account_id = $1 and contact_id = any($2::bigint[])`,
      [accountId, contactIds.slice(0, 3), contactIds[0], contactIds[1]],
    );
    const id = await plantCampaign(db, accountId, { list_ids: [list], engaged_only: true });
    const expected = [contactIds[0], ...contactIds.slice(3)];
    expect(await sizeOf(accountId, id)).toBe(expected.length);
    expect(await sentTo(id)).toEqual(expected);
  });

  it.each([
    ['non_openers', [2, 3, 4]],
    ['openers', [0, 1]],
    ['clickers', [1]],
  ])('of a resend to %s contains recipients of the first campaign', async (audience, places) => {
    const accountId = await newAccount();
    const { contactIds } = await plantList(db, accountId, 8);
    const first = await plantCampaign(db, accountId, { state: 'sent', next_at: null });
    await rowsOf(
      db,
      `insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at, clicked_at)
       select $1, $2, id, now(), case when id <= $4 then now() end, case when id = $4 then now() end
       from unnest($3::bigint[]) as id`,
      [accountId, first, contactIds.slice(0, 6), contactIds[1]],
    );
    const out = await plantGroup(db, accountId, 'list', 'Out');
    await plantMembers(db, accountId, { kind: 'list', id: out, contactIds: contactIds.slice(5, 6) });
    const id = await plantCampaign(db, accountId, {
      resend_of: first,
      resend_audience: audience,
      excluded_list_ids: [out],
    });
    expect(await sizeOf(accountId, id)).toBe(places.length);
    expect(await sentTo(id)).toEqual(places.map((place) => contactIds[place]));
  });

  it('contains the remaining lists if one was deleted', async () => {
    const accountId = await newAccount();
    const kept = await plantList(db, accountId, 4, 'kept');
    const gone = await plantList(db, accountId, 4, 'gone');
    await rowsOf(db, 'update contact_list set deleted_at = now() where id = $1', [gone.list]);
    const id = await plantCampaign(db, accountId, { list_ids: [kept.list, gone.list] });
    expect(await sentTo(id)).toEqual(kept.contactIds);
  });
});

describe('campaign that cannot be sent', () => {
  it.each([
    ['whose lists were all deleted', { list_ids: [999_999_999] }, 'of the audience have been deleted'],
    ['without an audience', {}, 'has no audience'],
    [
      'whose exclusions were deleted',
      { excluded_list_ids: [999_999_999] },
      'excludes lists, tags, or segments that have been deleted',
    ],
    ['with an empty audience', { engaged_only: true }, 'has no recipients'],
  ])('%s becomes a draft with the reason and leaves no data', async (what, columns, words) => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    await rowsOf(db, `update contact_stat set first_sent_at = now() - interval '1 year' where account_id = $1`, [
      accountId,
    ]);
    const lists = what === 'without an audience' ? {} : { list_ids: [list] };
    const id = await plantCampaign(db, accountId, { ...lists, ...columns });
    const settled: number[] = [];
    sender.run({
      safeguards: openSafeguards({ settle: async (_tx, _account, _id, mails) => void settled.push(mails) }),
    });
    const row = await campaignIn(db, id, 'draft');
    expect(row).toMatchObject({ scheduled_at: null, next_at: null, recipients: 0 });
    expect(row.fault).toContain(words);
    expect(await rowsOf(db, 'select from mailing where account_id = $1', [accountId])).toEqual([]);
    expect(settled).toEqual([0]);
  });

  it.each(['safeguard', 'content'])('shows the refusal of its %s', async (which) => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    const refuse = async (): Promise<never> =>
      Promise.reject(new Refusal('forbidden', { message: 'The door is shut.', fix: 'Come back at nine.' }));
    sender.run(
      which === 'safeguard'
        ? { safeguards: openSafeguards({ requireSendable: refuse }) }
        : { contents: { ...plainContents(), freeze: refuse } },
    );
    expect((await campaignIn(db, id, 'draft')).fault).toBe('The door is shut. Come back at nine.');
  });

  it('due to repeated failures becomes a draft and does not affect others', async () => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    const bad = await plantCampaign(db, accountId, { list_ids: [list], subject: 'bad' });
    const good = await plantCampaign(db, await newAccount(), { resend_of: bad, state: 'draft', next_at: null });
    const other = await newAccount();
    const fine = await plantList(db, other, 3);
    const next = await plantCampaign(db, other, { list_ids: [fine.list] });
    const contents = plainContents();
    sender.run({
      contents: {
        ...contents,
        recipients: async (tx, account, ids, slots) =>
          account === accountId ? Promise.reject(new Error('broken')) : contents.recipients(tx, account, ids, slots),
      },
    });
    await campaignIn(db, next, 'sending');
    expect((await campaignIn(db, bad, 'draft')).fault).toContain('failed repeatedly because of an internal error');
    expect(await campaignRow(db, good)).toMatchObject({ state: 'draft', next_at: null });
  });

  it('becomes a draft if its account was closed, and ends if it is already running', async () => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    const running = await plantCampaign(db, accountId, { list_ids: [list] });
    sender.run();
    await campaignIn(db, running, 'sending');
    await rowsOf(db, 'update account set closed_at = now() where account_id = $1', [accountId]);
    const due = await plantCampaign(db, accountId, { list_ids: [list] });
    expect((await campaignIn(db, due, 'draft')).fault).toBe('The account was deleted.');
    expect((await campaignIn(db, running, 'cancelled')).fault).toBe('The account was deleted.');
    await eventually('all waves are cancelled', async () =>
      (await wavesOf(db, running)).every(({ state }) => state === 'cancelled') ? true : undefined,
    );
  });
});

describe('running campaign', () => {
  it('is sent after each recipient was tried, reports its progress, and uses no resources afterwards', async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 30);
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    const settled: number[] = [];
    sender.run({
      safeguards: openSafeguards({ settle: async (_tx, _account, _id, mails) => void settled.push(mails) }),
    });
    const { progress_id: progressId } = await campaignIn(db, id, 'sending');
    expect(await recipientsOf(db, id)).toEqual(contactIds);
    expect(await wavesOf(db, id)).toMatchObject([{ kind: 'all', variant: 0, recipients: 30, state: 'sending' }]);
    await tryAll(db, id);
    const row = await campaignIn(db, id, 'sent');
    expect(row).toMatchObject({ next_at: null, recipients: 30, sent_at: expect.any(Date) });
    expect(await progressOf(db, accountId, [progressId ?? ''])).toMatchObject([
      { kind: 'campaign', state: 'done', done: 30, total: 30 },
    ]);
    expect(settled).toEqual([30]);
  });

  it('waits for its time without updates', async () => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    const at = new Date(Date.now() + 365 * 86_400_000);
    const later = await plantCampaign(db, accountId, { list_ids: [list], next_at: at, scheduled_at: at });
    const due = await plantCampaign(db, accountId, { list_ids: [list] });
    sender.run();
    await campaignIn(db, due, 'sending');
    expect(await campaignRow(db, later)).toMatchObject({ state: 'scheduled', next_at: at, epoch: 0 });
  });

  it('waits while its account is paused, and stops because of its results', async () => {
    const accountId = await newAccount();
    const { list } = await plantList(db, accountId, 3);
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    let isBad = false;
    sender.run({
      safeguards: openSafeguards({
        judge: async () =>
          Promise.resolve(isBad ? { verdict: 'stop', reason: 'Too many bounces.' } : { verdict: 'go_on' }),
      }),
    });
    await campaignIn(db, id, 'sending');
    isBad = true;
    const row = await campaignIn(db, id, 'paused');
    expect(row.pause_reason).toBe('Too many bounces.');
    await eventually('the mailing is paused', async () =>
      (await wavesOf(db, id))[0]?.state === 'paused' && (await campaignRow(db, id)).next_at === null ? true : undefined,
    );
  });
});

describe('process that dies', () => {
  /**
   * Returns a database whose transaction number `at` throws an error, either before or immediately after it is
   * committed.
   */
  function dying(at: number, when: 'before' | 'after'): Database {
    let left = at;
    return {
      ...db,
      async transaction(work, options) {
        left -= 1;
        if (left !== 0) return db.transaction(work, options);
        if (when === 'before') {
          return db.transaction(async (tx) => {
            await work(tx);
            throw new Error('killed');
          }, options);
        }
        await db.transaction(work, options);
        throw new Error('killed');
      },
    };
  }

  it.each(['before', 'after'] as const)(
    'at each step, %s its commit, leaves each contact in one wave once',
    async (when) => {
      const accountId = await newAccount();
      const { contactIds, list } = await plantList(db, accountId, 40);
      for (let at = 1; at <= 9; at += 1) {
        const id = await plantCampaign(db, accountId, { list_ids: [list] });
        sender.run({ db: dying(at, when), pageContacts: 9 });
        await campaignIn(db, id, 'sending');
        expect(await recipientsOf(db, id)).toEqual(contactIds);
        await sender.stop();
      }
    },
  );

  it('and lost its lease cannot write, and two concurrent processes add no duplicates', async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 60);
    const ids = await Promise.all([1, 2, 3].map(async () => plantCampaign(db, accountId, { list_ids: [list] })));
    // Each lease expires immediately, so that the processes take over campaigns from each other.
    for (const _runner of [1, 2, 3]) sender.run({ leaseSeconds: 0, pageContacts: 5 });
    for (const id of ids) {
      await campaignIn(db, id, 'sending');
      expect(await recipientsOf(db, id)).toEqual(contactIds);
    }
  });

  it('omits and does not count contacts deleted in between', async () => {
    const accountId = await newAccount();
    const { contactIds, list } = await plantList(db, accountId, 12);
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    const contents = plainContents();
    let pages = 0;
    sender.run({
      pageContacts: 4,
      contents: {
        ...contents,
        async recipients(tx, account, ids, slots) {
          pages += 1;
          if (pages === 1) await db.transaction((other) => removeContacts(other, account, contactIds.slice(10)));
          return contents.recipients(tx, account, ids, slots);
        },
      },
    });
    expect(await campaignIn(db, id, 'sending')).toMatchObject({ recipients: 10 });
    expect(await recipientsOf(db, id)).toEqual(contactIds.slice(0, 10));
  });
});

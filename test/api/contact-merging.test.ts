import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { noteUnsubscribed } from '../../src/features/audience/contacts/index.ts';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantCampaign as plantCounted } from '../support/counted-campaigns.ts';
import { noteMails, passHours, plantAutomation, type NotedMails } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { runAutomations } from '../support/run-automations.ts';
import { campaignIn, createSender, plantCampaign, plantList, recipientsOf } from '../support/sent-campaigns.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);
let db: Database;
let noted: NotedMails;
let accountId: number;
let ann: TestPerson;

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
});

async function made(path: string, body: unknown): Promise<number> {
  const answer = await ann.call('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.id;
}

const merge = async (kept: number, merged: number, isDryRun = false): Promise<Answer> =>
  ann.call('POST', `/contacts/${kept}/merge`, { contact_id: merged, ...(isDryRun && { dry_run: true }) });

/** Returns the stored and the actual counts: the contacts of the account, and the members of all its lists. */
async function countersOf(): Promise<unknown> {
  const [row] = await rowsOf<Record<string, unknown>>(
    db,
    `select (select contacts from audience where account_id = $1) as contacts,
       (select count(*) from contact where account_id = $1 and deleted_at is null) as real_contacts,
       (select sum(contacts_count) from contact_list where account_id = $1) as members,
       (select count(*) from list_member where account_id = $1) as real_members`,
    [accountId],
  );
  return row;
}

async function expectExactCounters(): Promise<void> {
  const counters = await countersOf();
  const {
    contacts,
    members,
    real_contacts: realContacts,
    real_members: realMembers,
  } = counters as Record<string, unknown>;
  expect([Number(contacts), Number(members)]).toEqual([Number(realContacts), Number(realMembers)]);
}

describe('POST /contacts/{id}/merge', () => {
  let news: number;
  let offers: number;

  beforeEach(async () => {
    news = await made('/lists', { name: 'News' });
    offers = await made('/lists', { name: 'Offers' });
  });

  it('fills empty values, adds lists and tags, moves consents and events, and deletes the other contact', async () => {
    await made('/contact-fields', { label: 'City', contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' });
    await made('/contact-fields', { label: 'Shoe', contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' });
    const kept = await made('/contacts', {
      email: 'bea@new.example',
      first_name: 'Bea',
      lists: [news],
      contact_fields: [{ name: 'city', value: 'Bern' }],
    });
    const other = await made('/contacts', {
      email: 'bea@old.example',
      first_name: 'Beatrice',
      last_name: 'Berg',
      language: 'de',
      timezone: 'Europe/Zurich',
      lists: [news, offers],
      consent: { text: 'Send me news' },
      contact_fields: [
        { name: 'city', value: 'Basel' },
        { name: 'shoe', value: '38' },
      ],
    });
    const tag = await made('/contact-tags', { name: 'VIP' });
    await ann.call('POST', `/contacts/${other}/tags/${tag}`);
    await ann.call('POST', '/events', { name: 'order.placed', email: 'bea@old.example' });

    const preview = await merge(kept, other, true);
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect((await ann.call('GET', `/contacts/${other}`)).status).toBe(200);
    const { body } = await merge(kept, other);
    expect(body).toMatchObject({
      dry_run: false,
      contact: {
        id: kept,
        email: 'bea@new.example',
        first_name: 'Bea',
        last_name: 'Berg',
        language: 'de',
        timezone: 'Europe/Zurich',
        contact_fields: [
          { name: 'city', value: 'Bern' },
          { name: 'shoe', value: '38' },
        ],
        lists: [
          { id: news, name: 'News' },
          { id: offers, name: 'Offers' },
        ],
      },
      merged_contact: { id: other, email: 'bea@old.example' },
      changes: {
        unsubscribed: false,
        suppressed: false,
        lists_added: [{ id: offers, name: 'Offers' }],
        lists_removed: [],
        tags_added: [{ id: tag, name: 'VIP' }],
        fields_filled: ['last_name', 'language', 'timezone', 'shoe'],
        consents_moved: 1,
        events_moved: 1,
      },
    });
    expect(preview.body.changes).toEqual(body.changes);
    expect((await ann.call('GET', `/contacts/${other}`)).status).toBe(404);
    expect((await ann.call('GET', `/contacts/${kept}/consents`)).body.total).toBe(1);
    await expectExactCounters();
  });

  it('keeps the contact unsubscribed or suppressed if either was, but not for a bounce of the other address', async () => {
    const ids = [];
    for (const name of ['kept', 'unsubscribed', 'complained', 'bounced'])
      ids.push(await made('/contacts', { email: `${name}@x.example` }));
    const [kept = 0, unsubscribed = 0, complained = 0, bounced = 0] = ids;
    await ann.call('PATCH', '/unsubscribe', { email: 'unsubscribed@x.example' });
    await rowsOf(
      db,
      `insert into suppression (account_id, address, reason)
       values ($1, 'complained@x.example', 'complained'), ($1, 'bounced@x.example', 'bounced')`,
      [accountId],
    );
    await rowsOf(db, 'update contact set bounced_at = now() where account_id = $1 and id = $2', [accountId, bounced]);
    const none = { unsubscribed: false, suppressed: false };
    expect((await merge(kept, bounced)).body).toMatchObject({ contact: { bounced_at: null }, changes: none });
    expect((await merge(kept, unsubscribed)).body).toMatchObject({
      contact: { unsubscribed_at: expect.any(String) },
      changes: { unsubscribed: true, suppressed: false },
    });
    expect((await merge(kept, complained)).body.changes).toMatchObject({ unsubscribed: false, suppressed: true });
    const suppressed = await rowsOf<{ reason: string }>(
      db,
      `select reason from suppression where account_id = $1 and address = 'kept@x.example'`,
      [accountId],
    );
    expect(suppressed).toEqual([{ reason: 'complained' }]);
    const [stat] = await rowsOf<{ flags: number }>(db, 'select flags from contact_stat where contact_id = $1', [kept]);
    expect(stat?.flags).toBe(2);
    // A merged contact that is added again is unsubscribed too.
    await ann.call('POST', '/contacts', { email: 'bounced@x.example' });
    const again = (await ann.call('POST', '/contacts', { email: 'complained@x.example' })).body;
    expect(again.unsubscribed_at).toEqual(expect.any(String));
  });

  it('removes the contact from lists that the other contact left, and keeps it out of lists that it left', async () => {
    const kept = await made('/contacts', { email: 'k@x.example', lists: [news] });
    const other = await made('/contacts', { email: 'o@x.example', lists: [offers] });
    await rowsOf(db, 'insert into list_departure (account_id, contact_id, list_id) values ($1, $2, $3), ($1, $4, $5)', [
      accountId,
      other,
      news,
      kept,
      offers,
    ]);
    const { body } = await merge(kept, other);
    expect(body.changes).toMatchObject({ lists_removed: [{ id: news, name: 'News' }], lists_added: [] });
    expect(body.contact.lists).toEqual([]);
    await expectExactCounters();
  });

  it('subscribes the contact to a topic only if neither contact unsubscribed from it', async () => {
    const kept = await made('/contacts', { email: 'k@x.example' });
    const other = await made('/contacts', { email: 'o@x.example' });
    const topics = await rowsOf<{ id: number }>(
      db,
      `insert into topic (account_id, name, is_opt_in) select $1, 'Topic ' || n, true from generate_series(1, 4) as n returning id`,
      [accountId],
    );
    const [left, onlyKept, onlyOther, both] = topics.map(({ id }) => id);
    const choices: [number | undefined, number, boolean][] = [
      [left, kept, true],
      [left, other, false],
      [onlyKept, kept, false],
      [onlyOther, other, false],
      [both, kept, true],
      [both, other, true],
    ];
    for (const choice of choices) {
      await rowsOf(
        db,
        'insert into topic_choice (account_id, topic_id, contact_id, is_subscribed) values ($1, $2, $3, $4)',
        [accountId, ...choice],
      );
    }
    expect((await merge(kept, other)).status).toBe(200);
    const stored = await rowsOf<{ topic_id: number; contact_id: number; is_subscribed: boolean }>(
      db,
      'select topic_id, contact_id, is_subscribed from topic_choice where account_id = $1 order by topic_id',
      [accountId],
    );
    expect(stored.map((row) => [row.topic_id, row.contact_id, row.is_subscribed])).toEqual([
      [left, kept, false],
      [onlyKept, kept, false],
      [onlyOther, kept, false],
      [both, kept, true],
    ]);
  });

  it('shows the emails of the merged contact, and unsubscribes the contact through a link in them', async () => {
    const campaign = await plantCounted(db, accountId, 2);
    const [kept = 0, other = 0] = campaign.contacts;
    await campaign.sent(0, 1);
    await campaign.visited(campaign.visit(1, 0, 60));
    await merge(kept, other);
    const timeline = await ann.session.call('GET', `/dashboard/contacts/${kept}/timeline`);
    const types: string[] = timeline.body.data.map(({ type }: { type: string }) => type);
    expect(types.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['added', 'added', 'merged', 'opened', 'sent', 'sent']);
    expect((await ann.call('GET', `/contacts/${kept}/activity`)).body.contact.last_opened_at).toEqual(
      expect.any(String),
    );
    await db.transaction(async (tx) => noteUnsubscribed(tx, accountId, [other], new Date()));
    expect((await ann.call('GET', `/contacts/${kept}`)).body.unsubscribed_at).toEqual(expect.any(String));
  });

  it('continues automations once, without emails that either contact was sent', async () => {
    const both = await plantAutomation(db, accountId, { type: 'apply_list', list: news }, [0, 5, 5]);
    const single = await plantAutomation(db, accountId, { type: 'apply_list', list: offers }, [5]);
    const other = await made('/contacts', { email: 'o@x.example', lists: [news, offers] });
    await runAutomations(db, noted);
    await passHours(db, accountId, both.id, 6);
    await runAutomations(db, noted);
    // The other contact was sent two emails. The contact to keep enters the automation now.
    const kept = await made('/contacts', { email: 'k@x.example', lists: [news] });
    const { body } = await merge(kept, other);
    expect(body.changes).toMatchObject({ automations_moved: 1, automations_ended: 1 });
    for (let step = 0; step < 4; step += 1) {
      await runAutomations(db, noted);
      await passHours(db, accountId, both.id, 6);
      await passHours(db, accountId, single.id, 6);
    }
    await runAutomations(db, noted);
    const sent = await noted.sent(accountId);
    const mails = both.items.map(({ campaignId }) => campaignId);
    expect(sent.map((mail) => [mail.campaign_id, mail.contact_id]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [mails[0], other],
      [mails[1], other],
      [mails[2], kept],
      [single.items[0]?.campaignId, kept],
    ]);
    const waiting = await rowsOf<{ waiting: number }>(
      db,
      'select waiting from automation_item where account_id = $1 order by id',
      [accountId],
    );
    expect(waiting.map((row) => row.waiting)).toEqual([0, 0, 0, 0]);
    const runs = await rowsOf(db, 'select entered, finished, ended from automation where account_id = $1 order by id', [
      accountId,
    ]);
    expect(runs).toEqual([
      { entered: 2, finished: 1, ended: 1 },
      { entered: 1, finished: 1, ended: 0 },
    ]);
  });

  it('is exact if merges run at once', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1)
      ids.push(await made('/contacts', { email: `c${n}@x.example`, lists: [n % 2 ? news : offers] }));
    const [kept = 0, ...others] = ids;
    // Every contact is merged into the first one, while the first one is merged into another.
    const answers = await Promise.all([...others.map(async (id) => merge(kept, id)), merge(others[0] ?? 0, kept)]);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => [200, 404, 422].includes(status))).toBe(true);
    const left = await rowsOf<{ id: number }>(
      db,
      'select id from contact where account_id = $1 and deleted_at is null',
      [accountId],
    );
    const merged = await rowsOf<{ id: number; into: number }>(
      db,
      'select id, merged_into as into from contact where account_id = $1 and merged_into is not null',
      [accountId],
    );
    expect(left.length + merged.length).toBe(12);
    const living = new Set(left.map(({ id }) => id));
    expect(merged.filter(({ into }) => !living.has(into))).toEqual([]);
    await expectExactCounters();
  });

  it('is safe beside a running campaign, which sends to no contact twice and not to merged contacts', async () => {
    const { contactIds, list } = await plantList(db, accountId, 60);
    const id = await plantCampaign(db, accountId, { list_ids: [list] });
    const sender = createSender(app);
    try {
      sender.run({ pageContacts: 5 });
      const pairs = Array.from({ length: 15 }, (_none, n) => [contactIds[n], contactIds[59 - n]] as const);
      for (const [kept = 0, other = 0] of pairs) expect((await merge(kept, other)).status).toBe(200);
      const row = await campaignIn(db, id, 'sending', 'sent');
      expect(row.fault).toBeNull();
      const recipients = await recipientsOf(db, id);
      expect(new Set(recipients).size).toBe(recipients.length);
      const living = await rowsOf<{ id: number }>(
        db,
        'select id from contact where account_id = $1 and deleted_at is null',
        [accountId],
      );
      expect(living).toHaveLength(45);
      const named = new Set(recipients);
      expect(living.filter((contact) => !named.has(contact.id))).toEqual([]);
      await expectExactCounters();
    } finally {
      await sender.stop();
    }
  });

  it('is safe beside results of campaigns, which are recorded for the contacts that received them', async () => {
    const campaign = await plantCounted(db, accountId, 40);
    const places = campaign.contacts.map((_id, place) => place);
    await Promise.all([
      ...places
        .slice(0, 20)
        .map(async (place) => merge(campaign.contacts[place] ?? 0, campaign.contacts[39 - place] ?? 0)),
      ...places.map(async (place) => campaign.sent(place)),
    ]);
    const [row] = await rowsOf<{ sent: number; into: number }>(
      db,
      `select (select count(*)::integer from deliverable where account_id = $1) as sent,
         (select count(*)::integer from contact where account_id = $1 and merged_into is not null) as into`,
      [accountId],
    );
    expect(row).toEqual({ sent: 40, into: 20 });
  });

  it('refuses contacts that cannot be merged', async () => {
    const kept = await made('/contacts', { email: 'k@x.example' });
    const stranger = await newPerson(app, (await app.newAccount()).account.id);
    const foreign = (await stranger.call('POST', '/contacts', { email: 's@x.example' })).body.id;
    for (const contact of [kept, foreign, 999_999_999]) {
      expect(await merge(kept, contact)).toMatchObject({
        status: 422,
        body: { errors: { contact_id: [expect.any(String)] } },
      });
    }
    expect((await merge(foreign, kept)).status).toBe(403);
    for (const body of [{}, { contact_id: '7' }, { contact_id: kept, dry_run: 'yes' }])
      expect((await ann.call('POST', `/contacts/${kept}/merge`, body)).status).toBe(422);
  });

  it('erases merged contacts together with the contact', async () => {
    const kept = await made('/contacts', { email: 'k@x.example' });
    const other = await made('/contacts', { email: 'o@x.example' });
    await merge(kept, other);
    const data = await ann.call('GET', `/contacts/${kept}/data`);
    expect(data.body.contact.merged_contacts).toMatchObject([{ id: other, email: 'o@x.example' }]);
    expect((await ann.call('POST', `/contacts/${kept}/erase`, { email: 'k@x.example' })).status).toBeLessThan(300);
    const erasures = await rowsOf<{ address: string }>(
      db,
      'select address from contact_erasure where account_id = $1 order by address',
      [accountId],
    );
    expect(erasures.map(({ address }) => address)).toEqual(['k@x.example', 'o@x.example']);
  });
});

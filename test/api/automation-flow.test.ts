// Place in a run: slow.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { countersOf, noteMails, passHours, type NotedMails } from '../support/planted-automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { randomFrom } from '../support/random.ts';
import { runAutomations } from '../support/run-automations.ts';
import { giveWebhook } from '../support/webhook-rows.ts';
import { shared } from '../support/shared.ts';

// Tests read bodies of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const NOBODYS = 99_999_999;
const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';
const NUMBER = 'e43c6471-b3ff-4541-80c5-964c62decd15';

let db: Database;
let noted: NotedMails;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});

interface Tenant extends AutomationTenant {
  readonly tag: number;
  readonly id: number;
  readonly emails: readonly number[];
  /** Replaces the steps and returns the response. */
  readonly setSteps: (steps: readonly object[]) => Promise<Json>;
  /** Adds a contact, which enters through the event `start`. */
  readonly enter: (name: string, properties?: object) => Promise<number>;
  readonly event: (name: string, event: string, properties?: object) => Promise<void>;
  readonly run: () => Promise<void>;
  /** Advances the clock by this many hours, then runs everything that is due. */
  readonly later: (hours: number) => Promise<void>;
  /** Returns the numbers of the emails that were sent to a contact, in order. */
  readonly mailsTo: (contactId: number) => Promise<readonly number[]>;
}

/** Creates an active automation with emails that are due immediately. Contacts enter through the event `start`. */
async function newTenant(emails: number, changes: Record<string, unknown> = {}): Promise<Tenant> {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann, newEmail } = tenant;
  const single = { trigger_type: 'event', trigger_list_id: undefined, trigger_event: 'start' };
  const { id } = await tenant.newAutomation({ ...single, active: true, ...changes });
  const items: Json[] = [];
  for (let number = 1; number <= emails; number += 1) {
    items.push(await newEmail(id, { subject: `Mail ${number}`, delay_hours: 0 }));
  }
  const run = async () => runAutomations(db, noted);
  const event = async (name: string, of: string, properties = {}) => {
    const given = { name: of, email: `${name}@way.example`, properties };
    expect(await ann.call('POST', '/events', given)).toMatchObject({ status: 202 });
  };
  return {
    ...tenant,
    id,
    tag: await plantGroup(db, accountId, 'tag', 'Buyers'),
    emails: items.map((item) => item.id),
    setSteps: async (steps) => ann.call('PATCH', `/automations/${id}/flow`, { steps }),
    async enter(name, properties = {}) {
      const contact = (await ann.call('POST', '/contacts', { email: `${name}@way.example` })).body.id;
      await event(name, 'start', properties);
      return contact;
    },
    event,
    run,
    async later(hours) {
      await passHours(db, accountId, id, hours);
      await rowsOf(
        db,
        'update automation_entry set wait_ends_at = seconds_after(wait_ends_at, $2::float8 * -3600) where account_id = $1',
        [accountId, hours],
      );
      await run();
    },
    mailsTo: async (contactId) =>
      (await noted.sent(accountId))
        .filter((mail) => mail.contact_id === contactId)
        .map((mail) => items.findIndex((item) => item.campaign_id === mail.campaign_id) + 1),
  };
}

const mail = (id: number | undefined) => ({ type: 'email', id });

/** Checks that each stored counter equals the number of rows that it counts. */
async function checkCounters({ accountId, id }: Tenant): Promise<void> {
  const { items, ...counters } = await countersOf(db, accountId, id);
  expect(items.map((item) => item.waiting)).toEqual(items.map((item) => item.wait));
  expect(counters.entered).toBe((counters.in ?? 0) + (counters.out ?? 0));
  expect((counters.finished ?? 0) + (counters.ended ?? 0)).toBe(counters.out);
}

describe('step', () => {
  it('condition sends contacts through one of two branches that rejoin', async () => {
    const ann = await newTenant(4);
    const [one, two, three, four] = ann.emails;
    const { body, status } = await ann.setSteps([
      mail(one),
      {
        type: 'condition',
        event_property: { name: 'order.total', operator: 'greater_than', value: 100 },
        yes: [mail(two)],
        no: [mail(three)],
      },
      mail(four),
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    const rich = await ann.enter('rich', { order: { total: '120.5' } });
    const poor = await ann.enter('poor', { order: { total: 99 } });
    await ann.run();
    expect([await ann.mailsTo(rich), await ann.mailsTo(poor)]).toEqual([
      [1, 2, 4],
      [1, 3, 4],
    ]);
    const { body: flow } = await ann.ann.call('GET', `/automations/${ann.id}/flow`);
    expect(flow.steps).toMatchObject([
      { type: 'email', subject: 'Mail 1', completed_count: 2 },
      {
        type: 'condition',
        met_count: 1,
        completed_count: 2,
        yes: [{ completed_count: 1 }],
        no: [{ completed_count: 1 }],
      },
      { type: 'email', waiting_count: 0, completed_count: 2 },
    ]);
    expect((await ann.ann.call('GET', `/automations/${ann.id}`)).body).toMatchObject({
      finished_count: 2,
      automation_items: [{ send_order: 1 }, { send_order: 2 }, { send_order: 3 }, { send_order: 4 }],
    });
    await checkCounters(ann);
  });

  it('condition tests a contact filter and an event since the contact entered', async () => {
    const ann = await newTenant(2);
    const [one, two] = ann.emails;
    const early = (await ann.ann.call('POST', '/contacts', { email: 'early@way.example' })).body.id;
    await ann.event('early', 'bought');
    await rowsOf(db, `update contact_event set occurred_at = now() - interval '1 hour' where account_id = $1`, [
      ann.accountId,
    ]);
    await ann.setSteps([
      { type: 'wait', minutes: 60 },
      { type: 'condition', event: 'bought', filter: { tag_ids: [ann.tag] }, yes: [mail(one)], no: [mail(two)] },
    ]);
    await ann.event('early', 'start');
    const both = await ann.enter('both');
    const untagged = await ann.enter('untagged');
    for (const contact of [early, both]) await ann.ann.call('POST', `/contacts/${contact}/tags/${ann.tag}`);
    for (const name of ['both', 'untagged']) await ann.event(name, 'bought');
    await ann.run();
    expect(await ann.mailsTo(both)).toEqual([]);
    await ann.later(1.01);
    expect([await ann.mailsTo(early), await ann.mailsTo(both), await ann.mailsTo(untagged)]).toEqual([[2], [1], [2]]);
    await checkCounters(ann);
  });

  it('wait lasts for its minutes', async () => {
    const ann = await newTenant(1);
    await ann.setSteps([{ type: 'wait', minutes: 90 }, mail(ann.emails[0])]);
    const contact = await ann.enter('a');
    await ann.run();
    await ann.later(1.4);
    expect(await ann.mailsTo(contact)).toEqual([]);
    await ann.later(0.2);
    expect(await ann.mailsTo(contact)).toEqual([1]);
    await checkCounters(ann);
  });

  it.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('wait ends at the time of day in %s', async (zone) => {
    const ann = await newTenant(1);
    await rowsOf(db, 'update account set timezone = $2 where account_id = $1', [ann.accountId, zone]);
    await ann.setSteps([{ type: 'wait', weekdays: [1, 4], time: '09:30' }, mail(ann.emails[0])]);
    await ann.enter('a');
    await ann.run();
    const [entry] = await rowsOf<{ local: string; day: number; days: number }>(
      db,
      `select to_char(e.wait_ends_at at time zone $2, 'HH24:MI') as local,
         extract(isodow from e.wait_ends_at at time zone $2)::integer as day,
         extract(epoch from e.wait_ends_at - now())::float8 / 86400 as days
       from automation_entry e where e.account_id = $1`,
      [ann.accountId, zone],
    );
    expect(entry?.local).toBe('09:30');
    expect([1, 4]).toContain(entry?.day);
    expect(entry?.days).toBeGreaterThan(0);
    expect(entry?.days).toBeLessThan(4.1);
  });

  it("wait ends at the time of day in the contact's time zone, or in the account's if it is unknown", async () => {
    const ann = await newTenant(1);
    const { accountId, ann: owner } = ann;
    await rowsOf(db, `update account set timezone = 'Europe/Berlin' where account_id = $1`, [accountId]);
    // The offsets of all these zones are whole hours, so `time` is at least half an hour away in each of them.
    const time = `09:${String((new Date().getUTCMinutes() + 30) % 60).padStart(2, '0')}`;
    const { body } = await ann.setSteps([
      { type: 'wait', weekdays: [1, 2, 3, 4, 5, 6, 7], time, timezone: 'contact' },
      mail(ann.emails[0]),
    ]);
    expect(body.steps[0]).toMatchObject({ time, timezone: 'contact' });
    const zones = [
      ['tokyo', 'Asia/Tokyo', 'Asia/Tokyo'],
      ['york', 'America/New_York', 'America/New_York'],
      ['unknown', null, 'Europe/Berlin'],
      // PostgreSQL does not know this time zone. The other contacts must not be affected.
      ['newer', 'Mars/Olympus_Mons', 'Europe/Berlin'],
    ] as const;
    const ids = new Map<string, number>();
    for (const [name, zone] of zones) {
      await owner.call('POST', '/contacts', { email: `${name}@way.example`, timezone: name === 'newer' ? null : zone });
      ids.set(name, await ann.enter(name));
    }
    await rowsOf(db, 'update contact set timezone = $3 where account_id = $1 and id = $2', [
      accountId,
      ids.get('newer'),
      'Mars/Olympus_Mons',
    ]);
    const tests = await Promise.all(
      zones.map(async ([name]) => owner.call('POST', `/automations/${ann.id}/test-run`, { contact_id: ids.get(name) })),
    );
    await ann.run();
    for (const [index, [name, , used]] of zones.entries()) {
      const [entry] = await rowsOf<{ local: string; at: Date }>(
        db,
        `select to_char(wait_ends_at at time zone $3, 'HH24:MI') as local, wait_ends_at as at
         from automation_entry where account_id = $1 and contact_id = $2`,
        [accountId, ids.get(name), used],
      );
      expect([name, entry?.local]).toEqual([name, time]);
      expect([name, tests[index]?.body.steps[0].at]).toEqual([name, entry?.at.toISOString()]);
    }
  });

  // Berlin: 02:00 becomes 03:00 on March 28, 2027, and 03:00 becomes 02:00 on October 31, 2027. In Havana, midnight
  // becomes 01:00 on March 14, 2027, and 01:00 becomes midnight on November 7, 2027.
  it.each([
    ['Europe/Berlin', '02:30', '2027-03-27T12:00Z', '2027-03-28T01:30Z', 'is skipped'],
    ['Europe/Berlin', '02:30', '2027-03-28T01:30Z', '2027-04-04T00:30Z', 'was skipped'],
    ['Europe/Berlin', '03:00', '2027-03-27T12:00Z', '2027-03-28T01:00Z', 'follows the skipped hour'],
    ['Europe/Berlin', '02:30', '2027-10-30T12:00Z', '2027-10-31T01:30Z', 'occurs twice'],
    ['Europe/Berlin', '02:30', '2027-10-31T00:45Z', '2027-10-31T01:30Z', 'has occurred once'],
    ['Europe/Berlin', '02:30', '2027-10-31T01:30Z', '2027-11-07T01:30Z', 'has occurred twice'],
    ['America/Havana', '00:15', '2027-03-13T12:00Z', '2027-03-14T05:15Z', 'is skipped at midnight'],
    ['America/Havana', '00:15', '2027-11-06T12:00Z', '2027-11-07T05:15Z', 'occurs twice at midnight'],
  ])('wait for Sunday in %s at %s, begun at %s, ends once, at %s, if this time %s', async (zone, time, from, end) => {
    const [row] = await rowsOf<{ at: Date }>(
      db,
      'select next_weekday_time($1::timestamptz, array[7], $2::time, $3) as at',
      [from, time, zone],
    );
    expect(row?.at.toISOString()).toBe(new Date(end).toISOString());
  });

  it('wait ends with its event, whose properties emails then contain, or with its time-out', async () => {
    const ann = await newTenant(1);
    await ann.setSteps([{ type: 'wait', event: 'paid', timeout_minutes: 120 }, mail(ann.emails[0])]);
    const paid = await ann.enter('paid');
    const late = await ann.enter('late');
    await ann.run();
    await ann.event('paid', 'other');
    await ann.event('paid', 'paid', { number: 7 });
    await ann.run();
    expect([await ann.mailsTo(paid), await ann.mailsTo(late)]).toEqual([[1], []]);
    const rows = await rowsOf<{ name: string }>(
      db,
      `select v.name from automation_entry e join contact_event v on v.account_id = e.account_id and v.id = e.event_id
       where e.account_id = $1 order by e.contact_id`,
      [ann.accountId],
    );
    expect(rows.map(({ name }) => name)).toEqual(['paid', 'start']);
    await ann.later(2.01);
    expect(await ann.mailsTo(late)).toEqual([1]);
    await checkCounters(ann);
  });

  it('wait ends with an event that occurs before the wait has begun', async () => {
    const ann = await newTenant(1);
    await ann.setSteps([{ type: 'wait', event: 'paid', timeout_minutes: 120 }, mail(ann.emails[0])]);
    const contact = await ann.enter('a');
    await ann.event('a', 'paid');
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([1]);
  });

  it('wait ends when the contact matches the filter', async () => {
    const ann = await newTenant(1);
    await ann.setSteps([{ type: 'wait', filter: { tag_ids: [ann.tag] }, timeout_minutes: 600 }, mail(ann.emails[0])]);
    const [now, soon, never] = [await ann.enter('now'), await ann.enter('soon'), await ann.enter('never')];
    await ann.ann.call('POST', `/contacts/${now}/tags/${ann.tag}`);
    await ann.run();
    await ann.ann.call('POST', `/contacts/${soon}/tags/${ann.tag}`);
    await ann.later(0.3);
    expect([await ann.mailsTo(now), await ann.mailsTo(soon), await ann.mailsTo(never)]).toEqual([[1], [1], []]);
    await ann.later(10);
    expect(await ann.mailsTo(never)).toEqual([1]);
    await checkCounters(ann);
  });

  it('update changes lists and tags, and starts other automations', async () => {
    const ann = await newTenant(1);
    const other = await plantGroup(db, ann.accountId, 'list', 'Old');
    const second = await ann.newAutomation({ trigger_type: 'tag_added', trigger_tag_id: ann.tag, active: true });
    await ann.newEmail(second.id, { delay_hours: 5 });
    await ann.setSteps([
      { type: 'update', add_tag_ids: [ann.tag], add_list_ids: [ann.list], remove_list_ids: [other] },
      mail(ann.emails[0]),
    ]);
    const contact = await ann.enter('a');
    await ann.ann.call('POST', `/lists/${other}/contacts`, { contact_id: contact });
    await ann.run();
    const { body } = await ann.ann.call('GET', `/contacts/${contact}`);
    expect(body.lists).toMatchObject([{ id: ann.list }]);
    expect((await ann.ann.call('GET', `/contacts/${contact}/tags`)).body).toMatchObject([{ id: ann.tag }]);
    expect(await ann.mailsTo(contact)).toEqual([1]);
    expect((await ann.ann.call('GET', `/automations/${second.id}`)).body.entered_count).toBe(1);
    await checkCounters(ann);
  });

  it('update sets and deletes values of custom fields, and skips a field that was deleted', async () => {
    const ann = await newTenant(1);
    const newField = async (label: string, type: string) =>
      (await ann.ann.call('POST', '/contact-fields', { label, contact_field_type_id: type })).body;
    const [plan, seats, old] = [
      await newField('Plan', TEXT),
      await newField('Seats', NUMBER),
      await newField('Old', TEXT),
    ];
    const set_fields = { [plan.name]: 'gold', [seats.name]: null, [old.name]: 'x' };
    const { body, status } = await ann.setSteps([{ type: 'update', set_fields }, mail(ann.emails[0])]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.steps[0].set_fields).toEqual(set_fields);
    const contact = await ann.enter('a');
    await ann.ann.call('PATCH', `/contacts/${contact}`, { contact_fields: [{ name: seats.name, value: 3 }] });
    await ann.ann.call('DELETE', `/contact-fields/${old.id}`);
    await ann.run();
    const { contact_fields: fields } = (await ann.ann.call('GET', `/contacts/${contact}`)).body;
    expect(fields.map(({ name, value }: Json) => [name, value])).toEqual([[plan.name, 'gold']]);
    expect(await ann.mailsTo(contact)).toEqual([1]);
    const flow = (await ann.ann.call('GET', `/automations/${ann.id}/flow`)).body;
    expect(flow.steps[0].set_fields).toEqual({ [plan.name]: 'gold', [seats.name]: null });
    const refused = await ann.setSteps([
      { type: 'update', set_fields: { nothing: 1, [seats.name]: 'many', [plan.name]: ['x'] } },
      mail(ann.emails[0]),
    ]);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([`steps.0.set_fields.${plan.name}`]);
    const unknown = await ann.setSteps([
      { type: 'update', set_fields: { nothing: 1, [seats.name]: 'many' } },
      mail(ann.emails[0]),
    ]);
    expect(Object.keys(unknown.body.errors).toSorted()).toEqual([
      'steps.0.set_fields.nothing',
      `steps.0.set_fields.${seats.name}`,
    ]);
  });

  it('webhook sends an event for each contact', async () => {
    const ann = await newTenant(1);
    await giveWebhook(db, ann.accountId);
    await rowsOf(db, `update webhook set events = '{automation}' where account_id = $1`, [ann.accountId]);
    await ann.setSteps([{ type: 'webhook', name: 'send_invoice' }, mail(ann.emails[0])]);
    const contact = await ann.enter('a', { order: { total: 7 } });
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([1]);
    const rows = await rowsOf<{ event: string; recipient: string; extra: Json }>(
      db,
      'select event, recipient, extra from webhook_delivery where account_id = $1',
      [ann.accountId],
    );
    expect(rows).toMatchObject([
      {
        event: 'automation',
        recipient: 'a@way.example',
        extra: {
          automation: { id: ann.id },
          step: { name: 'send_invoice' },
          contact: { id: contact, email: 'a@way.example' },
          properties: { order: { total: 7 } },
        },
      },
    ]);
    const refused = await ann.setSteps([{ type: 'webhook' }, { type: 'webhook', name: 'x'.repeat(129) }]);
    expect(Object.keys(refused.body.errors)).toEqual(expect.arrayContaining(['steps.0.name', 'steps.1.name']));
  });

  it('exit ends the run', async () => {
    const ann = await newTenant(1);
    await ann.setSteps([
      { type: 'condition', event_property: { name: 'vip', operator: 'is_set' }, yes: [{ type: 'exit' }] },
      mail(ann.emails[0]),
    ]);
    const [vip, other] = [await ann.enter('vip', { vip: true }), await ann.enter('other')];
    await ann.run();
    expect([await ann.mailsTo(vip), await ann.mailsTo(other)]).toEqual([[], [1]]);
    expect((await ann.ann.call('GET', `/automations/${ann.id}`)).body.finished_count).toBe(2);
  });
});

describe('goal', () => {
  it('ends the run of a contact at any step', async () => {
    const ann = await newTenant(2, { goal_event: 'bought' });
    const [one, two] = ann.emails;
    await ann.setSteps([mail(one), { type: 'wait', minutes: 600 }, mail(two)]);
    const [buyer, other] = [await ann.enter('buyer'), await ann.enter('other')];
    await ann.run();
    await rowsOf(
      db,
      `update automation_entry set entered_at = entered_at - interval '2 hours' where account_id = $1 and contact_id = $2`,
      [ann.accountId, buyer],
    );
    await ann.event('buyer', 'bought');
    await ann.event('buyer', 'bought');
    await ann.later(10.1);
    expect([await ann.mailsTo(buyer), await ann.mailsTo(other)]).toEqual([[1], [1, 2]]);
    const { body } = await ann.ann.call('GET', `/automations/${ann.id}`);
    expect(body).toMatchObject({ goal_event: 'bought', goal_count: 1, left_count: 1, finished_count: 1 });
    expect(Math.round(body.average_goal_seconds / 3_600)).toBe(2);
    const { steps } = (await ann.ann.call('GET', `/automations/${ann.id}/flow`)).body;
    expect(steps).toMatchObject([{ goal_count: 0 }, { type: 'wait', goal_count: 1 }, { goal_count: 0 }]);
    await checkCounters(ann);
    const path = `/automations/${ann.id}`;
    expect((await ann.ann.call('PATCH', path, { goal_event: null })).body.goal_event).toBeNull();
    expect((await ann.ann.call('PATCH', path, { goal_event: 'x'.repeat(129) })).status).toBe(422);
  });
});

describe('GET /automations/{id}/steps/{step_id}/contacts', () => {
  it('lists the contacts at a step in the order in which they are due', async () => {
    const ann = await newTenant(1);
    const { body } = await ann.setSteps([{ type: 'wait', minutes: 600 }, mail(ann.emails[0])]);
    const [first, second] = [await ann.enter('first'), await ann.enter('second')];
    await rowsOf(
      db,
      `update automation_entry set base_at = base_at - interval '5 minutes' where account_id = $1 and contact_id = $2`,
      [ann.accountId, second],
    );
    await ann.run();
    const at = (step: number | undefined) => `/automations/${ann.id}/steps/${step}/contacts`;
    const wait = (await ann.ann.call('GET', at(body.steps[0].id))).body;
    expect(wait).toMatchObject({ total: 2, current_page: 1, data: [{ contact_id: second }, { contact_id: first }] });
    const minutes = wait.data.map((row: Json) => (Date.parse(row.due_at) - Date.parse(row.entered_at)) / 60_000);
    expect(minutes.map(Math.round)).toEqual([595, 600]);
    expect((await ann.ann.call('GET', `${at(body.steps[0].id)}?per_page=1&page=2`)).body.data).toMatchObject([
      { contact_id: first, email: 'first@way.example' },
    ]);
    expect((await ann.ann.call('GET', at(ann.emails[0]))).body).toMatchObject({ total: 0, data: [] });
    const other = await newTenant(1);
    expect((await ann.ann.call('GET', at(other.emails[0]))).status).toBe(404);
    expect((await other.ann.call('GET', at(ann.emails[0]))).status).toBe(403);
  });
});

it('shows the average time to the goal exactly, and the step at which contacts reached it', async () => {
  const ann = await newTenant(2, { goal_event: 'bought' });
  await ann.setSteps([mail(ann.emails[0]), { type: 'wait', minutes: 6_000 }, mail(ann.emails[1])]);
  const [quick, slow] = [await ann.enter('quick'), await ann.enter('slow')];
  await ann.enter('never');
  expect((await ann.ann.call('GET', `/automations/${ann.id}`)).body.average_goal_seconds).toBeNull();
  await ann.run();
  // One transaction, so that the current time is the same when the contacts enter and when they reach the goal.
  await db.transaction(async (tx) => {
    for (const [contact, seconds] of [
      [quick, 3_600],
      [slow, 10_801],
    ]) {
      await rowsOf(
        tx,
        `update automation_entry set entered_at = now() - make_interval(secs => $3)
         where account_id = $1 and contact_id = $2`,
        [ann.accountId, contact, seconds],
      );
      await rowsOf(
        tx,
        `insert into contact_event (account_id, contact_id, name, occurred_at) values ($1, $2, 'bought', now())`,
        [ann.accountId, contact],
      );
    }
  });
  const { body } = await ann.ann.call('GET', `/automations/${ann.id}`);
  expect(body).toMatchObject({ entered_count: 3, goal_count: 2, left_count: 2 });
  // The average of 3,600 and 10,801 seconds, rounded down.
  expect(body.average_goal_seconds).toBe(7_200);
  const { steps } = (await ann.ann.call('GET', `/automations/${ann.id}/flow`)).body;
  const figures = steps.map(({ completed_count, goal_count, waiting_count }: Json) => [
    completed_count,
    waiting_count,
    goal_count,
  ]);
  expect(figures).toEqual([
    [3, 0, 0],
    [0, 1, 2],
    [0, 0, 0],
  ]);
  await checkCounters(ann);
});

describe('POST /automations/{id}/test-run', () => {
  it('shows each decision with its time, and sends nothing', async () => {
    const ann = await newTenant(3);
    const [one, two, three] = ann.emails;
    await ann.ann.call('PATCH', `/automation-emails/${two}`, { delay_hours: 5 });
    const { body: flow } = await ann.setSteps([
      mail(one),
      { type: 'wait', event: 'order.placed', timeout_minutes: 120 },
      {
        type: 'condition',
        event_property: { name: 'order.total', operator: 'greater_than', value: 100 },
        filter: { tag_ids: [ann.tag] },
        yes: [{ type: 'update', add_list_ids: [ann.list] }, mail(two)],
        no: [mail(three), { type: 'exit' }],
      },
      { type: 'wait', minutes: 30 },
    ]);
    const contact = (await ann.ann.call('POST', '/contacts', { email: 'a@way.example' })).body.id;
    const test = async (given: object = {}) =>
      (await ann.ann.call('POST', `/automations/${ann.id}/test-run`, { contact_id: contact, ...given })).body;
    const minutesOf = ({ steps }: Json) =>
      steps.map(({ at }: Json) => Math.round((Date.parse(at) - Date.parse(steps[0].at)) / 60_000));
    const poor = await test();
    expect(poor).toMatchObject({
      end: 'finished',
      steps: [
        { step_id: one, type: 'email', result: 'sent', subject: 'Mail 1' },
        { step_id: flow.steps[1].id, type: 'wait', result: 'timeout' },
        { type: 'condition', result: 'no' },
        { step_id: three, type: 'email', subject: 'Mail 3' },
        { type: 'exit', result: 'done' },
      ],
    });
    expect(minutesOf(poor)).toEqual([0, 120, 120, 120, 120]);
    await ann.ann.call('POST', `/contacts/${contact}/tags/${ann.tag}`);
    const rich = await test({ properties: { order: { total: 101 } }, events: ['order.placed'] });
    expect(rich).toMatchObject({
      end: 'finished',
      steps: [
        { type: 'email' },
        { type: 'wait', result: 'event' },
        { type: 'condition', result: 'yes' },
        { type: 'update', result: 'done' },
        { step_id: two, type: 'email', subject: 'Mail 2' },
        { type: 'wait', result: 'time' },
      ],
    });
    expect(minutesOf(rich)).toEqual([0, 0, 0, 0, 300, 330]);
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([]);
    expect((await ann.ann.call('GET', `/automations/${ann.id}`)).body.entered_count).toBe(0);
  });

  it('agrees with a real run on the time of weekday waits and quiet hours', async () => {
    const ann = await newTenant(1);
    await rowsOf(db, `update account set timezone = 'Asia/Tokyo' where account_id = $1`, [ann.accountId]);
    await ann.ann.call('PATCH', `/automations/${ann.id}`, { quiet_hours: { from: '00:00', until: '23:59' } });
    await ann.setSteps([{ type: 'wait', weekdays: [2, 5], time: '10:15' }, mail(ann.emails[0])]);
    const contact = await ann.enter('a');
    const { body } = await ann.ann.call('POST', `/automations/${ann.id}/test-run`, { contact_id: contact });
    await ann.run();
    const [entry] = await rowsOf<{ at: Date }>(
      db,
      'select wait_ends_at as at from automation_entry where account_id = $1',
      [ann.accountId],
    );
    expect(body.steps[0].at).toBe(entry?.at.toISOString());
    expect(body.steps[1].at.slice(11, 16)).toBe('14:59');
  });

  it('says why a contact would not enter or would leave at once', async () => {
    const ann = await newTenant(1, { goal_event: 'bought' });
    const contact = (await ann.ann.call('POST', '/contacts', { email: 'a@way.example' })).body.id;
    const path = `/automations/${ann.id}/test-run`;
    const endOf = async (given: object = {}) =>
      (await ann.ann.call('POST', path, { contact_id: contact, ...given })).body;
    expect(await endOf({ events: ['bought'] })).toEqual({ steps: [], end: 'goal' });
    await ann.ann.call('PATCH', `/automations/${ann.id}`, { exit_filter: { tag_ids: [ann.tag] } });
    expect((await endOf()).end).toBe('finished');
    await ann.ann.call('POST', `/contacts/${contact}/tags/${ann.tag}`);
    expect(await endOf()).toEqual({ steps: [], end: 'exit_filter' });
    await ann.ann.call('PATCH', '/unsubscribe', { email: 'a@way.example' });
    expect(await endOf()).toEqual({ steps: [], end: 'cannot_receive_email' });
    const other = await newTenant(1);
    const foreign = (await other.ann.call('POST', '/contacts', { email: 'b@way.example' })).body.id;
    expect((await ann.ann.call('POST', path, { contact_id: foreign })).status).toBe(403);
    expect((await other.ann.call('POST', path, { contact_id: foreign })).status).toBe(403);
    const refused = await ann.ann.call('POST', path, { contact_id: 'x', events: [''] });
    expect(Object.keys(refused.body.errors)).toEqual(['contact_id', 'events.0']);
  });
});

describe('exit filter', () => {
  it('makes contacts leave before their next step', async () => {
    const ann = await newTenant(2);
    const [one, two] = ann.emails;
    const path = `/automations/${ann.id}`;
    const filter = { tag_ids: [ann.tag] };
    expect((await ann.ann.call('PATCH', path, { exit_filter: filter })).body.exit_filter).toMatchObject(filter);
    await ann.setSteps([mail(one), { type: 'wait', minutes: 600 }, mail(two)]);
    const [before, during, never] = [await ann.enter('before'), await ann.enter('during'), await ann.enter('never')];
    await ann.ann.call('POST', `/contacts/${before}/tags/${ann.tag}`);
    await ann.run();
    await ann.ann.call('POST', `/contacts/${during}/tags/${ann.tag}`);
    await ann.later(10.1);
    expect([await ann.mailsTo(before), await ann.mailsTo(during), await ann.mailsTo(never)]).toEqual([[], [1], [1, 2]]);
    expect((await ann.ann.call('GET', path)).body).toMatchObject({ left_count: 2, finished_count: 1 });
    await checkCounters(ann);
    const copy = await ann.ann.call('POST', `${path}/duplicate`);
    expect(copy.body.exit_filter).toEqual((await ann.ann.call('GET', path)).body.exit_filter);
    expect((await ann.ann.call('PATCH', path, { exit_filter: null })).body.exit_filter).toBeNull();
  });

  it('holds contacts with a fault while it refers to a deleted segment or field, and releases them when it changes', async () => {
    const ann = await newTenant(1);
    const path = `/automations/${ann.id}`;
    const { body: segment } = await ann.ann.call('POST', '/contact-segments', {
      name: 'VIPs',
      filter: { tag_ids: [ann.tag] },
    });
    const { body: field } = await ann.ann.call('POST', '/contact-fields', {
      label: 'City',
      contact_field_type_id: TEXT,
    });
    const faultOf = async () => (await ann.ann.call('GET', path)).body.automation_items[0].fault;
    for (const [name, filter, gone] of [
      ['segment_id', { segment_id: segment.id }, `/contact-segments/${segment.id}`],
      [
        'contact_field',
        { contact_field: { field_id: field.id, operator: 'is_not_empty' } },
        `/contact-fields/${field.id}`,
      ],
    ] as const) {
      const changed = await ann.ann.call('PATCH', path, { exit_filter: filter });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect((await ann.ann.call('DELETE', gone)).status).toBe(200);
      const contact = await ann.enter(name.replace('_', ''));
      await ann.run();
      expect(await ann.mailsTo(contact)).toEqual([]);
      expect(await faultOf()).toContain(`exit_filter.${name}`);
      expect((await ann.ann.call('PATCH', path, { exit_filter: null })).status).toBe(200);
      await ann.run();
      expect(await ann.mailsTo(contact)).toEqual([1]);
      expect(await faultOf()).toBeNull();
    }
    await checkCounters(ann);
  });

  it.each([
    [{}, 'exit_filter'],
    [{ tag_ids: [NOBODYS] }, 'exit_filter.tag_ids'],
    [{ nothing: 1 }, 'exit_filter.nothing'],
    ['news', 'exit_filter'],
  ])('%j is refused by name', async (exit_filter, name) => {
    const ann = await newTenant(1);
    const { body, status } = await ann.ann.call('PATCH', `/automations/${ann.id}`, { exit_filter });
    expect(status, JSON.stringify(body)).toBe(422);
    expect(Object.keys(body.errors)).toEqual([name]);
    const made = await ann.ann.call('POST', '/automations', { title: 'A', exit_filter });
    expect(Object.keys(made.body.errors)).toEqual([name]);
  });
});

describe('quiet hours', () => {
  it.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('delay emails, but not other steps, in %s', async (zone) => {
    const ann = await newTenant(1);
    await rowsOf(db, 'update account set timezone = $2 where account_id = $1', [ann.accountId, zone]);
    const [clock] = await rowsOf<{ from: string; until: string }>(
      db,
      `select to_char(now() at time zone $1 - interval '1 minute', 'HH24:MI') as from,
         to_char(now() at time zone $1 + interval '2 hours', 'HH24:MI') as until`,
      [zone],
    );
    const path = `/automations/${ann.id}`;
    expect((await ann.ann.call('PATCH', path, { quiet_hours: clock })).body.quiet_hours).toEqual(clock);
    await ann.setSteps([{ type: 'update', add_tag_ids: [ann.tag] }, mail(ann.emails[0])]);
    const contact = await ann.enter('a');
    await ann.run();
    expect((await ann.ann.call('GET', `/contacts/${contact}/tags`)).body).toMatchObject([{ id: ann.tag }]);
    expect(await ann.mailsTo(contact)).toEqual([]);
    const [item] = await rowsOf<{ minutes: number; fault: string | null }>(
      db,
      `select extract(epoch from next_at - now())::float8 / 60 as minutes, fault from automation_item
       where account_id = $1 and kind = 'email'`,
      [ann.accountId],
    );
    expect(item?.fault).toBeNull();
    expect(item?.minutes).toBeGreaterThan(118);
    expect(item?.minutes).toBeLessThan(121);
    await ann.ann.call('PATCH', path, { quiet_hours: null });
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([1]);
  });

  it.each([
    ['22:00', '08:00', '23:59', 481],
    ['22:00', '08:00', '07:59', 1],
    ['22:00', '08:00', '08:00', null],
    ['22:00', '08:00', '21:59', null],
    ['12:00', '13:30', '12:00', 90],
    ['12:00', '13:30', '13:30', null],
    ['00:00', '06:00', '00:00', 360],
  ])('from %s until %s end after %s in %s minutes', async (from, until, at, minutes) => {
    const [row] = await rowsOf<{ seconds: number | null }>(
      db,
      `select quiet_seconds($1::jsonb, 'Europe/Berlin', ('2026-11-30 ' || $2)::timestamp at time zone 'Europe/Berlin') as seconds`,
      [JSON.stringify({ from, until }), at],
    );
    expect(row?.seconds ?? null).toBe(minutes === null ? null : minutes * 60);
  });

  it.each([
    ['night', ['quiet_hours.from', 'quiet_hours.until']],
    [{ from: '22:00' }, ['quiet_hours.until']],
    [{ from: '22:00', until: '24:00' }, ['quiet_hours.until']],
    [{ from: '08:00', until: '08:00' }, ['quiet_hours.until']],
    [{ from: '08:00', until: '09:00', zone: 'UTC' }, ['quiet_hours.zone']],
  ])('%j are refused by name', async (quiet_hours, names) => {
    const ann = await newTenant(1);
    const { body, status } = await ann.ann.call('PATCH', `/automations/${ann.id}`, { quiet_hours });
    expect(status, JSON.stringify(body)).toBe(422);
    expect(Object.keys(body.errors)).toEqual(names);
  });
});

describe('PATCH /automations/{id}/flow', () => {
  it('moves contacts of removed steps to the next remaining step', async () => {
    const ann = await newTenant(2);
    const [one, two] = ann.emails;
    const wait = { type: 'wait', minutes: 600 };
    const made = await ann.setSteps([
      { type: 'condition', event: 'start', yes: [wait, wait], no: [mail(one)] },
      mail(two),
    ]);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const contact = await ann.enter('a');
    await ann.run();
    const [condition] = made.body.steps;
    const [, second] = condition.yes;
    // The contact waits in the first step of the branch. This step is removed, and the second one remains.
    const changed = await ann.setSteps([{ ...condition, yes: [second] }, mail(two)]);
    expect(changed.body.steps[0].id).toBe(condition.id);
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([]);
    await checkCounters(ann);
    // Without the condition, the contact continues with the email after the branches.
    await ann.setSteps([mail(one), mail(two)]);
    await ann.run();
    expect(await ann.mailsTo(contact)).toEqual([2]);
    await checkCounters(ann);
  });

  it('accepts the example of the documentation', async () => {
    const ann = await newTenant(2);
    const [first, ...body] = docBlock('docs/automations.md', /^PUT \S+flow/)
      .trim()
      .split('\n');
    const text = body.join('\n').replace('12', String(ann.emails[0])).replace('13', String(ann.emails[1]));
    const path = first?.replace(/^PUT /, '').replace('4', String(ann.id)) ?? '';
    const answer = await ann.ann.call('PUT', path, JSON.parse(text));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.steps).toMatchObject(JSON.parse(text).steps);
  });

  it('keeps other operations on emails working', async () => {
    const ann = await newTenant(3);
    const [one, two, three] = ann.emails;
    const steps = [mail(one), { type: 'condition', event: 'a', yes: [mail(two)] }, mail(three)];
    expect((await ann.setSteps(steps)).status).toBe(200);
    const shape = async (id = ann.id) => {
      const { body } = await ann.ann.call('GET', `/automations/${id}/flow`);
      const of = (some: Json[]): unknown => some.map((step) => step.subject ?? [step.type, of(step.yes ?? [])]);
      return of(body.steps);
    };
    await ann.ann.call('PATCH', `/automation-emails/${three}`, { send_order: 2 });
    expect(await shape()).toEqual(['Mail 1', ['condition', ['Mail 3', 'Mail 2']]]);
    await ann.newEmail(ann.id, { subject: 'Last' });
    await ann.ann.call('POST', `/automation-emails/${two}/duplicate`);
    await ann.ann.call('DELETE', `/automation-emails/${one}`);
    expect(await shape()).toEqual([['condition', ['Mail 3', 'Mail 2', 'Mail 2']], 'Last']);
    const copy = (await ann.ann.call('POST', `/automations/${ann.id}/duplicate`)).body;
    expect(await shape(copy.id)).toEqual(await shape());
  });

  it.each<[string, (ann: Tenant) => object[], string]>([
    ['an unknown type', () => [{ type: 'sms' }], 'steps.0.type'],
    ['a step that is a text', () => ['email' as never], 'steps.0'],
    ['an unknown field', () => [{ type: 'exit', after: 1 }], 'steps.0.after'],
    ['an email without an ID', () => [{ type: 'email' }], 'steps.0.id'],
    ['an email of nobody', ({ emails }) => [mail(emails[0]), mail(NOBODYS)], 'steps.1.id'],
    ['an email twice', ({ emails }) => [mail(emails[0]), mail(emails[0])], 'steps.1.id'],
    ['a missing email', () => [{ type: 'wait', minutes: 5 }], 'steps'],
    ['a wait for nothing', () => [{ type: 'wait' }], 'steps.0.minutes'],
    ['a wait for two things', () => [{ type: 'wait', minutes: 5, event: 'a' }], 'steps.0.minutes'],
    ['a wait of 0 minutes', () => [{ type: 'wait', minutes: 0 }], 'steps.0.minutes'],
    ['a wait of 300,001 minutes', () => [{ type: 'wait', minutes: 300_001 }], 'steps.0.minutes'],
    ['a wait for an event without a time-out', () => [{ type: 'wait', event: 'a' }], 'steps.0.timeout_minutes'],
    ['a wait for day 8', () => [{ type: 'wait', weekdays: [8], time: '09:00' }], 'steps.0.weekdays'],
    ['a wait for a day without a time', () => [{ type: 'wait', weekdays: [1] }], 'steps.0.time'],
    ['a wait for 25:00', () => [{ type: 'wait', weekdays: [1], time: '25:00' }], 'steps.0.time'],
    [
      'a wait in the time zone of nobody',
      () => [{ type: 'wait', weekdays: [1], time: '09:00', timezone: 'Europe/Berlin' }],
      'steps.0.timezone',
    ],
    ['a wait of minutes in a time zone', () => [{ type: 'wait', minutes: 5, timezone: 'contact' }], 'steps.0.timezone'],
    [
      'an event name over 128 characters',
      () => [{ type: 'wait', event: 'e'.repeat(129), timeout_minutes: 5 }],
      'steps.0.event',
    ],
    ['a condition without a test', () => [{ type: 'condition', yes: [{ type: 'exit' }] }], 'steps.0.filter'],
    ['a condition without branches', () => [{ type: 'condition', event: 'a' }], 'steps.0.yes'],
    [
      'a filter with an unknown condition',
      () => [{ type: 'condition', filter: { age: 3 }, yes: [{ type: 'exit' }] }],
      'steps.0.filter.age',
    ],
    [
      'a filter with a tag of nobody',
      () => [{ type: 'condition', filter: { tag_ids: [NOBODYS] }, yes: [{ type: 'exit' }] }],
      'steps.0.filter.tag_ids',
    ],
    [
      'a property that is compared with a text',
      () => [
        {
          type: 'condition',
          event_property: { name: 'a', operator: 'less_than', value: 'b' },
          yes: [{ type: 'exit' }],
        },
      ],
      'steps.0.event_property',
    ],
    [
      'an invalid step in a branch',
      () => [{ type: 'condition', event: 'a', no: [{ type: 'wait', minutes: 5 }, { type: 'wait' }] }],
      'steps.0.no.1.minutes',
    ],
    [
      'a step after an exit',
      () => [{ type: 'condition', event: 'a', no: [{ type: 'exit' }, { type: 'wait', minutes: 5 }] }],
      'steps.0.no.0',
    ],
    ['an update of nothing', () => [{ type: 'update' }], 'steps.0.add_tag_ids'],
    ['an update with a tag of nobody', () => [{ type: 'update', add_tag_ids: [NOBODYS] }], 'steps.0.add_tag_ids'],
    [
      'an update with a list of nobody',
      () => [{ type: 'update', remove_list_ids: [NOBODYS] }],
      'steps.0.remove_list_ids',
    ],
    ['201 steps', () => Array.from({ length: 201 }, () => ({ type: 'wait', minutes: 5 })), 'steps'],
  ])('refuses %s with 422 and the path of the step', async (_what, stepsOf, field) => {
    const ann = await newTenant(1);
    const before = (await ann.ann.call('GET', `/automations/${ann.id}/flow`)).body;
    const { body, status } = await ann.setSteps(stepsOf(ann));
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    });
    expect((await ann.ann.call('GET', `/automations/${ann.id}/flow`)).body).toEqual(before);
  });

  it('refuses six nested conditions, and automations of other accounts', async () => {
    const [ann, other] = [await newTenant(0), await newTenant(1)];
    const nested = (levels: number): object =>
      levels === 0 ? { type: 'exit' } : { type: 'condition', event: 'a', yes: [nested(levels - 1)] };
    expect((await ann.setSteps([nested(5)])).status).toBe(200);
    expect((await ann.setSteps([nested(6)])).status).toBe(422);
    const path = `/automations/${other.id}/flow`;
    expect((await ann.ann.call('GET', path)).status).toBe(403);
    expect((await ann.ann.call('PATCH', path, { steps: [] })).status).toBe(403);
    expect((await ann.setSteps([mail(other.emails[0])])).status).toBe(422);
    const foreign = { type: 'condition', filter: { tag_ids: [other.tag] }, yes: [{ type: 'exit' }] };
    const refused = await ann.setSteps([{ type: 'condition', event: 'a', no: [foreign] }]);
    expect(Object.keys(refused.body.errors)).toEqual(['steps.0.no.0.filter.tag_ids']);
  });
});

describe('a cycle without a wait', () => {
  async function cyclic(reentry: string) {
    const ann = await newTenant(1, { reentry });
    const { status } = await ann.ann.call('PATCH', `/automations/${ann.id}`, {
      triggers: [{ type: 'tag_added', tag_id: ann.tag }],
    });
    expect(status).toBe(200);
    const [remove, add] = [
      { type: 'update', remove_tag_ids: [ann.tag] },
      { type: 'update', add_tag_ids: [ann.tag] },
    ];
    return { ann, steps: [remove, mail(ann.emails[0]), add], path: `/automations/${ann.id}` };
  }
  const REASON = 'must not make contacts enter this automation again without a wait. Add a wait before this step, or';

  it('is refused with the step, also when a draft is published', async () => {
    const { ann, path, steps } = await cyclic('always');
    const { body, status } = await ann.setSteps(steps);
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { 'steps.2.add_tag_ids': [`${REASON} change \`reentry\` or \`reentry_hours\`.`] },
    });
    const { body: flow } = await ann.ann.call('GET', `${path}/flow`);
    expect(flow.steps.map(({ type }: Json) => type)).toEqual(['email']);
    expect((await ann.ann.call('PUT', `${path}/draft`, { steps })).status).toBe(200);
    const published = await ann.ann.call('POST', `${path}/draft/publish`, { dry_run: true });
    expect([published.status, Object.keys(published.body.errors)]).toEqual([422, ['steps.2.add_tag_ids']]);
    const [remove = {}, email = {}, add = {}] = steps;
    expect((await ann.setSteps([remove, { type: 'wait', minutes: 5 }, email, add])).status).toBe(200);
  });

  it('is refused when another change would close it', async () => {
    const { ann, path, steps } = await cyclic('never');
    expect((await ann.setSteps(steps)).status).toBe(200);
    for (const change of [{ reentry: 'always' }, { reentry: 'always', reentry_hours: 0, active: false }]) {
      const { body, status } = await ann.ann.call('PATCH', path, change);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['steps.2.add_tag_ids']]);
    }
    expect((await ann.ann.call('PATCH', path, { reentry: 'always', reentry_hours: 1 })).status).toBe(200);
    const email = `/automation-emails/${ann.emails[0]}`;
    await ann.ann.call('PATCH', email, { delay_hours: 1 });
    expect((await ann.ann.call('PATCH', path, { reentry_hours: 0 })).status).toBe(200);
    expect((await ann.ann.call('PATCH', email, { delay_hours: 0 })).status).toBe(422);
    expect((await ann.ann.call('DELETE', email)).status).toBe(422);
    expect((await ann.ann.call('GET', path)).body.automation_items).toMatchObject([{ delay_hours: 1 }]);
  });

  it('through another automation is refused with its title', async () => {
    const { ann, steps } = await cyclic('after_completion');
    expect((await ann.setSteps(steps)).status).toBe(200);
    const other = await ann.newAutomation({ title: 'Follow-up', reentry: 'after_completion' });
    const back = [
      { type: 'update', remove_list_ids: [ann.list], remove_tag_ids: [ann.tag] },
      { type: 'update', add_tag_ids: [ann.tag] },
    ];
    expect((await ann.ann.call('PATCH', `/automations/${other.id}/flow`, { steps: back })).status).toBe(200);
    const { body } = await ann.setSteps([...steps, { type: 'update', add_list_ids: [ann.list] }]);
    expect(body.errors).toEqual({
      'steps.3.add_list_ids': [expect.stringContaining('through the automation “Follow-up”')],
    });
  });

  it('cannot be closed by two changes at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, steps } = await cyclic('always');
      const other = await ann.newAutomation({ title: 'Follow-up', reentry: 'always' });
      const back = [
        { type: 'update', remove_list_ids: [ann.list], remove_tag_ids: [ann.tag] },
        { type: 'update', add_tag_ids: [ann.tag] },
      ];
      const answers = await Promise.all([
        ann.setSteps([...steps.slice(0, 2), { type: 'update', add_list_ids: [ann.list] }]),
        ann.ann.call('PATCH', `/automations/${other.id}/flow`, { steps: back }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    }
  });
});

it.each([1, 2, 3])(
  'ends every run or waits for something that can happen, whatever the steps are (%i)',
  async (seed) => {
    const ann = await newTenant(6);
    const random = randomFrom(seed);
    const below = (most: number): number => Math.floor(random() * most);
    const left = [...ann.emails];
    const step = (depth: number): object => {
      const kind = below(depth < 3 ? 6 : 4);
      const id = left.pop();
      if (kind === 0 && id !== undefined) return mail(id);
      if (id !== undefined) left.push(id);
      if (kind === 1) return { type: 'wait', event: 'paid', timeout_minutes: 30 + below(60) };
      if (kind === 2) return { type: 'wait', filter: { tag_ids: [ann.tag] }, timeout_minutes: 30 + below(60) };
      if (kind < 4) return { type: 'update', add_tag_ids: [ann.tag] };
      const branch = () => Array.from({ length: 1 + below(3) }, () => step(depth + 1));
      const property = { name: 'n', operator: 'greater_than', value: below(5) };
      return { type: 'condition', event_property: property, yes: branch(), no: branch() };
    };
    const steps = Array.from({ length: 4 }, () => step(0));
    const { body, status } = await ann.setSteps([...steps, ...left.map(mail)]);
    expect(status, JSON.stringify(body)).toBe(200);
    for (let number = 0; number < 5; number += 1) await ann.enter(`c${number}`, { n: number });
    await ann.run();
    for (let round = 0; round < 20; round += 1) {
      const waiting = await rowsOf<{ hours: number | null }>(
        db,
        `select extract(epoch from i.next_at - now())::float8 / 3600 as hours from automation_item i
       where i.account_id = $1 and i.waiting > 0`,
        [ann.accountId],
      );
      for (const { hours } of waiting) expect(hours).toBeLessThan(2);
      await checkCounters(ann);
      if (waiting.length === 0) break;
      await ann.later(0.5);
    }
    expect(await countersOf(db, ann.accountId, ann.id)).toMatchObject({ in: 0, out: 5, finished: 5 });
    for (const [contactId, mails] of Map.groupBy(await noted.sent(ann.accountId), (one) => one.contact_id)) {
      expect(new Set(mails.map((one) => one.campaign_id)).size, `contact ${contactId}`).toBe(mails.length);
    }
  },
);

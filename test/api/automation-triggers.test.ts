import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { contentsOf } from '../../src/app/campaign-content.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const NOBODYS = 99_999_999;

let db: Database;
const app = shared(startApp);

beforeAll(() => {
  ({ db } = app.installation);
});

interface Tenant extends AutomationTenant {
  readonly tag: number;
  /** Creates an active automation with an email and these triggers. Returns its ID. */
  readonly started: (triggers: readonly object[]) => Promise<number>;
  readonly contact: (email: string, fields?: object) => Promise<number>;
  readonly event: (email: string, name: string, more?: object) => Promise<void>;
}

async function newTenant(): Promise<Tenant> {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann, newEmail } = tenant;
  return {
    ...tenant,
    tag: await plantGroup(db, accountId, 'tag', 'VIP'),
    async started(triggers) {
      const { body, status } = await ann.call('POST', '/automations', { title: 'React', triggers });
      expect(status, JSON.stringify(body)).toBe(201);
      await newEmail(body.id, { delay_hours: 5 });
      expect((await ann.call('PATCH', `/automations/${body.id}`, { active: true })).status).toBe(200);
      return body.id;
    },
    contact: async (email, fields = {}) => (await ann.call('POST', '/contacts', { email, ...fields })).body.id,
    async event(email, name, more = {}) {
      const { body, status } = await ann.call('POST', '/events', { name, email, ...more });
      expect(status, JSON.stringify(body)).toBe(202);
    },
  };
}

const enteredIn = async ({ accountId }: Tenant, automationId: number) =>
  (
    await rowsOf<{ email: string }>(
      db,
      `select c.email from automation_entry e join contact c on c.account_id = $1 and c.id = e.contact_id
       where e.account_id = $1 and e.automation_id = $2 order by c.email`,
      [accountId, automationId],
    )
  ).map(({ email }) => email);

describe('contact enters an automation', () => {
  it('when its event has the name of the trigger', async () => {
    const ann = await newTenant();
    await ann.contact('a@way.example');
    await ann.contact('b@way.example');
    const id = await ann.started([{ type: 'event', event: 'order.placed' }]);
    await ann.event('a@way.example', 'order.placed');
    await ann.event('b@way.example', 'Order.placed');
    await ann.event('b@way.example', 'order');
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
    const { body } = await ann.ann.call('GET', `/automations/${id}`);
    expect(body).toMatchObject({ entered_count: 1, waiting_count: 1 });
  });

  it('once when a batch has several of its events', async () => {
    const ann = await newTenant();
    await ann.contact('a@way.example');
    const id = await ann.started([
      { type: 'event', event: 'one' },
      { type: 'event', event: 'two' },
    ]);
    const events = ['one', 'two', 'one'].map((name) => ({ name, email: 'a@way.example' }));
    const { body } = await ann.ann.call('POST', '/events/batch', { events });
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
    const [entry] = await rowsOf<{ event_id: number }>(
      db,
      'select event_id from automation_entry where account_id = $1',
      [ann.accountId],
    );
    expect(entry?.event_id).toBe(body.data[2].id);
  });

  it('not by an event that occurred more than 24 hours ago', async () => {
    const ann = await newTenant();
    await ann.contact('a@way.example');
    const id = await ann.started([{ type: 'event', event: 'visit' }]);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await ann.event('a@way.example', 'visit', { occurred_at: hoursAgo(25) });
    expect(await enteredIn(ann, id)).toEqual([]);
    await ann.event('a@way.example', 'visit', { occurred_at: hoursAgo(23) });
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
  });

  it('when it gets the tag', async () => {
    const ann = await newTenant();
    const other = await plantGroup(db, ann.accountId, 'tag', 'Other');
    const id = await ann.started([{ type: 'tag_added', tag_id: ann.tag }]);
    const contact = await ann.contact('a@way.example');
    await ann.ann.call('POST', `/contacts/${contact}/tags/${other}`);
    expect(await enteredIn(ann, id)).toEqual([]);
    await ann.ann.call('POST', `/contacts/${contact}/tags/${ann.tag}`);
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
  });

  it('when it is created by the source of the trigger', async () => {
    const ann = await newTenant();
    const any = await ann.started([{ type: 'contact_created' }]);
    const form = await ann.started([{ type: 'contact_created', source: 'form' }]);
    const other = await ann.started([{ type: 'contact_created', source: 'other' }]);
    const id = await ann.contact('a@way.example');
    await rowsOf(
      db,
      `with made as (
         insert into contact (account_id, email, form_id) values ($1, 'b@way.example', 3) returning id, created_at
       ) insert into contact_stat (account_id, contact_id, created_at) select $1, id, created_at from made`,
      [ann.accountId],
    );
    await ann.contact('a@way.example', { first_name: 'Ann' });
    expect(await enteredIn(ann, any)).toEqual(['a@way.example', 'b@way.example']);
    expect(await enteredIn(ann, form)).toEqual(['b@way.example']);
    expect(await enteredIn(ann, other)).toEqual(['a@way.example']);
    expect((await ann.ann.call('DELETE', `/contacts/${id}`)).status).toBe(200);
  });

  it('when it confirms, if it was created or tagged before', async () => {
    const ann = await newTenant();
    const created = await ann.started([{ type: 'contact_created' }]);
    const tagged = await ann.started([{ type: 'tag_added', tag_id: ann.tag }]);
    const [row] = await rowsOf<{ id: number }>(
      db,
      `with made as (
         insert into contact (account_id, email) values ($1, 'a@way.example') returning id, created_at
       ), stat as (
         insert into contact_stat (account_id, contact_id, created_at, flags) select $1, id, created_at, 1 from made
       ), tagged as (
         insert into tag_member (account_id, tag_id, contact_id) select $1, $2, id from made
       ) select id from made`,
      [ann.accountId, ann.tag],
    );
    expect([await enteredIn(ann, created), await enteredIn(ann, tagged)]).toEqual([[], []]);
    await rowsOf(db, 'update contact_stat set flags = 0 where account_id = $1', [ann.accountId]);
    await rowsOf(db, 'select enter_automations_by_lists($1, $2)', [ann.accountId, row?.id]);
    const all = [await enteredIn(ann, created), await enteredIn(ann, tagged)];
    expect(all).toEqual([['a@way.example'], ['a@way.example']]);
  });

  it('by each of several triggers, but not while the automation is paused', async () => {
    const ann = await newTenant();
    const id = await ann.started([
      { type: 'apply_list', list_id: ann.list },
      { type: 'event', event: 'visit' },
    ]);
    await ann.contact('a@way.example', { lists: [ann.list] });
    await ann.contact('b@way.example');
    await ann.event('b@way.example', 'visit');
    await ann.event('a@way.example', 'visit');
    await ann.ann.call('PATCH', `/automations/${id}`, { active: false });
    await ann.contact('c@way.example', { lists: [ann.list] });
    await ann.event('c@way.example', 'visit');
    expect(await enteredIn(ann, id)).toEqual(['a@way.example', 'b@way.example']);
  });
});

describe('triggers of an automation', () => {
  it('are shown in their order, and unchanged ones keep their IDs', async () => {
    const { ann, list, tag } = await newTenant();
    const triggers = [
      { type: 'apply_list', list_id: list },
      { type: 'tag_added', tag_id: tag },
      { type: 'event', event: 'visit' },
      { type: 'contact_created', source: 'import' },
    ];
    const { body } = await ann.call('POST', '/automations', { title: 'All', triggers });
    expect(body.automation_triggers).toMatchObject(triggers);
    const path = `/automations/${body.id}`;
    const changed = (await ann.call('PATCH', path, { triggers: triggers.slice(0, 2).concat(triggers[3] ?? []) })).body;
    const idsOf = (shown: typeof body) => shown.automation_triggers.map(({ id }: { id: number }) => id);
    expect(idsOf(changed).slice(0, 2)).toEqual(idsOf(body).slice(0, 2));
    expect(changed.automation_triggers).toHaveLength(3);
    // The fields for a single trigger change the first trigger.
    const first = (await ann.call('PATCH', path, { trigger_type: 'event', trigger_event: 'order' })).body;
    expect(first.automation_triggers).toMatchObject([{ event: 'order', list_id: null }, { tag_id: tag }, {}]);
    const copy = (await ann.call('POST', `${path}/duplicate`)).body;
    expect(copy.automation_triggers).toMatchObject([{ event: 'order' }, { tag_id: tag }, { source: 'import' }]);
    expect((await ann.call('PATCH', path, { triggers: [] })).body.automation_triggers).toEqual([]);
  });

  it('accept the fields of a single trigger', async () => {
    const { newAutomation, tag } = await newTenant();
    const single = async (given: object) => (await newAutomation(given as Record<string, unknown>)).automation_triggers;
    expect(await single({ trigger_type: 'tag_added', trigger_tag_id: tag })).toMatchObject([{ tag_id: tag }]);
    expect(await single({ trigger_type: 'contact_created' })).toMatchObject([{ source: null, list_id: null }]);
    expect(await single({ trigger_type: 'event', trigger_event: ' visit ' })).toMatchObject([{ event: 'visit' }]);
  });

  it.each([
    ['an unknown type', { type: 'birthday' }, 'triggers.0.type'],
    ['no type', {}, 'triggers.0.type'],
    ['a list without its ID', { type: 'apply_list' }, 'triggers.0.list_id'],
    ['a list of nobody', { type: 'apply_list', list_id: NOBODYS }, 'triggers.0.list_id'],
    ['a campaign of nobody', { type: 'open_campaign', campaign_id: NOBODYS }, 'triggers.0.campaign_id'],
    ['a tag of nobody', { type: 'tag_added', tag_id: NOBODYS }, 'triggers.0.tag_id'],
    ['an invalid tag', { type: 'tag_added', tag_id: '1x' }, 'triggers.0.tag_id'],
    ['no event', { type: 'event' }, 'triggers.0.event'],
    ['an event name of 129 characters', { type: 'event', event: 'x'.repeat(129) }, 'triggers.0.event'],
    ['an unknown source', { type: 'contact_created', source: 'api' }, 'triggers.0.source'],
    ['a source of another type', { type: 'event', event: 'a', source: 'form' }, 'triggers.0.source'],
    ['an object of another type', { type: 'event', event: 'a', list_id: 1 }, 'triggers.0.list_id'],
  ])('refuse %s with 422 and the field', async (_what, trigger, field) => {
    const { ann } = await newTenant();
    const { body, status } = await ann.call('POST', '/automations', { title: 'A', triggers: [trigger] });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect((await ann.call('GET', '/automations')).body.total).toBe(0);
  });

  it('refuse more than ten triggers, and triggers together with the fields of a single trigger', async () => {
    const { ann } = await newTenant();
    const triggers = Array.from({ length: 11 }, (_, index) => ({ type: 'event', event: `e${index}` }));
    const fieldsOf = async (given: object) => {
      const { body, status } = await ann.call('POST', '/automations', { title: 'A', ...given });
      return { status, fields: Object.keys(body.errors ?? {}) };
    };
    expect(await fieldsOf({ triggers })).toEqual({ status: 422, fields: ['triggers'] });
    const both = { triggers: triggers.slice(0, 1), trigger_type: 'contact_created' };
    expect(await fieldsOf(both)).toEqual({ status: 422, fields: ['triggers'] });
  });

  it('refuse tags of other accounts like unknown ones, and show deleted ones', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const errors = async (tag: number) => {
      const triggers = [{ type: 'tag_added', tag_id: tag }];
      return JSON.stringify((await one.ann.call('POST', '/automations', { title: 'A', triggers })).body.errors);
    };
    expect((await errors(other.tag)).replace(/\d+/g, '')).toBe((await errors(NOBODYS)).replace(/\d+/g, ''));
    const id = await one.started([{ type: 'tag_added', tag_id: one.tag }, { type: 'contact_created' }]);
    await one.ann.call('DELETE', `/contact-tags/${one.tag}`);
    const { body } = await one.ann.call('GET', `/automations/${id}`);
    expect(body.automation_triggers).toMatchObject([
      { fault: expect.stringContaining('tag was deleted') },
      { fault: null },
    ]);
    // Other triggers can still be changed.
    const triggers = [
      { type: 'tag_added', tag_id: one.tag },
      { type: 'event', event: 'a' },
    ];
    expect((await one.ann.call('PATCH', `/automations/${id}`, { triggers })).status).toBe(200);
  });
});

describe('properties of events in emails', () => {
  it('are values of the email, with a fallback for contacts without an event', async () => {
    const ann = await newTenant();
    const html = '<p>{{ event.order.total | default: "nothing" }} {{ event.items }} {{ event.paid }}</p>';
    const { body: email } = await ann.ann.call('POST', `/automations/${(await ann.newAutomation()).id}/emails`, {
      subject: 'Order {{ event.number }}',
      html,
      from_name: 'Acme',
      from_email: 'news@acme.example',
    });
    expect(email.campaign, JSON.stringify(email)).toMatchObject({ kind: 'automation' });
    const contact = await ann.contact('a@way.example');
    const contents = contentsOf(app.installation, () => 'https://mail.example.com');
    const slots = ['event.order.total', 'event.number', 'event.items', 'event.paid', 'email'];
    const properties = { order: { total: '49.00' }, number: 12, items: [1], paid: true };
    const read = async (events: Map<number, object>) =>
      db.transaction(async (tx) =>
        contents.recipients(tx, ann.accountId, [contact], slots, {
          events: events as Map<number, Record<string, unknown>>,
        }),
      );
    const [given] = await read(new Map([[contact, properties]]));
    expect(given?.values).toEqual({
      'event.order.total': '49.00',
      'event.number': '12',
      'event.paid': 'true',
      email: 'a@way.example',
    });
    expect((await read(new Map()))[0]?.values).toEqual({ email: 'a@way.example' });
  });
});

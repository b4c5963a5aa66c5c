import { beforeAll, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { runChecks } from '../../src/features/campaigns/automation-runs/checks.ts';
import { eraseDue } from '../../src/features/audience/contact-privacy/index.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { countersOf } from '../support/planted-automations.ts';
import { plantContacts, plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const NOBODYS = 99_999_999;
const DATE_TYPE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';
const TEXT_TYPE = '0abe5601-7738-43c8-858f-81911ecf89ee';
const DAY_MS = 24 * 60 * 60_000;

let db: Database;
const app = shared(startApp);

beforeAll(() => {
  ({ db } = app.installation);
});

interface Tenant extends AutomationTenant {
  readonly tag: number;
  readonly segment: number;
  readonly field: number;
  /** Creates an active automation with an email and this trigger. Returns its ID. */
  readonly started: (trigger: object, more?: object) => Promise<number>;
  readonly contact: (email: string, fields?: object) => Promise<number>;
  readonly tagged: (contactId: number, isTagged?: boolean) => Promise<void>;
}

async function newTenant(): Promise<Tenant> {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann, newEmail } = tenant;
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await ann.call('POST', path, body);
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body.id;
  };
  const tag = await plantGroup(db, accountId, 'tag', 'VIP');
  return {
    ...tenant,
    tag,
    segment: await made('/contact-segments', { name: 'VIPs', filter: { tag_ids: [tag] } }),
    field: await made('/contact-fields', { label: 'Birthday', contact_field_type_id: DATE_TYPE }),
    async started(trigger, more = {}) {
      const id = await made('/automations', { title: 'React', triggers: [trigger], ...more });
      await newEmail(id, { delay_hours: 5 });
      expect((await ann.call('PATCH', `/automations/${id}`, { active: true })).status).toBe(200);
      return id;
    },
    contact: async (email, fields = {}) => made('/contacts', { email, ...fields }),
    async tagged(contactId, isTagged = true) {
      const method = isTagged ? 'POST' : 'DELETE';
      expect((await ann.call(method, `/contacts/${contactId}/tags/${tag}`)).status).toBe(200);
    },
  };
}

/** Makes all checks due and runs them to their end. Returns the number of failures that were logged. */
async function check(limits = { runMs: 60_000, members: 1_000, contacts: 1_000 }, on = db): Promise<number> {
  let failures = 0;
  const log = { ...silentLog, error: () => void (failures += 1) };
  await rowsOf(db, 'update automation_check set next_at = now()');
  await runChecks({ db: on, clock: app.installation.clock, log, filterParts: FILTER_PARTS }, limits);
  return failures;
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

/** Ends all current entries of an automation, and sets their start to the given number of days ago. */
async function endEntries({ accountId }: Tenant, automationId: number, daysAgo: number): Promise<void> {
  await rowsOf(
    db,
    `with gone as (
       update automation_entry set item_id = null, ended_at = now(), done = '{1}',
         entered_at = now() - make_interval(days => $3)
       where account_id = $1 and automation_id = $2 and item_id is not null returning 1
     ), counted as (
       update automation_item set waiting = waiting - (select count(*) from gone) where account_id = $1 and automation_id = $2
     )
     update automation set finished = finished + (select count(*) from gone) where account_id = $1 and id = $2`,
    [accountId, automationId, daysAgo],
  );
}

const today = async (): Promise<string> =>
  (await rowsOf<{ day: string }>(db, `select (now() at time zone 'UTC')::date::text as day`))[0]?.day ?? '';
const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

describe('trigger on a segment', () => {
  it('enters contacts that match the segment later, but not those that already match it', async () => {
    const ann = await newTenant();
    await ann.tagged(await ann.contact('before@way.example'));
    const id = await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    await check();
    const after = await ann.contact('after@way.example');
    await ann.contact('never@way.example');
    await check();
    expect(await enteredIn(ann, id)).toEqual([]);
    await ann.tagged(after);
    await check();
    await check();
    expect(await enteredIn(ann, id)).toEqual(['after@way.example']);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, in: 1, items: [{ waiting: 1 }] });
  });

  it('enters each contact once, if each batch has only two contacts', async () => {
    const ann = await newTenant();
    const contacts = await plantContacts(db, ann.accountId, { count: 15 });
    const tag = async (ids: readonly number[]) =>
      rowsOf(db, 'insert into tag_member (account_id, tag_id, contact_id) select $1, $2, unnest($3::bigint[])', [
        ann.accountId,
        ann.tag,
        ids,
      ]);
    const odd = contacts.filter((_, index) => index % 2 === 1);
    await tag(odd);
    const id = await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    const limits = { runMs: 60_000, members: 2, contacts: 2 };
    await check(limits);
    expect(await enteredIn(ann, id)).toHaveLength(0);
    await tag(contacts.filter((_, index) => index % 2 === 0));
    await rowsOf(db, 'delete from tag_member where account_id = $1 and contact_id = any($2::bigint[])', [
      ann.accountId,
      odd.slice(0, 5),
    ]);
    await check(limits);
    expect(await enteredIn(ann, id)).toHaveLength(8);
    const members = async () =>
      (
        await rowsOf<{ id: number }>(
          db,
          'select contact_id as id from automation_segment_member where account_id = $1 order by 1',
          [ann.accountId],
        )
      ).map((row) => row.id);
    expect(await members()).toEqual(contacts.filter((contact) => !odd.slice(0, 5).includes(contact)));
    // Pausing an automation deletes its stored segment members.
    await ann.ann.call('PATCH', `/automations/${id}`, { active: false });
    await check(limits);
    expect(await members()).toEqual([]);
    expect(await rowsOf(db, 'select from automation_check where account_id = $1', [ann.accountId])).toHaveLength(0);
  });

  it('enters each contact once, if several processes check it and some of them fail', async () => {
    const ann = await newTenant();
    const value = await today();
    const id = await ann.started({ type: 'segment_entered', segment_id: ann.segment }, { reentry: 'always' });
    const other = await ann.started(
      { type: 'field_date', field_id: ann.field, every_year: true },
      { reentry: 'always' },
    );
    await check();
    await rowsOf(db, 'update automation_check set from_day = null, to_day = null where account_id = $1', [
      ann.accountId,
    ]);
    const contacts = await plantContacts(db, ann.accountId, { count: 30 });
    await rowsOf(db, 'update contact set fields = jsonb_build_object($2::text, $3::text) where account_id = $1', [
      ann.accountId,
      String(ann.field),
      value,
    ]);
    await rowsOf(db, 'insert into tag_member (account_id, tag_id, contact_id) select $1, $2, unnest($3::bigint[])', [
      ann.accountId,
      ann.tag,
      contacts,
    ]);
    const limits = { runMs: 60_000, members: 3, contacts: 3 };
    let transactions = 0;
    // Every third transaction fails before it commits, like that of a process that is killed.
    const failing: Database = {
      ...db,
      transaction: async (work, options) =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          transactions += 1;
          if (transactions % 3 === 0) throw new Error('killed');
          return result;
        }, options),
    };
    await Promise.all([db, db, failing, failing].map(async (each) => check(limits, each)));
    await check(limits);
    for (const automation of [id, other]) {
      expect(await countersOf(db, ann.accountId, automation)).toMatchObject({ entered: 30, ended: 0, in: 30 });
    }
  });

  it('does not enter contacts that matched the segment while the automation was paused', async () => {
    const ann = await newTenant();
    const id = await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    await check();
    await ann.ann.call('PATCH', `/automations/${id}`, { active: false });
    const contact = await ann.contact('a@way.example');
    await ann.tagged(contact);
    await ann.ann.call('PATCH', `/automations/${id}`, { active: true });
    await check();
    expect(await enteredIn(ann, id)).toEqual([]);
    await ann.tagged(contact, false);
    await check();
    await ann.tagged(contact);
    await check();
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
  });

  it('enters unconfirmed contacts once they are confirmed', async () => {
    const ann = await newTenant();
    const id = await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    await check();
    const contact = await ann.contact('a@way.example');
    await rowsOf(db, 'update contact_stat set flags = 1 where account_id = $1', [ann.accountId]);
    await ann.tagged(contact);
    await check();
    expect(await enteredIn(ann, id)).toEqual([]);
    await rowsOf(db, 'update contact_stat set flags = 0 where account_id = $1', [ann.accountId]);
    await check();
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
  });

  it('shows a fault if the segment cannot be used, and does not delay other triggers', async () => {
    const ann = await newTenant();
    const broken = await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    const list = await plantGroup(db, ann.accountId, 'list', 'Other');
    const filter = { in_list_ids: [list] };
    const { body: other } = await ann.ann.call('POST', '/contact-segments', { name: 'In list', filter });
    const id = await ann.started({ type: 'segment_entered', segment_id: other.id });
    await check();
    await ann.ann.call('DELETE', `/contact-tags/${ann.tag}`);
    await ann.contact('a@way.example', { lists: [list] });
    expect(await check()).toBe(0);
    expect(await enteredIn(ann, id)).toEqual(['a@way.example']);
    const faultIn = async (automationId: number) =>
      (await ann.ann.call('GET', `/automations/${automationId}`)).body.automation_triggers[0].fault;
    expect(await faultIn(broken)).toContain('segment cannot be used');
    await ann.ann.call('DELETE', `/contact-segments/${ann.segment}`);
    expect(await faultIn(broken)).toContain('segment was deleted');
    expect(await faultIn(id)).toBeNull();
  });

  it('forgets contacts that are erased, and the emails that their limit counts', async () => {
    const ann = await newTenant();
    await ann.started({ type: 'segment_entered', segment_id: ann.segment });
    const contact = await ann.contact('a@way.example');
    await ann.tagged(contact);
    await check();
    const members = async () =>
      rowsOf(db, 'select from automation_segment_member where account_id = $1', [ann.accountId]);
    await rowsOf(
      db,
      `insert into automation_cap (account_id, contact_id, sent_at, last_at) values ($1, $2, '{}', now() - interval '1 hour')`,
      [ann.accountId, contact],
    );
    expect(await members()).toHaveLength(1);
    expect((await ann.ann.call('POST', `/contacts/${contact}/erase`, { email: 'a@way.example' })).status).toBe(202);
    await eraseDue({ db, log: silentLog });
    expect(await members()).toHaveLength(0);
    expect(await rowsOf(db, 'select from automation_cap where account_id = $1', [ann.accountId])).toHaveLength(0);
  });
});

describe('trigger on a date', () => {
  it.each([
    ['on the date', {}, 0],
    ['three days after the date', { days: 3 }, -3],
    ['a day before the date', { days: -1 }, 1],
  ])('enters contacts %s', async (_when, options, offset) => {
    const ann = await newTenant();
    const day = await today();
    const date = (days: number) => ({ contact_fields: [{ name: 'birthday', value: daysFrom(day, offset + days) }] });
    await ann.contact('due@way.example', date(0));
    await ann.contact('early@way.example', date(1));
    await ann.contact('late@way.example', date(-1));
    await ann.contact('none@way.example');
    const id = await ann.started({ type: 'field_date', field_id: ann.field, ...options });
    await check({ runMs: 60_000, members: 2, contacts: 2 });
    await check();
    expect(await enteredIn(ann, id)).toEqual(['due@way.example']);
  });

  it('enters contacts on anniversaries, once on each', async () => {
    const ann = await newTenant();
    const day = await today();
    const born = (years: number, days = 0) => {
      const date = daysFrom(day, days);
      return { contact_fields: [{ name: 'birthday', value: `${Number(date.slice(0, 4)) + years}${date.slice(4)}` }] };
    };
    await ann.contact('old@way.example', born(-34));
    await ann.contact('new@way.example', born(0));
    await ann.contact('future@way.example', born(4));
    await ann.contact('other@way.example', born(-20, 1));
    const trigger = { type: 'field_date', field_id: ann.field, every_year: true };
    const id = await ann.started(trigger, { reentry: 'after_completion' });
    await check();
    const due = ['new@way.example', 'old@way.example'];
    expect(await enteredIn(ann, id)).toEqual(due);
    await endEntries(ann, id, 0);
    // Another check on the same day, after the automation was paused.
    await ann.ann.call('PATCH', `/automations/${id}`, { active: false });
    await ann.ann.call('PATCH', `/automations/${id}`, { active: true });
    await check();
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 2, in: 0 });
    // The next anniversary.
    await endEntries(ann, id, 365);
    await rowsOf(db, `update automation_entry set entered_at = now() - interval '365 days' where account_id = $1`, [
      ann.accountId,
    ]);
    await rowsOf(
      db,
      `update automation_check set from_day = from_day - 365, to_day = to_day - 365 where account_id = $1`,
      [ann.accountId],
    );
    await check();
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 4, in: 2, items: [{ waiting: 2 }] });
    const entries = await rowsOf<{ done: number[] }>(db, 'select done from automation_entry where account_id = $1', [
      ann.accountId,
    ]);
    expect(entries).toEqual([{ done: [] }, { done: [] }]);
  });

  it('enters contacts that were due while the server was stopped, at most six days late', async () => {
    const ann = await newTenant();
    const day = await today();
    for (const days of [1, 6, 7]) {
      const value = daysFrom(day, -days);
      await ann.contact(`c${days}@way.example`, { contact_fields: [{ name: 'birthday', value }] });
    }
    const id = await ann.started({ type: 'field_date', field_id: ann.field });
    await check();
    expect(await enteredIn(ann, id)).toEqual([]);
    await rowsOf(
      db,
      'update automation_check set from_day = from_day - 30, to_day = to_day - 30 where account_id = $1',
      [ann.accountId],
    );
    await check();
    expect(await enteredIn(ann, id)).toEqual(['c1@way.example', 'c6@way.example']);
  });

  it('is checked next at the start of the next day in the time zone of the account', async () => {
    const ann = await newTenant();
    await rowsOf(db, `update account set timezone = 'Pacific/Auckland' where account_id = $1`, [ann.accountId]);
    await ann.started({ type: 'field_date', field_id: ann.field });
    await check();
    const [row] = await rowsOf<{ is_midnight: boolean; is_tomorrow: boolean }>(
      db,
      `select (next_at at time zone 'Pacific/Auckland')::time = '00:00' as is_midnight,
         next_at > now() and next_at <= now() + interval '25 hours' as is_tomorrow
       from automation_check where account_id = $1`,
      [ann.accountId],
    );
    expect(row).toEqual({ is_midnight: true, is_tomorrow: true });
  });

  it('shows a fault after the field was deleted, and enters no more contacts', async () => {
    const ann = await newTenant();
    const value = await today();
    await ann.contact('a@way.example', { contact_fields: [{ name: 'birthday', value }] });
    const id = await ann.started({ type: 'field_date', field_id: ann.field });
    await ann.ann.call('DELETE', `/contact-fields/${ann.field}`);
    expect(await check()).toBe(0);
    expect(await enteredIn(ann, id)).toEqual([]);
    const { body } = await ann.ann.call('GET', `/automations/${id}`);
    expect(body.automation_triggers[0].fault).toContain('custom field was deleted');
    const copy = (await ann.ann.call('POST', `/automations/${id}/duplicate`)).body;
    expect(copy.automation_triggers).toEqual([]);
  });
});

describe('triggers that are checked', () => {
  it('are shown, kept, and copied with all their fields', async () => {
    const { ann, field, segment } = await newTenant();
    const triggers = [
      { type: 'segment_entered', segment_id: segment },
      { type: 'field_date', field_id: field, days: -7, every_year: true },
    ];
    const { body } = await ann.call('POST', '/automations', {
      title: 'A',
      triggers,
      reentry: 'always',
      reentry_hours: 48,
    });
    expect(body).toMatchObject({ automation_triggers: triggers, reentry: 'always', reentry_hours: 48 });
    const path = `/automations/${body.id}`;
    const renamed = (await ann.call('PATCH', path, { title: 'B' })).body;
    expect(renamed.automation_triggers).toEqual(body.automation_triggers);
    const copy = (await ann.call('POST', `${path}/duplicate`)).body;
    expect(copy).toMatchObject({ automation_triggers: triggers, reentry: 'always', reentry_hours: 48 });
    // The fields for a single trigger change the first trigger.
    const first = (await ann.call('PATCH', path, { trigger_type: 'contact_created' })).body;
    expect(first.automation_triggers).toMatchObject([{ type: 'contact_created', segment_id: null }, triggers[1]]);
  });

  it('are changed as in the documentation', async () => {
    const { ann, field } = await newTenant();
    const { body } = await ann.call('POST', '/automations', { title: 'A' });
    const block = docBlock('docs/automations.md', /^PATCH [^]*"every_year"/);
    const given = JSON.parse(block.slice(block.indexOf('{')).replace('"field_id": 9', `"field_id": ${field}`));
    const { status } = await ann.call('PATCH', `/automations/${body.id}`, given);
    expect(status).toBe(200);
  });

  it.each([
    ['a segment without its ID', { type: 'segment_entered' }, 'triggers.0.segment_id'],
    ['a segment of nobody', { type: 'segment_entered', segment_id: NOBODYS }, 'triggers.0.segment_id'],
    ['a list for a segment', { type: 'segment_entered', segment_id: 1, list_id: 1 }, 'triggers.0.list_id'],
    ['a segment for a tag', { type: 'event', event: 'a', segment_id: 1 }, 'triggers.0.segment_id'],
    ['a date without a field', { type: 'field_date' }, 'triggers.0.field_id'],
    ['a field of nobody', { type: 'field_date', field_id: NOBODYS }, 'triggers.0.field_id'],
    ['366 days', { type: 'field_date', field_id: 1, days: 366 }, 'triggers.0.days'],
    ['half a day', { type: 'field_date', field_id: 1, days: 0.5 }, 'triggers.0.days'],
    ['days for an event', { type: 'event', event: 'a', days: 1 }, 'triggers.0.days'],
  ])('refuse %s with 422 and the field', async (_what, trigger, field) => {
    const { ann } = await newTenant();
    const { body, status } = await ann.call('POST', '/automations', { title: 'A', triggers: [trigger] });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it('refuse objects of other accounts like unknown ones, and fields without dates', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const errors = async (trigger: object) =>
      JSON.stringify((await one.ann.call('POST', '/automations', { title: 'A', triggers: [trigger] })).body.errors);
    for (const [type, name, id] of [
      ['segment_entered', 'segment_id', other.segment],
      ['field_date', 'field_id', other.field],
    ] as const) {
      const [foreign, unknown] = [await errors({ type, [name]: id }), await errors({ type, [name]: NOBODYS })];
      expect(foreign.replace(/\d+/g, '')).toBe(unknown.replace(/\d+/g, ''));
    }
    const text = { label: 'City', contact_field_type_id: TEXT_TYPE };
    const { body } = await one.ann.call('POST', '/contact-fields', text);
    expect(await errors({ type: 'field_date', field_id: body.id })).toContain('type date');
  });

  it('require re-entry if contacts enter every year', async () => {
    const { ann, field } = await newTenant();
    const triggers = [{ type: 'field_date', field_id: field, every_year: true }];
    const fieldsOf = ({ body, status }: { body: { errors?: object }; status: number }) => ({
      status,
      fields: Object.keys(body.errors ?? {}),
    });
    const refused = await ann.call('POST', '/automations', { title: 'A', triggers });
    expect(fieldsOf(refused)).toEqual({ status: 422, fields: ['triggers.0.every_year'] });
    const { body } = await ann.call('POST', '/automations', { title: 'A', triggers, reentry: 'always' });
    const back = await ann.call('PATCH', `/automations/${body.id}`, { reentry: 'never' });
    expect(fieldsOf(back)).toEqual({ status: 422, fields: ['reentry'] });
    for (const wrong of [{ reentry: 'often' }, { reentry_hours: -1 }, { reentry_hours: 87_601 }]) {
      const answer = await ann.call('PATCH', `/automations/${body.id}`, wrong);
      expect(fieldsOf(answer)).toEqual({ status: 422, fields: Object.keys(wrong) });
    }
  });
});

describe('GET /automations/{id}/matching-contacts', () => {
  it('counts each contact that can receive email and matches a list, a tag, or a segment once', async () => {
    const ann = await newTenant();
    const { body } = await ann.ann.call('POST', '/automations', {
      title: 'A',
      triggers: [{ type: 'contact_created' }],
    });
    const path = `/automations/${body.id}`;
    const countOf = async () => (await ann.ann.call('GET', `${path}/matching-contacts`)).body;
    expect(await countOf()).toEqual({ count: null });
    const triggers = [
      { type: 'apply_list', list_id: ann.list },
      { type: 'segment_entered', segment_id: ann.segment },
      { type: 'event', event: 'visit' },
    ];
    expect((await ann.ann.call('PATCH', path, { triggers })).status).toBe(200);
    await ann.tagged(await ann.contact('both@way.example', { lists: [ann.list] }));
    await ann.contact('list@way.example', { lists: [ann.list] });
    await ann.contact('none@way.example');
    const gone = await ann.contact('gone@way.example', { lists: [ann.list] });
    expect(await countOf()).toEqual({ count: 3 });
    await rowsOf(db, 'update contact_stat set flags = 2 where account_id = $1 and contact_id = $2', [
      ann.accountId,
      gone,
    ]);
    expect(await countOf()).toEqual({ count: 2 });
  });
});

describe('contact enters again', () => {
  const visit = async ({ ann }: Tenant) => {
    const answer = await ann.call('POST', '/events', { name: 'visit', email: 'a@way.example' });
    expect(answer.status).toBe(202);
  };
  const start = async (more: object) => {
    const ann = await newTenant();
    await ann.contact('a@way.example');
    const id = await ann.started({ type: 'event', event: 'visit' }, more);
    await visit(ann);
    return { ann, id };
  };

  it('never by default', async () => {
    const { ann, id } = await start({});
    await endEntries(ann, id, 1);
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, in: 0 });
  });

  it('after it has finished, and receives all emails again', async () => {
    const { ann, id } = await start({ reentry: 'after_completion' });
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, in: 1 });
    await endEntries(ann, id, 1);
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({
      entered: 2,
      finished: 1,
      in: 1,
      items: [{ waiting: 1, wait: 1 }],
    });
    const [entry] = await rowsOf(db, 'select done, ended_at from automation_entry where account_id = $1', [
      ann.accountId,
    ]);
    expect(entry).toEqual({ done: [], ended_at: null });
  });

  it('not before the minimum interval has passed', async () => {
    const { ann, id } = await start({ reentry: 'after_completion', reentry_hours: 25 });
    await endEntries(ann, id, 1);
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, in: 0 });
    await rowsOf(db, `update automation_entry set entered_at = now() - interval '26 hours' where account_id = $1`, [
      ann.accountId,
    ]);
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 2, in: 1 });
  });

  it('not before the minimum interval has passed, even through another trigger', async () => {
    const { ann, id } = await start({ reentry: 'after_completion', reentry_hours: 25 });
    const triggers = [
      { type: 'event', event: 'visit' },
      { type: 'apply_list', list_id: ann.list },
    ];
    await ann.ann.call('PATCH', `/automations/${id}`, { triggers });
    const [contact] = await rowsOf<{ id: number }>(db, 'select id from contact where account_id = $1', [ann.accountId]);
    const join = async () => {
      await ann.ann.call('DELETE', `/lists/${ann.list}/contacts/${contact?.id}`);
      expect((await ann.contact('a@way.example', { lists: [ann.list] })) > 0).toBe(true);
    };
    await endEntries(ann, id, 1);
    await join();
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, in: 0 });
    await rowsOf(db, `update automation_entry set entered_at = now() - interval '26 hours' where account_id = $1`, [
      ann.accountId,
    ]);
    await join();
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 2, in: 1 });
  });

  it('at any time, and starts over', async () => {
    const { ann, id } = await start({ reentry: 'always' });
    const { body } = await ann.ann.call('GET', `/automations/${id}/flow`);
    const steps = [{ type: 'wait', minutes: 60 }, ...body.steps];
    expect((await ann.ann.call('PATCH', `/automations/${id}/flow`, { steps })).status).toBe(200);
    await visit(ann);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({
      entered: 2,
      ended: 1,
      in: 1,
      items: [
        { waiting: 1, wait: 1 },
        { waiting: 0, wait: 0 },
      ],
    });
    // Both triggers of one change count as one entry.
    const both = [{ type: 'contact_created' }, { type: 'apply_list', list_id: ann.list }];
    await ann.ann.call('PATCH', `/automations/${id}`, { triggers: both });
    await ann.contact('b@way.example', { lists: [ann.list] });
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 3, ended: 1, in: 2 });
  });
});

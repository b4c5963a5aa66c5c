// Place in a run: slow.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { startApp } from '../support/app.ts';
import { EMAIL, newAutomationTenant } from '../support/automations.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { countersOf, noteMails, passHours, type NotedMails } from '../support/planted-automations.ts';
import { plantContacts, plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { pick, randomFrom } from '../support/random.ts';
import { runAutomations } from '../support/run-automations.ts';
import { shared } from '../support/shared.ts';

// Tests read bodies of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let db: Database;
let noted: NotedMails;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});

const mail = (id: number | undefined) => ({ type: 'email', id });
const wait = { type: 'wait', minutes: 60 };

/** Creates an active automation with three emails and a wait before each of the last two. */
async function newTenant() {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann } = tenant;
  const single = { trigger_type: 'event', trigger_list_id: undefined, trigger_event: 'start' };
  const { id } = await tenant.newAutomation({ ...single, active: true });
  const items: Json[] = [];
  for (let number = 1; number <= 3; number += 1) {
    items.push(await tenant.newEmail(id, { subject: `Mail ${number}`, delay_hours: 0 }));
  }
  const emails: number[] = items.map((item) => item.id);
  const path = `/automations/${id}`;
  const ok = async (method: string, to: string, body?: object, headers?: Record<string, string>): Promise<Json> => {
    const answer = await ann.call(method, `${path}${to}`, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const { steps } = await ok('PATCH', '/flow', {
    steps: [mail(emails[0]), wait, mail(emails[1]), wait, mail(emails[2])],
  });
  return {
    ...tenant,
    id,
    path,
    emails,
    campaigns: items.map((item): number => item.campaign_id),
    live: steps as readonly Json[],
    ok,
    draft: async (some: readonly object[], headers?: Record<string, string>) =>
      ann.call('PATCH', `${path}/draft`, { steps: some }, headers),
    publish: async (body: object = {}, headers?: Record<string, string>) =>
      ann.call('POST', `${path}/draft/publish`, body, headers),
    /** Inserts contacts that are waiting at a step. */
    async plantAt(itemId: number, count: number, prefix: string, done: readonly number[] = []): Promise<void> {
      const ids = await plantContacts(db, accountId, { count, prefix });
      await tenant.plantWaiting({ automation_id: id, id: itemId }, ids);
      await rowsOf(db, 'update automation_entry set done = $3 where account_id = $1 and contact_id = any($2)', [
        accountId,
        ids,
        done,
      ]);
    },
    enter: async (name: string): Promise<number> => {
      const contact = (await ann.call('POST', '/contacts', { email: `${name}@way.example` })).body.id;
      const event = { name: 'start', email: `${name}@way.example` };
      expect(await ann.call('POST', '/events', event)).toMatchObject({ status: 202 });
      return contact;
    },
    run: async () => runAutomations(db, noted),
    async later(hours: number): Promise<void> {
      await passHours(db, accountId, id, hours);
      await rowsOf(
        db,
        'update automation_entry set wait_ends_at = seconds_after(wait_ends_at, $2::float8 * -3600) where account_id = $1',
        [accountId, hours],
      );
      await runAutomations(db, noted);
    },
    sentTo: async (contactId: number) =>
      (await noted.sent(accountId)).filter((each) => each.contact_id === contactId).map((each) => each.campaign_id),
  };
}
type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Checks that each stored counter equals the number of rows, and that contacts are only at steps that remain. */
async function checkPlaces({ accountId, id }: Tenant): Promise<void> {
  const { items, ...counters } = await countersOf(db, accountId, id);
  expect(items.map((item) => item.waiting)).toEqual(items.map((item) => item.wait));
  expect(counters.entered).toBe((counters.in ?? 0) + (counters.out ?? 0));
  expect((counters.finished ?? 0) + (counters.ended ?? 0)).toBe(counters.out);
  const removed = `select e.contact_id from automation_entry e
    join automation_item i on i.account_id = e.account_id and i.id = e.item_id
    where e.account_id = $1 and i.deleted_at is not null`;
  expect(await rowsOf(db, removed, [accountId])).toEqual([]);
}

describe('draft of an automation', () => {
  it('does not change the published steps until it is published', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    expect((await ann.ok('GET', '/flow')).has_draft).toBe(false);
    const { body, status } = await ann.draft([mail(one), mail(three), mail(two)]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      updated_by: expect.stringMatching(/^Person /),
      changes: { added: 0, removed: 2, changed: 0, moved: 1 },
      steps: [
        { ...mail(one), subject: 'Mail 1', campaign_id: ann.campaigns[0], delay_hours: 0 },
        { ...mail(three), subject: 'Mail 3' },
        { ...mail(two), subject: 'Mail 2' },
      ],
    });
    expect(await ann.ok('GET', '/draft')).toEqual(body);
    const flow = await ann.ok('GET', '/flow');
    expect(flow).toMatchObject({ has_draft: true, steps: ann.live });
    const first = await ann.enter('first');
    await ann.run();
    await ann.later(2);
    expect(await ann.sentTo(first)).toEqual(ann.campaigns.slice(0, 2));

    expect((await ann.publish()).body).toMatchObject({ dry_run: false, changes: { removed: 2, moved: 1 } });
    expect(await ann.ok('GET', '/flow')).toMatchObject({
      has_draft: false,
      steps: [mail(one), mail(three), mail(two)],
    });
    const second = await ann.enter('second');
    await ann.run();
    const [a, b, c] = ann.campaigns;
    expect(await ann.sentTo(second)).toEqual([a, c, b]);
    // The first contact was at the second wait, which is removed, so it continues with the email after it.
    expect(await ann.sentTo(first)).toEqual([a, b, c]);
    await checkPlaces(ann);
  });

  it('reports in a dry run where each waiting contact continues, and publishing does the same', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    const [, firstWait, , secondWait] = ann.live;
    await ann.plantAt(one ?? 0, 2, 'one');
    await ann.plantAt(firstWait.id, 3, 'wait');
    await ann.plantAt(firstWait.id, 4, 'had', [one ?? 0, two ?? 0]);
    await ann.plantAt(secondWait.id, 5, 'second', [one ?? 0, two ?? 0]);
    await ann.plantAt(three ?? 0, 6, 'three');
    // The wait before the second email is removed, and so are the second wait and the third email at the end.
    const steps = [mail(one), mail(two), { type: 'webhook', name: 'done' }];
    expect((await ann.draft(steps)).status).toBe(200);
    const before = { counters: await countersOf(db, ann.accountId, ann.id), flow: await ann.ok('GET', '/flow') };
    const dry = (await ann.publish({ dry_run: true })).body;
    expect(dry).toEqual({
      dry_run: true,
      changes: { added: 1, removed: 3, changed: 0, moved: 0 },
      contacts: [
        { step_id: one, type: 'email', stay_count: 2, moves: [], finish_count: 0 },
        {
          step_id: firstWait.id,
          type: 'wait',
          stay_count: 0,
          // Contacts that have already received the second email continue with the step after it.
          moves: [
            { path: 'steps.1', count: 3 },
            { path: 'steps.2', count: 4 },
          ],
          finish_count: 0,
        },
        { step_id: secondWait.id, type: 'wait', stay_count: 0, moves: [], finish_count: 5 },
        { step_id: three, type: 'email', stay_count: 0, moves: [], finish_count: 6 },
      ],
    });
    expect({ counters: await countersOf(db, ann.accountId, ann.id), flow: await ann.ok('GET', '/flow') }).toEqual(
      before,
    );
    expect((await ann.publish()).body).toEqual({ ...dry, dry_run: false });
    await checkPlaces(ann);
    const after = await countersOf(db, ann.accountId, ann.id);
    expect(after).toMatchObject({ finished: 11, in: 9 });
    const [shown] = (await ann.ok('GET', '/flow')).steps.slice(2);
    expect(shown).toMatchObject({ type: 'webhook', waiting_count: 4 });
  });

  it('moves more than 10,000 contacts of a removed step after it is published', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    const [, firstWait, , secondWait] = ann.live;
    await ann.plantAt(firstWait.id, 10_001, 'many', [one ?? 0]);
    await ann.plantAt(secondWait.id, 10_000, 'few', [one ?? 0, two ?? 0]);
    expect((await ann.draft([mail(one), mail(two), { ...wait, minutes: 600 }, mail(three)])).status).toBe(200);
    const { body } = await ann.publish();
    expect(body.contacts).toMatchObject([
      { step_id: firstWait.id, stay_count: 0, moves: [{ path: 'steps.1', count: 10_001 }] },
      { step_id: secondWait.id, stay_count: 0, moves: [{ path: 'steps.3', count: 10_000 }] },
    ]);
    const counts = async () => (await countersOf(db, ann.accountId, ann.id)).items.map(({ waiting }) => waiting);
    expect((await counts()).filter((count) => count > 0)).toEqual([10_001, 10_000]);
    await ann.run();
    await checkPlaces(ann);
    // The first contacts have been sent the second email and are in the new wait. The others have finished.
    expect((await counts()).filter((count) => count > 0)).toEqual([10_001]);
    expect(await countersOf(db, ann.accountId, ann.id)).toMatchObject({ finished: 10_000, in: 10_001 });
  });

  it('keeps each contact at one place and sends no email twice, whatever it changes', async () => {
    const random = randomFrom(49);
    const isHeads = (): boolean => pick([true, false], random);
    const ann = await newTenant();
    const contacts: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      contacts.push(await ann.enter(`round${round}`));
      await ann.later(isHeads() ? 2 : 0);
      const { steps } = await ann.ok('GET', '/flow');
      const kept = steps.filter((step: Json) => step.type === 'email' || isHeads());
      const shuffled = isHeads() ? kept.toReversed() : [...kept.slice(1), ...kept.slice(0, 1)];
      const added = isHeads() ? [wait] : [{ type: 'condition', event: 'start', yes: [wait], no: [] }];
      const at = Math.floor(random() * (shuffled.length + 1));
      const next = [...shuffled.slice(0, at), ...added, ...shuffled.slice(at)];
      const { body, status } = await ann.draft(next);
      expect(status, JSON.stringify(body)).toBe(200);
      const dry = (await ann.publish({ dry_run: true })).body;
      expect((await ann.publish()).body).toEqual({ ...dry, dry_run: false });
      await checkPlaces(ann);
    }
    for (let times = 0; times < 20; times += 1) await ann.later(2);
    expect(await countersOf(db, ann.accountId, ann.id)).toMatchObject({ finished: contacts.length, in: 0 });
    for (const contact of contacts) {
      const sent = await ann.sentTo(contact);
      expect(sent.length).toBe(new Set(sent).size);
    }
  }, 120_000);

  it('adds and removes emails, and changes delays, only when it is published', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    const added = await ann.ok('POST', '/draft/emails', { ...EMAIL, subject: 'New', delay_hours: 5 });
    const { campaign_id: campaign } = added.steps.at(-1);
    expect(added.steps.at(-1)).toMatchObject({ id: null, type: 'email', subject: 'New', delay_hours: 5 });
    expect((await ann.ok('GET', '')).automation_items).toHaveLength(3);
    const changed = await ann.ann.call('PATCH', `/campaigns/${campaign}`, { subject: 'Newer' });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const fresh = { type: 'email', campaign_id: campaign, delay_hours: 3 };
    const { body } = await ann.draft([mail(one), fresh, { ...mail(three), delay_hours: 7 }]);
    expect(body).toMatchObject({
      changes: { added: 1, removed: 3, changed: 1, moved: 0 },
      steps: [{}, { subject: 'Newer', delay_hours: 3 }, { delay_hours: 7 }],
    });
    expect((await ann.publish()).status).toBe(200);
    const { automation_items: items } = await ann.ok('GET', '');
    expect(items).toMatchObject([
      { id: one, delay_hours: 0, send_order: 1 },
      { campaign_id: campaign, delay_hours: 3, send_order: 2 },
      { id: three, delay_hours: 7, send_order: 3 },
    ]);
    expect((await ann.ann.call('GET', `/campaigns/${ann.campaigns[1]}`)).status).toBe(404);
    expect((await ann.ann.call('PATCH', `/automation-emails/${two}`, { delay_hours: 1 })).status).toBe(404);
    const contact = await ann.enter('reader');
    await ann.run();
    for (const hours of [3, 7]) await ann.later(hours);
    expect(await ann.sentTo(contact)).toEqual([ann.campaigns[0], campaign, ann.campaigns[2]]);
  });

  it('is discarded with its new emails', async () => {
    const ann = await newTenant();
    const { steps } = await ann.ok('POST', '/draft/emails', { ...EMAIL, subject: 'New' });
    const { campaign_id: campaign } = steps.at(-1);
    expect((await ann.ann.call('GET', `/campaigns/${campaign}`)).status).toBe(200);
    await ann.ok('DELETE', '/draft');
    expect((await ann.ann.call('GET', `/campaigns/${campaign}`)).status).toBe(404);
    expect((await ann.ok('GET', '/flow')).has_draft).toBe(false);
    for (const [method, to] of [
      ['GET', '/draft'],
      ['DELETE', '/draft'],
      ['POST', '/draft/publish'],
    ] as const) {
      const answer = await ann.ann.call(method, `${ann.path}${to}`, method === 'POST' ? {} : undefined);
      expect(answer, `${method} ${to}`).toMatchObject({
        status: 404,
        body: { message: 'The automation has no draft.' },
      });
    }
  });

  it('is deleted together with its automation', async () => {
    const ann = await newTenant();
    const { steps } = await ann.ok('POST', '/draft/emails', { ...EMAIL, subject: 'New' });
    await ann.ok('DELETE', '');
    expect((await ann.ann.call('GET', `/campaigns/${steps.at(-1).campaign_id}`)).status).toBe(404);
    expect(await rowsOf(db, 'select from automation_draft where account_id = $1', [ann.accountId])).toEqual([]);
  });

  it('returns 409 if it has changed since it was read', async () => {
    const ann = await newTenant();
    const reversed = ann.emails.toReversed().map(mail);
    const { updated_at: seen } = (await ann.draft(reversed)).body;
    const now = (await ann.draft([...reversed, wait], { 'if-match': `"${seen}"` })).body.updated_at;
    expect(now).not.toBe(seen);
    const stale = { 'if-match': `"${seen}"` };
    expect((await ann.draft(reversed, stale)).status).toBe(409);
    expect((await ann.publish({}, stale)).status).toBe(409);
    expect((await ann.publish({}, { 'if-match': `"${now}"` })).status).toBe(200);
    expect((await ann.draft(reversed, stale)).status).toBe(409);
  });

  it('returns 409 if the published steps have changed since it was created', async () => {
    const ann = await newTenant();
    await ann.draft(ann.emails.map(mail));
    await ann.newEmail(ann.id, { subject: 'Added directly' });
    for (const { body, status } of [await ann.publish(), await ann.draft(ann.emails.map(mail))]) {
      expect(status).toBe(409);
      expect(JSON.stringify(body)).toContain('have changed since the draft was created');
    }
    await ann.ok('DELETE', '/draft');
    expect((await ann.draft(ann.emails.map(mail))).body.changes).toMatchObject({ removed: 3 });
    expect((await ann.publish()).status).toBe(200);
  });

  it('is published once if two requests publish it at the same time', async () => {
    const ann = await newTenant();
    const [one, two] = ann.emails;
    await ann.plantAt(ann.live[1].id, 20, 'some', [one ?? 0]);
    await ann.draft([mail(one), mail(two)]);
    const answers = await Promise.all([ann.publish(), ann.publish(), ann.publish()]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(2);
    await checkPlaces(ann);
    expect(await ann.ok('GET', '/versions')).toMatchObject({ data: [{ steps: { length: 5 } }, {}] });
  });

  it('is published between two batches of a step that is being processed', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    await ann.plantAt(one ?? 0, 40, 'some');
    await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1 and id = $2', [
      ann.accountId,
      one,
    ]);
    await ann.draft([mail(two), mail(three)]);
    let publishing: Promise<{ status: number }> | undefined;
    // The request waits for the lock of the batch that is being sent.
    noted.onAdd(() => void (publishing ??= ann.publish()));
    await runAutomations(db, noted, { stepContacts: 1 });
    noted.onAdd(() => {});
    expect((await publishing)?.status).toBe(200);
    await runAutomations(db, noted);
    await checkPlaces(ann);
    expect(await countersOf(db, ann.accountId, ann.id)).toMatchObject({ finished: 40, in: 0 });
    const sent = (await noted.sent(ann.accountId)).map((each) => `${each.contact_id} ${each.campaign_id}`);
    expect(sent.length).toBe(new Set(sent).size);
    const of = (campaign: number | undefined) => sent.filter((each) => each.endsWith(` ${campaign}`)).length;
    const [a, b, c] = ann.campaigns;
    expect(of(a)).toBeLessThan(40);
    expect([of(b), of(c)]).toEqual([40, 40]);
  });

  it('changes triggers and settings only when it is published', async () => {
    const ann = await newTenant();
    const before = await ann.ok('GET', '');
    const settings = {
      triggers: [
        { type: 'event', event: 'begin' },
        { type: 'apply_list', list_id: ann.list },
      ],
      goal_event: 'bought',
      exit_filter: { status: 'inactive' },
      quiet_hours: { from: '22:00', until: '08:00' },
      reentry: 'always',
      reentry_hours: 2,
    };
    const { body: draft } = await ann.ann.call('PUT', `/automations/${ann.id}/draft`, { settings });
    expect(draft).toMatchObject({
      changes: { added: 0, removed: 0, changed: 0, moved: 0 },
      settings,
      changed_settings: Object.keys(settings),
    });
    expect(draft.steps).toHaveLength(ann.live.length);
    expect(await ann.ok('GET', '')).toEqual(before);
    await ann.enter('early');
    expect((await ann.publish({ dry_run: true })).status).toBe(200);
    expect(await ann.ok('GET', '')).toMatchObject({ goal_event: null, entered_count: 1 });
    // Steps and settings are changed independently of each other.
    const withStep = await ann.draft([...ann.emails.map(mail), { type: 'webhook', name: 'done' }]);
    expect(withStep.body).toMatchObject({ changed_settings: Object.keys(settings) });
    expect((await ann.publish()).status).toBe(200);
    const { automation_triggers: triggers, ...after } = await ann.ok('GET', '');
    const { triggers: _given, ...others } = settings;
    expect(after).toMatchObject(others);
    expect(triggers.map(({ event, list_id: list, type }: Json) => [type, event, list])).toEqual([
      ['event', 'begin', null],
      ['apply_list', null, ann.list],
    ]);
    expect((await ann.ok('GET', '/flow')).has_draft).toBe(false);
    await ann.ann.call('POST', '/events', { name: 'bought', email: 'early@way.example' });
    expect(await ann.ok('GET', '')).toMatchObject({ goal_count: 1, left_count: 1, entered_count: 1 });
  });

  it('keeps its settings until they are replaced or removed, and shows those that differ', async () => {
    const ann = await newTenant();
    const save = async (body: object) => (await ann.ann.call('PUT', `/automations/${ann.id}/draft`, body)).body;
    expect(await save({ settings: { goal_event: 'bought', reentry: 'never' } })).toMatchObject({
      settings: { goal_event: 'bought', reentry: 'never' },
      changed_settings: ['goal_event'],
    });
    expect(await save({ settings: { reentry_hours: 4 } })).toMatchObject({
      settings: { reentry_hours: 4 },
      changed_settings: ['reentry_hours'],
    });
    expect(await save({ settings: null })).toMatchObject({ settings: null, changed_settings: [] });
    expect(Object.keys((await save({})).errors)).toEqual(['steps']);
  });

  it('with invalid settings is refused with the field and the reason', async () => {
    const [ann, other] = [await newTenant(), await newTenant()];
    const cases: readonly [object, string][] = [
      [{ title: 'New' }, 'settings.title'],
      [{ trigger_type: 'event', trigger_event: 'a' }, 'settings.trigger_type'],
      [{ goal_event: 'x'.repeat(129) }, 'settings.goal_event'],
      [{ quiet_hours: { from: '22:00' } }, 'settings.quiet_hours.until'],
      [{ reentry: 'sometimes' }, 'settings.reentry'],
      [{ exit_filter: { age: 3 } }, 'settings.exit_filter.age'],
      [{ exit_filter: { list_ids: [other.list] } }, 'settings.exit_filter.list_ids'],
      [{ triggers: [{ type: 'apply_list', list_id: other.list }] }, 'settings.triggers.0.list_id'],
      [{ triggers: [{ type: 'apply_list' }] }, 'settings.triggers.0.list_id'],
    ];
    for (const [settings, field] of cases) {
      const { body, status } = await ann.ann.call('PUT', `/automations/${ann.id}/draft`, { settings });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await ann.ok('GET', '/flow')).has_draft).toBe(false);
    const tag = (await ann.ann.call('POST', '/contact-tags', { name: 'Temporary' })).body.id;
    const settings = { triggers: [{ type: 'tag_added', tag_id: tag }] };
    expect((await ann.ann.call('PUT', `/automations/${ann.id}/draft`, { settings })).status).toBe(200);
    expect((await ann.ann.call('DELETE', `/contact-tags/${tag}`)).status).toBe(200);
    const { body, status } = await ann.publish();
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['settings.triggers.0.tag_id']]);
  });

  it('with errors is refused with the step and the reason', async () => {
    const ann = await newTenant();
    const [one] = ann.emails;
    const tag = await plantGroup(db, ann.accountId, 'tag', 'VIP');
    const other = await newTenant();
    const { steps } = await other.ok('POST', '/draft/emails', { ...EMAIL, subject: 'Foreign' });
    const table: readonly (readonly [object, string])[] = [
      [{ type: 'condition', event: 'a' }, 'steps.1.yes'],
      [{ type: 'wait' }, 'steps.1.minutes'],
      [{ type: 'update', set_fields: { unknown: 'x' } }, 'steps.1.set_fields.unknown'],
      [{ type: 'condition', filter: { tag_ids: [99_999_999] }, yes: [wait] }, 'steps.1.filter'],
      [{ type: 'update', add_tag_ids: [99_999_999] }, 'steps.1.add_tag_ids'],
      [{ type: 'email' }, 'steps.1.id'],
      [{ type: 'email', campaign_id: steps.at(-1).campaign_id }, 'steps.1.campaign_id'],
      [{ type: 'email', campaign_id: ann.campaigns[0] }, 'steps.1.campaign_id'],
      [{ type: 'email', id: other.emails[0] }, 'steps.1.id'],
      [{ type: 'email', id: one }, 'steps.1.id'],
      [{ type: 'email', id: ann.emails[1], delay_hours: 5_001 }, 'steps.1.delay_hours'],
      [{ type: 'email', id: ann.emails[1], delay_hours: '1' }, 'steps.1.delay_hours'],
    ];
    for (const [step, field] of table) {
      const { body, status } = await ann.draft([mail(one), step]);
      expect({ step, status }).toEqual({ step, status: 422 });
      expect(
        Object.keys(body.errors).some((each) => each.startsWith(field)),
        JSON.stringify(body.errors),
      ).toBe(true);
    }
    expect((await ann.ok('GET', '/flow')).has_draft).toBe(false);

    expect((await ann.draft([mail(one), { type: 'update', add_tag_ids: [tag] }])).status).toBe(200);
    await ann.ann.call('DELETE', `/contact-tags/${tag}`);
    const { body, status } = await ann.publish();
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
      status: 422,
      fields: ['steps.1.add_tag_ids'],
    });
    expect(await ann.ok('GET', '/flow')).toMatchObject({ has_draft: true, steps: ann.live });
  });

  it('refuses more than 50 emails, and emails with errors', async () => {
    const ann = await newTenant();
    expect((await ann.ann.call('POST', `${ann.path}/draft/emails`, { ...EMAIL, subject: '' })).status).toBe(422);
    for (let number = 4; number <= 50; number += 1) await ann.ok('POST', '/draft/emails', EMAIL);
    expect(await ann.ann.call('POST', `${ann.path}/draft/emails`, EMAIL)).toMatchObject({ status: 409 });
    expect((await ann.publish()).status).toBe(200);
    expect((await ann.ok('GET', '')).automation_items).toHaveLength(50);
  }, 60_000);

  it('of another account is not accessible', async () => {
    const [ann, other] = [await newTenant(), await newTenant()];
    await other.draft(other.emails.map(mail));
    for (const [method, to, body] of [
      ['GET', '/draft', undefined],
      ['PATCH', '/draft', { steps: [] }],
      ['DELETE', '/draft', undefined],
      ['POST', '/draft/emails', EMAIL],
      ['POST', '/draft/publish', {}],
    ] as const) {
      expect((await ann.ann.call(method, `${other.path}${to}`, body)).status, `${method} ${to}`).toBe(403);
    }
    expect((await other.publish({ dry_run: true })).status).toBe(200);
  });

  it('accepts the example of the documentation', async () => {
    const ann = await newTenant();
    const { steps } = await ann.ok('POST', '/draft/emails', EMAIL);
    const [first, ...body] = docBlock('docs/automations.md', /^PUT \S+draft/)
      .trim()
      .split('\n');
    const text = body
      .join('\n')
      .replace('12', String(ann.emails[0]))
      .replace('35', String(steps.at(-1).campaign_id));
    const answer = await ann.ann.call(
      'PUT',
      first?.replace(/^PUT /, '').replace('4', String(ann.id)) ?? '',
      JSON.parse(text),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.steps).toMatchObject(
      JSON.parse(text).steps.map((step: Json) => Object.assign({ id: null }, step)),
    );
  });

  it('leaves the documented requests unchanged: they take effect immediately', async () => {
    const ann = await newTenant();
    await ann.draft(ann.emails.toReversed().map(mail));
    const [one] = ann.emails;
    const changed = await ann.ann.call('PATCH', `/automation-emails/${one}`, { delay_hours: 9 });
    expect(changed).toMatchObject({ status: 200, body: { delay_hours: 9 } });
    expect((await ann.ok('GET', '/flow')).steps[0]).toMatchObject({ id: one, delay_hours: 9 });
  });
});

describe('published versions', () => {
  it('show who changed what, and are restored as a draft', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    await ann.draft([mail(one), { ...mail(two), delay_hours: 4 }, mail(three)]);
    await ann.publish();
    const { data } = await ann.ok('GET', '/versions');
    expect(data[0]).toMatchObject({
      replaced_by: expect.stringMatching(/^Person /),
      changes: { added: 0, removed: 2, changed: 1, moved: 0 },
      steps: [mail(one), wait, mail(two), wait, mail(three)],
    });
    const restored = await ann.ok('POST', `/versions/${data[0].id}/restore`);
    expect(restored).toMatchObject({
      changes: { added: 2, removed: 0, changed: 1, moved: 0 },
      steps: [mail(one), { id: null, ...wait }, { ...mail(two), delay_hours: 0 }, { id: null, ...wait }, mail(three)],
    });
    expect((await ann.ok('GET', '/flow')).steps).toHaveLength(3);
    expect((await ann.publish()).status).toBe(200);
    expect((await ann.ok('GET', '/flow')).steps).toMatchObject([{}, wait, { delay_hours: 0 }, wait, {}]);
    const logged = await rowsOf<{ after: object }>(
      db,
      `select after from audit_entry where account_id = $1 and action = 'automation.publish'`,
      [ann.accountId],
    );
    expect(logged).toMatchObject([{ after: { removed: 2 } }, { after: { added: 2 } }]);
  });
});

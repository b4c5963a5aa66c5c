import { describe, expect, it } from 'vitest';
import { removeDeletedCampaigns } from '../../src/features/campaigns/campaign-results/index.ts';
import { startApp } from '../support/app.ts';
import { EMAIL, newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PATH = '/automations';
const NOBODYS = 99_999_999;
const TIME = expect.stringMatching(/Z$/);

const app = shared(startApp);

const newTenant = async (): Promise<AutomationTenant> => newAutomationTenant(app);
const rows = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  rowsOf<Row>(app.installation.db, text, values);

async function plantCampaign(accountId: number, columns = ''): Promise<number> {
  const [made] = await rows<{ id: number }>(
    `insert into campaign (account_id, title, subject, html, from_name, from_email${columns && ', kind'})
     values ($1, 'November', 'What is new', '<p>Hello</p>', 'Acme', 'news@acme.example'${columns && `, '${columns}'`})
     returning id`,
    [accountId],
  );
  return made?.id ?? 0;
}

describe('POST /automations', () => {
  it.each(['open_campaign', 'click_campaign'])('accepts the trigger %s with a campaign', async (type) => {
    const tenant = await newTenant();
    const campaign = await plantCampaign(tenant.accountId);
    const given = { trigger_type: type, trigger_list_id: undefined, trigger_campaign_id: campaign };
    expect(await tenant.newAutomation(given)).toMatchObject({
      active: false,
      automation_triggers: [{ type, list_id: null, campaign_id: campaign, fault: null }],
    });
  });

  it('requires only a title, and no contacts enter without a trigger', async () => {
    const { ann, rowOf } = await newTenant();
    const { body, status } = await ann.call('POST', PATH, { title: 'Later', active: true });
    expect({ status, triggers: body.automation_triggers }).toEqual({ status: 201, triggers: [] });
    expect(await rowOf('automation', body.id)).toMatchObject({ active: true });
  });

  it('ignores fields of other trigger types, as forms send them', async () => {
    const { newAutomation } = await newTenant();
    expect(await newAutomation({ trigger_campaign_id: '' })).toMatchObject({
      automation_triggers: [{ campaign_id: null }],
    });
    expect(await newAutomation({ trigger_campaign_id: NOBODYS })).toMatchObject({
      automation_triggers: [{ campaign_id: null }],
    });
  });

  it.each([
    ['an unknown type', { trigger_type: 'apply_tag' }, 'trigger_type'],
    ['apply_list without a list', { trigger_list_id: undefined }, 'trigger_list_id'],
    ['apply_list with a list of null', { trigger_list_id: null }, 'trigger_list_id'],
    ['open_campaign without a campaign', { trigger_type: 'open_campaign' }, 'trigger_campaign_id'],
    ['click_campaign without a campaign', { trigger_type: 'click_campaign' }, 'trigger_campaign_id'],
    ['a list without a type', { trigger_type: undefined }, 'trigger_type'],
    ['an invalid list', { trigger_list_id: NOBODYS }, 'trigger_list_id'],
    ['a list with a fractional number', { trigger_list_id: '007x' }, 'trigger_list_id'],
    ['the list 0', { trigger_list_id: 0 }, 'trigger_list_id'],
    ['an invalid campaign', { trigger_type: 'open_campaign', trigger_campaign_id: NOBODYS }, 'trigger_campaign_id'],
  ])('refuses %s with 422 and the field, and creates nothing', async (_what, changes, field) => {
    const { ann, list } = await newTenant();
    const given = { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: list, ...changes };
    const { body, status } = await ann.call('POST', PATH, given);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
  });

  it('refuses lists and campaigns of other accounts like unknown ones', async () => {
    const [{ ann }, other] = [await newTenant(), await newTenant()];
    const sentence = async (changes: Record<string, unknown>, field: string): Promise<string> => {
      const { body, status } = await ann.call('POST', PATH, { title: 'Welcome', ...changes });
      expect(status).toBe(422);
      return body.errors[field][0].replace(/\d+/, 'N');
    };
    const ofList = (id: number) => sentence({ trigger_type: 'apply_list', trigger_list_id: id }, 'trigger_list_id');
    const ofCampaign = (id: number) =>
      sentence({ trigger_type: 'open_campaign', trigger_campaign_id: id }, 'trigger_campaign_id');
    expect(await ofList(other.list)).toBe(await ofList(NOBODYS));
    expect(await ofCampaign(await plantCampaign(other.accountId))).toBe(await ofCampaign(NOBODYS));
  });

  it('refuses a confirmation email as trigger because it is not tracked', async () => {
    const { accountId, ann } = await newTenant();
    const id = await plantCampaign(accountId, 'confirmation');
    const given = { title: 'Welcome', trigger_type: 'click_campaign', trigger_campaign_id: id };
    expect(await ann.call('POST', PATH, given)).toMatchObject({
      status: 422,
      body: { errors: { trigger_campaign_id: [expect.stringContaining('not tracked')] } },
    });
  });

  it('returns 409 if the account has the maximum number of automations', async () => {
    const { accountId, ann } = await newTenant();
    await rows(
      `with made as (
         insert into automation (account_id, title) select $1, 'A' from generate_series(1, 199) returning id
       ) insert into automation_trigger (account_id, automation_id) select $1, id from made`,
      [accountId],
    );
    const answers = await Promise.all([1, 2, 3].map(async () => ann.call('POST', PATH, { title: 'Last' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await ann.call('GET', `${PATH}?per_page=1000`)).body.data).toHaveLength(200);
  });

  it('returns 402 on a plan without the API', async () => {
    const { accountId, ann } = await newTenant();
    await rows(`insert into plan (name, api_access) values ('no api', false) on conflict do nothing`, []);
    await rows(`update account set plan = 'no api' where account_id = $1`, [accountId]);
    await expect
      .poll(async () => ann.call('POST', PATH, { title: 'Welcome' }), { interval: 100 })
      .toMatchObject({ status: 402, body: { message: expect.stringContaining('paid plan') } });
  });
});

describe('GET /automations', () => {
  it('returns pages, newest first, with triggers and emails but without their content', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const first = await newAutomation({ title: 'First' });
    const second = await newAutomation({ title: 'Second' });
    await newEmail(first.id, { subject: 'One' });
    await newEmail(first.id, { subject: 'Two', text: 'Two' });
    const { body, status } = await ann.call('GET', PATH);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      current_page: 1,
      per_page: 100,
      total: 2,
      last_page: 1,
      next_page_url: null,
      data: [
        { id: second.id, automation_items: [] },
        { id: first.id, automation_items: [{ campaign: { subject: 'One' } }, { campaign: { subject: 'Two' } }] },
      ],
    });
    expect(body.data[1].automation_triggers).toEqual(first.automation_triggers);
    const { campaign } = body.data[1].automation_items[1];
    expect(Object.keys(campaign)).not.toEqual(expect.arrayContaining(['html']));
    for (const part of ['html', 'design', 'text', 'stats']) expect(campaign).not.toHaveProperty(part);
  });
});

describe('GET /automations/{id}', () => {
  it('returns its emails in order with content and results', async () => {
    const { accountId, ann, newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    const mail = await newEmail(id, { text: 'Hello' });
    await rows('insert into campaign_count (account_id, campaign_id, sent, openers, opens) values ($1, $2, 4, 3, 5)', [
      accountId,
      mail.campaign_id,
    ]);
    const { body } = await ann.call('GET', `${PATH}/${id}`);
    const { stats, ...campaign } = body.automation_items[0].campaign;
    expect(campaign).toEqual(mail.campaign);
    expect(campaign).toMatchObject({ html: EMAIL.html, text: 'Hello', kind: 'automation', status: 'draft' });
    expect(stats).toEqual((await ann.call('GET', `/campaigns/${mail.campaign_id}/stats`)).body);
    expect(stats).toMatchObject({ sent_count: 4, unique_open_count: 3, open_rate: 75 });
  });

  it('streams large contents one after another', async () => {
    const { accountId, ann, newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    for (const subject of ['One', 'Two', 'Three']) await newEmail(id, { subject });
    await rows(`update campaign set html = repeat('<p>𝒳</p>', 180000) where account_id = $1`, [accountId]);
    const { body, headers, status } = await ann.call('GET', `${PATH}/${id}`);
    expect([status, headers.get('content-length')]).toEqual([200, null]);
    const shown = body.automation_items.map((item: { campaign: { subject: string; html: string; stats: object } }) => [
      item.campaign.subject,
      item.campaign.html.length,
      'sent_count' in item.campaign.stats,
    ]);
    expect(shown).toEqual(['One', 'Two', 'Three'].map((subject) => [subject, 9 * 180_000, true]));
    expect(body.updated_at).toEqual(TIME);
  });

  it('counts contacts that entered, wait, finished and left', async () => {
    const { accountId, ann, newAutomation, newEmail, plantWaiting } = await newTenant();
    const { id } = await newAutomation();
    const [one, two] = [await newEmail(id), await newEmail(id)];
    await plantWaiting(one, [1, 2, 3]);
    await plantWaiting(two, [4]);
    await rows('update automation set finished = 7, ended = 2 where account_id = $1', [accountId]);
    await rows('update automation_item set sent = 8 where account_id = $1 and id = $2', [accountId, one.id]);
    expect((await ann.call('GET', `${PATH}/${id}`)).body).toMatchObject({
      entered_count: 4,
      waiting_count: 4,
      finished_count: 7,
      left_count: 2,
      automation_items: [
        { waiting_count: 3, sent_count: 8, fault: null },
        { waiting_count: 1, sent_count: 0 },
      ],
    });
  });
});

describe('PATCH /automations/{id}', () => {
  it('replaces the trigger with a new ID only if it changes', async () => {
    const { accountId, ann, list, newAutomation } = await newTenant();
    const made = await newAutomation();
    const another = await plantGroup(app.installation.db, accountId, 'list', 'Other');
    const campaign = await plantCampaign(accountId);
    const change = async (body: unknown) =>
      (await ann.call('PATCH', `${PATH}/${made.id}`, body)).body.automation_triggers;
    const [before] = made.automation_triggers;
    expect(await change({ trigger_type: 'apply_list' })).toEqual([before]);
    expect(await change({ trigger_list_id: list, active: true })).toEqual([before]);
    const [second] = await change({ trigger_list_id: another });
    expect(second).toMatchObject({ type: 'apply_list', list_id: another });
    const [third] = await change({ trigger_type: 'open_campaign', trigger_campaign_id: campaign });
    expect(third).toMatchObject({ type: 'open_campaign', list_id: null, campaign_id: campaign });
    // The trigger keeps its campaign if only the type changes.
    const [fourth] = await change({ trigger_type: 'click_campaign' });
    expect(fourth).toMatchObject({ type: 'click_campaign', campaign_id: campaign });
    expect(new Set([before.id, second.id, third.id, fourth.id]).size).toBe(4);
    expect(await rows('select id from automation_trigger where account_id = $1', [accountId])).toEqual([
      { id: fourth.id },
    ]);
  });

  it.each([
    ['a campaign for a list trigger', { trigger_campaign_id: 1 }, 'trigger_campaign_id'],
    ['another type without its campaign', { trigger_type: 'open_campaign' }, 'trigger_campaign_id'],
    ['an unknown list', { trigger_list_id: NOBODYS }, 'trigger_list_id'],
  ])('refuses %s with 422 and changes nothing', async (_what, change, field) => {
    const { ann, newAutomation } = await newTenant();
    const made = await newAutomation();
    const { body, status } = await ann.call('PATCH', `${PATH}/${made.id}`, change);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect((await ann.call('GET', `${PATH}/${made.id}`)).body).toEqual(made);
  });

  it('refuses one of its own emails as trigger and accepts one of another automation', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const [one, other] = [await newAutomation(), await newAutomation()];
    const mail = await newEmail(one.id);
    const change = { trigger_type: 'open_campaign', trigger_campaign_id: mail.campaign_id };
    expect(await ann.call('PATCH', `${PATH}/${one.id}`, change)).toMatchObject({
      status: 422,
      body: { errors: { trigger_campaign_id: [expect.stringContaining('contacts could never enter')] } },
    });
    expect((await ann.call('PATCH', `${PATH}/${other.id}`, change)).status).toBe(200);
  });

  it('is recorded in the audit log when it is activated and deactivated', async () => {
    const { accountId, ann, newAutomation } = await newTenant();
    const { id } = await newAutomation();
    for (const active of [true, true, false]) await ann.call('PATCH', `${PATH}/${id}`, { active });
    const acts = await rows('select action, subject from audit_entry where account_id = $1 order by id', [accountId]);
    expect(acts).toEqual([
      { action: 'automation.activate', subject: String(id) },
      { action: 'automation.pause', subject: String(id) },
    ]);
  });
});

describe('state of an automation', () => {
  it('has contacts enter for its first email while it is active and has one', async () => {
    const { ann, newAutomation, newEmail, rowOf } = await newTenant();
    const made = await newAutomation();
    const [{ id: trigger }] = made.automation_triggers;
    const live = async () => {
      const { first_item_id: first, is_live: isLive } = await rowOf('automation_trigger', trigger);
      return [isLive, first];
    };
    await ann.call('PATCH', `${PATH}/${made.id}`, { active: true });
    expect(await live()).toEqual([false, null]);
    const one = await newEmail(made.id);
    expect(await live()).toEqual([true, one.id]);
    const two = await newEmail(made.id, { send_order: 1 });
    expect(await live()).toEqual([true, two.id]);
    await ann.call('PATCH', `${PATH}/${made.id}`, { active: false });
    expect(await live()).toEqual([false, two.id]);
    await ann.call('PATCH', `${PATH}/${made.id}`, { active: true });
    await ann.call('DELETE', `/automation-emails/${two.id}`);
    expect(await live()).toEqual([true, one.id]);
    await ann.call('DELETE', `/automation-emails/${one.id}`);
    expect(await live()).toEqual([false, null]);
  });

  it('schedules the first waiting contact when it is due, and never while the automation is inactive', async () => {
    const { ann, newAutomation, newEmail, plantWaiting, rowOf } = await newTenant();
    const { id } = await newAutomation({ active: true });
    const [one, two] = [await newEmail(id), await newEmail(id, { delay_hours: 30 })];
    await plantWaiting(two, [1], 10);
    await plantWaiting(two, [2], 40);
    const dueIn = async (item: { id: number }): Promise<number | null> => {
      const { next_at: at } = await rowOf('automation_item', item.id);
      return at && Math.round((at.getTime() - Date.now()) / 3_600_000);
    };
    const change = async (path: string, body: unknown) =>
      expect((await ann.call('PATCH', path, body)).status).toBe(200);
    await change(`${PATH}/${id}`, { title: 'Same' });
    expect([await dueIn(one), await dueIn(two)]).toEqual([null, -10]);
    await change(`/automation-emails/${two.id}`, { delay_hours: 100 });
    expect(await dueIn(two)).toBe(60);
    await change(`${PATH}/${id}`, { active: false });
    expect(await dueIn(two)).toBeNull();
    await change(`${PATH}/${id}`, { active: true });
    expect(await dueIn(two)).toBe(60);
  });

  it('retries a failed email on its schedule, or immediately if its content is changed', async () => {
    const { accountId, ann, newAutomation, newEmail, plantWaiting, rowOf } = await newTenant();
    const { id } = await newAutomation({ active: true });
    const mail = await newEmail(id);
    await plantWaiting(mail, [1]);
    const fail = async () =>
      rows(
        `update automation_item set failures = 3, fault = 'The domain is gone.', next_at = now() + interval '50 minutes'
         where account_id = $1`,
        [accountId],
      );
    const minutes = async () => {
      const { failures, fault, next_at: at } = await rowOf('automation_item', mail.id);
      return [failures, fault, Math.round((at.getTime() - Date.now()) / 600_000) * 10 + 0];
    };
    await fail();
    expect((await ann.call('GET', `${PATH}/${id}`)).body.automation_items).toMatchObject([
      { fault: 'The domain is gone.' },
    ]);
    await ann.call('PATCH', `${PATH}/${id}`, { title: 'Other' });
    expect(await minutes()).toEqual([3, 'The domain is gone.', 50]);
    await ann.call('PATCH', `/automation-emails/${mail.id}`, { from_email: 'news@other.example' });
    expect(await minutes()).toEqual([0, null, 0]);
    await fail();
    await ann.call('PATCH', `/campaigns/${mail.campaign_id}`, { subject: 'Mended' });
    expect(await minutes()).toEqual([0, null, 0]);
  });
});

describe('DELETE /automations/{id}', () => {
  it('soft-deletes the automation with its emails and keeps the results', async () => {
    const { accountId, ann, newAutomation, newEmail, plantWaiting, rowOf } = await newTenant();
    const made = await newAutomation({ active: true });
    const [one, two] = [await newEmail(made.id), await newEmail(made.id)];
    await plantWaiting(two, [1, 2]);
    await rows('insert into campaign_count (account_id, campaign_id, sent) values ($1, $2, 2)', [
      accountId,
      one.campaign_id,
    ]);
    expect(await ann.call('DELETE', `${PATH}/${made.id}`)).toMatchObject({
      status: 200,
      body: { message: 'The automation was deleted.' },
    });
    for (const path of [`${PATH}/${made.id}`, `/campaigns/${one.campaign_id}`]) {
      expect((await ann.call('GET', path)).status).toBe(404);
    }
    for (const [method, path] of [
      ['PATCH', `${PATH}/${made.id}`],
      ['DELETE', `${PATH}/${made.id}`],
      ['POST', `${PATH}/${made.id}/emails`],
      ['PATCH', `/automation-emails/${one.id}`],
      ['DELETE', `/automation-emails/${one.id}`],
    ] as const) {
      expect([method, path, (await ann.call(method, path, method === 'POST' ? EMAIL : {})).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
    const [trigger] = made.automation_triggers;
    expect(await rowOf('automation_trigger', trigger.id)).toMatchObject({ is_live: false });
    // Make one of the emails due, so that the job finds the entries.
    const due = await rows('select id from automation_item where account_id = $1 and next_at <= now()', [accountId]);
    expect(due).toEqual([{ id: one.id }]);
    const { db, log } = app.installation;
    await removeDeletedCampaigns({ db, log }, -1);
    const left = await rows<{ id: number }>('select id from campaign where account_id = $1', [accountId]);
    expect(left).toEqual([{ id: one.campaign_id }]);
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
  });
});

describe('list', () => {
  it('returns 409 with its uses while an automation uses it, active or not', async () => {
    const { ann, list, newAutomation } = await newTenant();
    const made = await newAutomation({ title: 'Welcome' });
    expect(await ann.call('DELETE', `/lists/${list}`)).toMatchObject({
      status: 409,
      body: { usages: [{ type: 'automation', id: made.id, title: 'Welcome' }] },
    });
    await ann.call('DELETE', `${PATH}/${made.id}`);
    expect((await ann.call('DELETE', `/lists/${list}`)).status).toBe(200);
  });

  it('is either deleted or used if both are requested concurrently', async () => {
    const { accountId, ann } = await newTenant();
    const db = app.installation.db;
    for (let round = 0; round < 5; round += 1) {
      const list = await plantGroup(db, accountId, 'list', `L${round}`);
      const given = { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: list };
      const [deleted, made] = await Promise.all([ann.call('DELETE', `/lists/${list}`), ann.call('POST', PATH, given)]);
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([deleted.status, made.status]);
    }
  });
});

describe('campaign of a trigger', () => {
  it('is kept when it is deleted or not tracked, and the automation shows an error', async () => {
    const { accountId, ann, newAutomation } = await newTenant();
    const campaign = await plantCampaign(accountId);
    const { id } = await newAutomation({ trigger_type: 'click_campaign', trigger_campaign_id: campaign });
    const fault = async () => (await ann.call('GET', `${PATH}/${id}`)).body.automation_triggers[0].fault;
    expect(await fault()).toBeNull();
    await ann.call('PATCH', `/campaigns/${campaign}`, { track_clicks: false });
    expect(await fault()).toContain('does not track clicks');
    expect((await ann.call('DELETE', `/campaigns/${campaign}`)).status).toBe(200);
    expect(await fault()).toContain('was deleted');
  });
});

describe('other account', () => {
  it('gets 403 for emails of automations of other accounts and 404 for unknown ones', async () => {
    const [tenant, { ann }] = [await newTenant(), await newTenant()];
    const { id } = await tenant.newAutomation();
    const mail = await tenant.newEmail(id);
    const asked = (automationId: number, emailId: number) =>
      [
        ['POST', `${PATH}/${automationId}/emails`, EMAIL],
        ['PATCH', `/automation-emails/${emailId}`, { subject: 'Mine' }],
        ['DELETE', `/automation-emails/${emailId}`, undefined],
      ] as const;
    const statuses = async (calls: ReturnType<typeof asked>) =>
      Promise.all(calls.map(async ([method, path, body]) => (await ann.call(method, path, body)).status));
    expect(await statuses(asked(id, mail.id))).toEqual([403, 403, 403]);
    expect(await statuses(asked(NOBODYS, NOBODYS))).toEqual([404, 404, 404]);
    expect((await tenant.ann.call('GET', `${PATH}/${id}`)).body).toMatchObject({
      automation_items: [{ campaign: { subject: EMAIL.subject } }],
    });
  });
});

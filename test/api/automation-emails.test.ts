import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withEmailAt } from '../../src/features/campaigns/automations/tree.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { EMAIL, newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { newPerson, withToken } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { randomFrom } from '../support/random.ts';

const PATH = '/automation-emails';
const TIME = expect.stringMatching(/Z$/);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns the IDs of emails with one of them moved to another position. */
function placed(ids: readonly number[], id: number, order: number): readonly number[] {
  const emailOf = (each: number) => ({ id: each, kind: 'email', parent_id: null, branch: null }) as const;
  return withEmailAt(ids.map(emailOf), emailOf(id), order).map((step) => step.id);
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const newTenant = async (): Promise<AutomationTenant> => newAutomationTenant(app);
const rows = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  rowsOf<Row>(app.installation.db, text, values);

/** Returns the IDs of an automation's emails with their positions. */
async function orderOf({ ann }: AutomationTenant, id: number): Promise<[number, number][]> {
  const { automation_items: items } = (await ann.call('GET', `/automations/${id}`)).body;
  return items.map((item: { id: number; send_order: number }) => [item.id, item.send_order]);
}

describe('POST /automations/{id}/emails', () => {
  it('returns 201 with the content as a campaign of its own kind', async () => {
    const { ann, newAutomation } = await newTenant();
    const { id } = await newAutomation();
    const { body, status } = await ann.call('POST', `/automations/${id}/emails`, EMAIL);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      automation_id: id,
      campaign_id: expect.any(Number),
      delay_hours: 0,
      send_order: 1,
      waiting_count: 0,
      sent_count: 0,
      fault: null,
      campaign: expect.objectContaining({
        ...EMAIL,
        id: body.campaign_id,
        title: EMAIL.subject,
        kind: 'automation',
        status: 'draft',
        scheduled_at: null,
        lists: [],
      }),
      created_at: TIME,
      updated_at: TIME,
    });
    expect((await ann.call('GET', `/campaigns/${body.campaign_id}`)).body).toEqual(body.campaign);
    expect((await ann.call('GET', '/campaigns')).body.total).toBe(0);
  });

  it('defaults to a delay of 24 hours, and of 0 for the first email', async () => {
    const { newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    const delays = [];
    for (const delay of [undefined, undefined, 0, 5000, '48', '', null]) {
      delays.push((await newEmail(id, { delay_hours: delay })).delay_hours);
    }
    expect(delays).toEqual([0, 24, 0, 5000, 48, 24, 24]);
  });

  it('inserts at the given position, moves the others, and caps the position at the end', async () => {
    const tenant = await newTenant();
    const { id } = await tenant.newAutomation();
    const ids = [];
    for (const order of [undefined, 1, 2, 99]) ids.push((await tenant.newEmail(id, { send_order: order })).id);
    const [a, b, c, d] = ids;
    expect(await orderOf(tenant, id)).toEqual([
      [b, 1],
      [c, 2],
      [a, 3],
      [d, 4],
    ]);
  });

  it('accepts all additional fields of campaigns', async () => {
    const { newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    const more = {
      title: 'First steps',
      preview_text: 'Three teas',
      text: 'Hello',
      inline_css: true,
      reply_to: 'desk@acme.example',
      track_opens: false,
      track_clicks: false,
    };
    expect((await newEmail(id, more)).campaign).toMatchObject(more);
    const design = { version: 1, blocks: [] };
    const { campaign } = await newEmail(id, { html: undefined, text: 'Hello' });
    expect(campaign).toMatchObject({ html: null, text: 'Hello' });
    const { body } = await (async () => {
      const tenant = await newTenant();
      const made = await tenant.newAutomation();
      return tenant.ann.call('POST', `/automations/${made.id}/emails`, { ...EMAIL, html: undefined, design });
    })();
    // A design that cannot be rendered is rejected when it is saved.
    expect(Object.keys(body.errors)).toEqual(['design']);
  });

  it('ignores fields that only campaigns have', async () => {
    const { list, newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    const { campaign } = await newEmail(id, {
      lists: [list],
      scheduled_at: '2090-01-01T00:00:00Z',
      engaged_only: true,
    });
    expect(campaign).toMatchObject({ lists: [], scheduled_at: null, engaged_only: false });
  });

  it.each([
    ['no subject', { subject: undefined }, ['subject']],
    ['no html', { html: undefined }, ['html']],
    ['no sender', { from_name: '', from_email: ' ' }, ['from_name', 'from_email']],
    ['a too long subject', { subject: 'é'.repeat(192) }, ['subject']],
    ['a subject that starts with Re:', { subject: 'RE: Hello' }, ['subject']],
    ['a subject that starts with Fwd:', { subject: 'fwd: Hello' }, ['subject']],
    ['an invalid sender address', { from_email: 'news' }, ['from_email']],
    ['a name with a line break', { from_name: 'A\nB' }, ['from_name']],
    ['too long html', { html: 'x'.repeat(1_000_001) }, ['html']],
    ['a delay below 0', { delay_hours: -1 }, ['delay_hours']],
    ['a delay above 5000', { delay_hours: 5001 }, ['delay_hours']],
    ['a fractional delay', { delay_hours: '0.5' }, ['delay_hours']],
    ['position 0', { send_order: 0 }, ['send_order']],
    ['an unknown merge field', { html: '<p>{{ contact.nickname }}</p>' }, ['html']],
    ['an unclosed merge field', { subject: 'Hello {{ contact.first_name' }, ['subject']],
  ])('refuses %s with 422 and the field, and saves nothing', async (_what, changes, fields) => {
    const { accountId, ann, newAutomation } = await newTenant();
    const { id } = await newAutomation();
    const { body, status } = await ann.call('POST', `/automations/${id}/emails`, { ...EMAIL, ...changes });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields });
    const kept = await rows('select id from campaign where account_id = $1', [accountId]);
    expect([kept, (await ann.call('GET', `/automations/${id}`)).body.automation_items]).toEqual([[], []]);
  });

  it('accepts a sender with an unverified domain, which is checked when sending', async () => {
    const { newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation({ active: true });
    expect(await newEmail(id, { from_email: 'news@unknown.example' })).toMatchObject({ fault: null });
  });

  it('returns 409 if the automation has the maximum number of emails', async () => {
    const tenant = await newTenant();
    const { ann, accountId } = tenant;
    const { id } = await tenant.newAutomation();
    const { campaign_id: campaign } = await tenant.newEmail(id);
    await rows(
      `insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours)
       select $1, $2, $3, n, 24 from generate_series(2, 49) n`,
      [accountId, id, campaign],
    );
    const answers = await Promise.all([1, 2].map(async () => ann.call('POST', `/automations/${id}/emails`, EMAIL)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('accepts every encoding that clients send on POST', async () => {
    const { ann, newAutomation } = await newTenant();
    const path = `/automations/${(await newAutomation()).id}/emails`;
    const fields = new URLSearchParams({ ...EMAIL, delay_hours: '7' }).toString();
    for (const answer of [
      await ann.call('POST', path, fields, FORM),
      await ann.call('POST', `${path}?${fields}`, '', JSON_TYPE),
      await ann.call('POST', path, { ...EMAIL, delay_hours: '7' }),
    ]) {
      expect(answer).toMatchObject({ status: 201, body: { delay_hours: 7, campaign: EMAIL } });
    }
  });
});

describe('PATCH /automation-emails/{id}', () => {
  it.each(['PATCH', 'PUT'])('%s changes only the given fields', async (method) => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const { id } = await newAutomation();
    const made = await newEmail(id, { preview_text: 'Three teas' });
    const { body, status } = await ann.call(method, `${PATH}/${made.id}`, { delay_hours: 12 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, delay_hours: 12, updated_at: TIME });
    const other = await ann.call(method, `${PATH}/${made.id}`, { subject: 'Other', preview_text: null });
    expect(other.body).toMatchObject({
      delay_hours: 12,
      campaign: { ...EMAIL, subject: 'Other', title: 'Other', preview_text: null },
    });
  });

  it('keeps a given title when the subject changes', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const { id } = await newEmail((await newAutomation()).id, { title: 'Mine' });
    const { body } = await ann.call('PATCH', `${PATH}/${id}`, { subject: 'Other', title: '' });
    expect(body.campaign).toMatchObject({ title: 'Mine', subject: 'Other' });
  });

  it.each([
    ['an empty subject', { subject: '' }, ['subject']],
    ['a subject of null', { subject: null }, ['subject']],
    ['no body', { html: '' }, ['html']],
    ['a delay above 5000', { delay_hours: 5001 }, ['delay_hours']],
    ['position 0', { send_order: '0' }, ['send_order']],
    ['an unknown merge field', { subject: '{{ contact.nickname }}' }, ['subject']],
  ])('refuses %s with 422 and changes nothing', async (_what, change, fields) => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const automation = await newAutomation();
    const made = await newEmail(automation.id);
    const { body, status } = await ann.call('PATCH', `${PATH}/${made.id}`, { from_name: 'Other', ...change });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields });
    const [item] = (await ann.call('GET', `/automations/${automation.id}`)).body.automation_items;
    expect(item).toMatchObject({ ...made, campaign: made.campaign });
  });

  it('refuses the same content when the campaign is updated', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const mail = await newEmail((await newAutomation()).id);
    const change = { subject: '{{ contact.nickname }}' };
    const refused = await ann.call('PATCH', `/campaigns/${mail.campaign_id}`, change);
    expect({ status: refused.status, fields: Object.keys(refused.body.errors) }).toEqual({
      status: 422,
      fields: ['subject'],
    });
  });

  it('accepts every encoding that clients send on PATCH', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const { id } = await newEmail((await newAutomation()).id);
    for (const [path, body, headers, subject] of [
      [`${PATH}/${id}`, 'subject=A+B&delay_hours=5&send_order=1', FORM, 'A B'],
      [`${PATH}/${id}?subject=C&delay_hours=5`, '', JSON_TYPE, 'C'],
      [`${PATH}/${id}?subject=C`, { subject: 'D', delay_hours: '5' }, JSON_TYPE, 'D'],
    ] as const) {
      expect(await ann.call('PATCH', path, body, headers)).toMatchObject({
        status: 200,
        body: { delay_hours: 5, campaign: { subject } },
      });
    }
  });
});

describe('DELETE /automation-emails/{id}', () => {
  it('removes the email and its campaign, closes the gap and keeps the statistics', async () => {
    const tenant = await newTenant();
    const { accountId, ann, newEmail } = tenant;
    const { id } = await tenant.newAutomation();
    const [a, b, c] = [await newEmail(id), await newEmail(id), await newEmail(id)];
    await rows('insert into campaign_count (account_id, campaign_id, sent) values ($1, $2, 3)', [
      accountId,
      b.campaign_id,
    ]);
    expect(await ann.call('DELETE', `${PATH}/${b.id}`)).toMatchObject({
      status: 200,
      body: { message: 'The email was removed.' },
    });
    expect(await orderOf(tenant, id)).toEqual([
      [a.id, 1],
      [c.id, 2],
    ]);
    expect((await ann.call('DELETE', `${PATH}/${b.id}`)).status).toBe(404);
    expect((await ann.call('GET', `/campaigns/${b.campaign_id}`)).status).toBe(404);
    expect(await rows('select sent from campaign_count where account_id = $1', [accountId])).toEqual([{ sent: 3 }]);
  });

  it('makes the email due for evaluation if contacts wait for it, so that they advance', async () => {
    const { ann, newAutomation, newEmail, plantWaiting, rowOf } = await newTenant();
    const { id } = await newAutomation();
    const [waited, other] = [await newEmail(id), await newEmail(id)];
    await plantWaiting(waited, [1, 2]);
    for (const mail of [waited, other]) await ann.call('DELETE', `${PATH}/${mail.id}`);
    expect((await rowOf('automation_item', waited.id)).next_at).toBeInstanceOf(Date);
    expect((await rowOf('automation_item', other.id)).next_at).toBeNull();
  });

  it('is required: the campaign of an automation email cannot be deleted, sent or scheduled', async () => {
    const { ann, newAutomation, newEmail } = await newTenant();
    const { campaign_id: id } = await newEmail((await newAutomation()).id);
    expect((await ann.call('DELETE', `/campaigns/${id}`)).status).toBe(409);
    expect((await ann.call('POST', `/campaigns/${id}/send`)).status).toBe(409);
    expect((await ann.call('PATCH', `/campaigns/${id}`, { scheduled_at: '2090-01-01T00:00:00Z' })).status).toBe(409);
  });
});

describe('order of emails', () => {
  it.each([
    [[1, 2, 3], 3, 1, [3, 1, 2]],
    [[1, 2, 3], 1, 2, [2, 1, 3]],
    [[1, 2, 3], 1, 3, [2, 3, 1]],
    [[1, 2, 3], 2, 2, [1, 2, 3]],
    [[1, 2, 3], 1, 99, [2, 3, 1]],
    [[1, 2], 9, 2, [1, 9, 2]],
    [[], 9, 5, [9]],
  ])('%j with %i at %i is %j', (ids, id, order, after) => {
    expect(placed(ids, id, order)).toEqual(after);
  });

  it.each([1, 2, 3])('has no gaps or duplicates after any additions, moves and removals (%i)', async (seed) => {
    const tenant = await newTenant();
    const { accountId, newEmail } = tenant;
    // Use a new user every 40 requests, because the rate limit is per user.
    let { ann } = tenant;
    const { id } = await tenant.newAutomation();
    const random = randomFrom(seed);
    const below = (most: number): number => Math.floor(random() * most);
    let expected: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      const place = 1 + below(expected.length + 2);
      const known = expected[below(Math.max(1, expected.length))];
      const what = below(3);
      if (what === 0 || known === undefined) {
        const added = await newEmail(id, below(2) === 0 ? {} : { send_order: place });
        const [row] = await rows<{ send_order: number }>(
          'select send_order from automation_item where account_id = $1 and id = $2',
          [accountId, added.id],
        );
        expect(added.send_order).toBe(row?.send_order);
        expected = [...placed(expected, added.id, added.send_order)];
      } else if (what === 1) {
        const moved = await ann.call('PATCH', `${PATH}/${known}`, { send_order: place });
        expected = [...placed(expected, known, place)];
        expect(moved.body.send_order).toBe(expected.indexOf(known) + 1);
      } else {
        await ann.call('DELETE', `${PATH}/${known}`);
        expected = expected.filter((each) => each !== known);
      }
      const found = await rows<{ id: number; send_order: number }>(
        'select id, send_order from automation_item where account_id = $1 and deleted_at is null order by send_order',
        [accountId],
      );
      expect(found).toEqual(expected.map((each, index) => ({ id: each, send_order: index + 1 })));
      if (step === 20) ann = await newPerson(app, accountId);
    }
  });

  it('stays consistent under concurrent changes without deadlocks', async () => {
    const tenant = await newTenant();
    const { accountId, newEmail } = tenant;
    const { id } = await tenant.newAutomation({ active: true });
    const mails = [await newEmail(id), await newEmail(id), await newEmail(id), await newEmail(id)];
    const people = [await newPerson(app, accountId), await newPerson(app, accountId)];
    const calls = [0, 1, 2, 3, 4, 5].flatMap((round) => {
      const { token } = people[round % 2] ?? tenant.ann;
      const caller = withToken(app, token);
      const one = mails[round % 4];
      return [
        caller.call('POST', `/automations/${id}/emails`, { ...EMAIL, send_order: 1 + (round % 3) }),
        caller.call('PATCH', `${PATH}/${one.id}`, { send_order: 1 + ((round * 7) % 5), subject: `S${round}` }),
        caller.call('PATCH', `/automations/${id}`, { active: round % 2 === 0 }),
        caller.call('PATCH', `/campaigns/${one.campaign_id}`, { preview_text: `P${round}` }),
      ];
    });
    calls.push(tenant.ann.call('DELETE', `${PATH}/${mails[0].id}`));
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    statuses.delete(404);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 201]);
    const places = (await orderOf(tenant, id)).map(([, place]) => place);
    expect(places).toEqual(Array.from({ length: 9 }, (_, index) => index + 1));
    const [automation] = await rows<{ active: boolean }>('select active from automation where account_id = $1', [
      accountId,
    ]);
    const [trigger] = await rows<{ is_live: boolean; first_item_id: number }>(
      'select is_live, first_item_id from automation_trigger where account_id = $1',
      [accountId],
    );
    expect(trigger).toEqual({ is_live: automation?.active, first_item_id: (await orderOf(tenant, id))[0]?.[0] });
  });
});

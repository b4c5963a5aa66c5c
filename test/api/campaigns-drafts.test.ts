import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { newPerson, withToken } from '../support/callers.ts';
import { startApp } from '../support/app.ts';
import { CONTENT, startCampaignApi, type CampaignTenant } from '../support/campaigns.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PATH = '/campaigns';
const NOBODYS = 99_999_999;

const app = shared(startApp);
const api = shared(async () => startCampaignApi(app));

const newTenant = async (): Promise<CampaignTenant> => api.newTenant();

describe('POST /campaigns', () => {
  it('accepts and returns the variants of an A/B test', async () => {
    const { newDraft } = await newTenant();
    const test = { share: 20, rule: 'clicks', hours: 4 };
    const variants = [{ subject: 'B' }, { html: '<p>C</p>', text: 'C' }];
    expect(await newDraft({ variants, ab_test: test })).toMatchObject({
      variants: [
        { variant: 1, subject: 'B', preview_text: null, html: null, design: null, text: null },
        { variant: 2, subject: null, html: '<p>C</p>', text: 'C' },
      ],
      ab_test: { ...test, winner: null },
    });
  });

  it("uses the account's tracking settings by default", async () => {
    const { accountId, newDraft } = await newTenant();
    await rowsOf(
      app.installation.db,
      'insert into campaign_settings (account_id, tracks_opens, tracks_clicks) values ($1, false, false)',
      [accountId],
    );
    expect(await newDraft()).toMatchObject({ track_opens: false, track_clicks: false });
    expect(await newDraft({ track_clicks: true })).toMatchObject({ track_opens: false, track_clicks: true });
  });

  it.each([
    ['an invalid design', { design: ['x'] }, 'design'],
    ['a design of half a million characters', { design: { type: 'x'.repeat(500_001) } }, 'design'],
    ['variants without a test', { variants: [{ subject: 'B' }] }, 'ab_test'],
    ['a test without variants', { ab_test: { share: 20, rule: 'opens', hours: 4 } }, 'variants'],
    ['invalid variants', { variants: 'x' }, 'variants'],
    ['five variants', { variants: Array.from({ length: 5 }, () => ({ subject: 'B' })) }, 'variants'],
    ['an empty variant', { variants: [{ subject: 'B' }, {}] }, 'variants.1'],
    ['a variant with a subject that starts with Re:', { variants: [{ subject: 'Re: B' }] }, 'variants.0.subject'],
    ['a share of 0', { ab_test: { share: 0, rule: 'opens', hours: 4 } }, 'ab_test.share'],
    ['an unknown rule', { ab_test: { share: 20, rule: 'luck', hours: 4 } }, 'ab_test.rule'],
    ['a test without an end', { ab_test: { share: 20, rule: 'opens' } }, 'ab_test.hours'],
    ['an invalid test', { ab_test: 'yes' }, 'ab_test'],
    ['an invalid time', { scheduled_at: 'soon' }, 'scheduled_at'],
    ['30 February', { scheduled_at: '2027-02-30T10:00:00Z' }, 'scheduled_at'],
  ])('refuses %s with 422 and the field, and creates nothing', async (_what, changes, field) => {
    const { ann, list } = await newTenant();
    const { body, status } = await ann.call('POST', PATH, { ...CONTENT, lists: [list], ...changes });
    expect([status, Object.keys(body.errors)], JSON.stringify(body)).toEqual([422, [field]]);
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
  });

  it('accepts values at the limits, which count characters instead of bytes', async () => {
    const { ann, newDraft } = await newTenant();
    // Each character has four bytes in UTF-8, two UTF-16 code units, and twelve bytes as a JSON escape.
    const made = await newDraft({ title: '😀'.repeat(191), subject: 'ß'.repeat(191), html: '😀'.repeat(1_000_000) });
    expect([Array.from(made.title).length, Array.from(made.html).length]).toEqual([191, 1_000_000]);
    const escaped = JSON.stringify({ ...CONTENT, html: '' }).replace(
      '"html":""',
      `"html":"${'\\ud83d\\ude00'.repeat(1_000_000)}"`,
    );
    expect(Buffer.byteLength(escaped)).toBeGreaterThan(12_000_000);
    const answer = await ann.call('POST', PATH, escaped, { 'content-type': 'application/json' });
    expect([answer.status, answer.body.html === made.html]).toEqual([201, true]);
    const over = await ann.call('POST', PATH, { ...CONTENT, html: `${made.html}x` });
    expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ['html']]);
    const form = new URLSearchParams({ ...CONTENT, html: made.html }).toString();
    const sent = await ann.call('POST', PATH, form, { 'content-type': 'application/x-www-form-urlencoded' });
    expect([sent.status, sent.body.html === made.html]).toEqual([201, true]);
    expect((await ann.call('POST', PATH, ' '.repeat(17_000_000), { 'content-type': 'application/json' })).status).toBe(
      413,
    );
  });

  it('accepts a form with brackets, and all fields in the query with an empty body', async () => {
    const { ann, list, tag } = await newTenant();
    const query = new URLSearchParams([
      ...Object.entries(CONTENT),
      ['lists[]', String(list)],
      ['to_contact_tags[0]', String(tag)],
      ['preview_text', ''],
      ['track_opens', '0'],
      ['spread_hours', '3'],
      ['scheduled_at', ''],
    ]).toString();
    const want = {
      ...CONTENT,
      lists: [list],
      to_contact_tags: [tag],
      preview_text: null,
      track_opens: false,
      spread_hours: 3,
    };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await ann.call('POST', PATH, query, form)).toMatchObject({ status: 201, body: want });
    const json = { 'content-type': 'application/json' };
    expect(await ann.call('POST', `${PATH}?${query}`, '', json)).toMatchObject({ status: 201, body: want });
    const texts = { ...CONTENT, lists: [`${list}`, list], excluded_contact_tags: `${tag}`, unheard_of: 1 };
    const lenient = await ann.call('POST', PATH, texts);
    expect(lenient).toMatchObject({ status: 201, body: { lists: [list], excluded_contact_tags: [tag] } });
  });

  it('accepts only a design or a text instead of html, and prefers the design to html', async () => {
    const { ann, newDraft } = await newTenant();
    const design = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Blocks' }] }] };
    const made = await newDraft({ html: undefined, design });
    expect(made).toMatchObject({ design, html: expect.stringContaining('Blocks') });
    expect(await newDraft({ html: undefined, text: 'Plain' })).toMatchObject({ html: null, text: 'Plain' });
    // A client can send the response back unchanged.
    const again = await ann.call('PATCH', `${PATH}/${made.id}`, { html: made.html, design: made.design });
    expect(again.body).toMatchObject({ design, html: made.html });
    expect((await ann.call('PATCH', `${PATH}/${made.id}`, { html: '<p>Mine</p>' })).body).toMatchObject({
      html: '<p>Mine</p>',
      design: null,
    });
    const unfinished = await ann.call('PATCH', `${PATH}/${made.id}`, { design: { type: 'doc', content: [] } });
    expect(unfinished).toMatchObject({ status: 200, body: { html: null } });
    const emptied = await ann.call('PATCH', `${PATH}/${made.id}`, { design: null });
    expect([emptied.status, Object.keys(emptied.body.errors)]).toEqual([422, ['html']]);
  });
});

describe('GET /campaigns', () => {
  it('omits deleted campaigns and other kinds of email', async () => {
    const { ann, newDraft, setState } = await newTenant();
    const ids = [];
    for (let made = 0; made < 4; made += 1) ids.push((await newDraft()).id);
    await ann.call('DELETE', `${PATH}/${ids[1]}`);
    await setState(ids[2], 'draft', `, kind = 'confirmation'`);
    const { body } = await ann.call('GET', PATH);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[3], ids[0]]);
    expect(body.data[1]).toEqual((await ann.call('GET', `${PATH}/${ids[0]}`)).body);
  });

  it('returns the same envelope in chunks if the campaigns of a page are large', async () => {
    const { ann, newDraft } = await newTenant();
    const html = `<p>${'😀'.repeat(400_000)}</p>`;
    const variants = [{ html }, { html }];
    const ids = [];
    for (let made = 0; made < 3; made += 1) {
      const more = made === 1 ? { variants, ab_test: { share: 50, rule: 'opens', hours: 1 } } : {};
      ids.push((await newDraft({ html, ...more })).id);
    }
    const answer = await ann.call('GET', PATH);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-length')).toBeNull();
    const { data, ...envelope } = answer.body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    for (const shown of data) expect(shown).toEqual((await ann.call('GET', `${PATH}/${shown.id}`)).body);
    const { data: one, ...small } = (await ann.call('GET', `${PATH}?per_page=1`)).body;
    expect(one).toHaveLength(1);
    expect(Object.keys(envelope)).toEqual(Object.keys(small));
    expect(envelope).toMatchObject({ total: 3, from: 1, to: 3 });
  });

  it('omits deleted groups from audiences', async () => {
    const { ann, accountId, list, newDraft, tag } = await newTenant();
    const gone = await plantGroup(app.installation.db, accountId, 'list', 'Gone');
    const made = await newDraft({ lists: [gone, list], excluded_lists: [gone], excluded_contact_tags: [tag] });
    await rowsOf(app.installation.db, 'update contact_list set deleted_at = now() where id = $1', [gone]);
    await rowsOf(app.installation.db, 'update contact_tag set deleted_at = now() where id = $1', [tag]);
    const { body } = await ann.call('GET', `${PATH}/${made.id}`);
    expect(body).toMatchObject({ lists: [list], excluded_lists: [], excluded_contact_tags: [] });
    // A client can send the response back unchanged.
    expect((await ann.call('PATCH', `${PATH}/${made.id}`, { lists: body.lists })).status).toBe(200);
  });
});

describe('campaign', () => {
  it('returns 403 for those of other accounts and 404 for unknown ones when it is scheduled or sent', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { id } = await other.newDraft();
    const before = await other.rowOf(id);
    for (const [method, path, body] of [
      ['PATCH', '', { scheduled_at: '2099-01-01T00:00:00Z' }],
      ['POST', '/send', undefined],
      ['POST', '/resend', { audience: 'openers' }],
    ] as const) {
      const statuses = [];
      for (const wanted of [id, NOBODYS, 'x', '0', '1e3']) {
        statuses.push((await mine.ann.call(method, `${PATH}/${wanted}${path}`, body)).status);
      }
      expect([method, path, statuses]).toEqual([method, path, [403, 404, 404, 404, 404]]);
    }
    expect(await other.rowOf(id)).toEqual(before);
  });

  it('can be read but not changed with a read-only role', async () => {
    const { accountId, newDraft } = await newTenant();
    const { id } = await newDraft();
    const reader = withToken(
      { ...app, api: { ...app.api, baseUrl: api.baseUrl } },
      (await newPerson(app, accountId, 'read_only')).token,
    );
    expect((await reader.call('GET', `${PATH}/${id}`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', PATH],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/send`],
      ['POST', `${PATH}/${id}/resend`],
    ] as const) {
      expect((await reader.call(method, path, {})).status).toBe(403);
    }
  });
});

describe('PATCH /campaigns/:id', () => {
  it('refuses the change if the caller has an outdated version', async () => {
    const { ann } = await newTenant();
    const made = (await ann.call('POST', PATH, CONTENT)).body as { id: number; updated_at: string };
    const path = `${PATH}/${made.id}`;
    const seen = { 'if-match': `"${made.updated_at}"` };
    const first = await ann.call('PATCH', path, { subject: 'First' }, seen);
    expect(first.status).toBe(200);
    const second = await ann.call('PATCH', path, { subject: 'Second' }, seen);
    expect(second.status).toBe(409);
    expect((second.body as { message: string }).message).toContain('has changed since you read it');
    expect((await ann.call('GET', path)).body).toMatchObject({ subject: 'First' });
    const { updated_at: now } = first.body as { updated_at: string };
    expect((await ann.call('PATCH', path, { subject: 'Third' }, { 'if-match': `"${now}"` })).status).toBe(200);
    for (const headers of [{ 'if-match': '*' }, {}]) {
      expect((await ann.call('PATCH', path, { subject: 'Fourth' }, headers)).status).toBe(200);
    }
  });

  it('changes only the given fields, replaces arrays and clears with null', async () => {
    const { accountId, ann, list, newDraft, tag } = await newTenant();
    const second = await plantGroup(app.installation.db, accountId, 'list', 'Second');
    const test = { share: 20, rule: 'opens', hours: 4 };
    const made = await newDraft({
      preview_text: 'P',
      text: 'T',
      reply_to: 'desk@acme.example',
      to_contact_tags: [tag],
      variants: [{ subject: 'B' }],
      ab_test: test,
    });
    const change = async (given: unknown, method = 'PATCH') => {
      const { body, status } = await ann.call(method, `${PATH}/${made.id}`, given);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
      return { ...body, updated_at: made.updated_at };
    };
    expect(await change({})).toEqual(made);
    expect(await change({ title: 'December' })).toEqual({ ...made, title: 'December' });
    // Some clients send PUT.
    expect(await change({ title: made.title, lists: [second] }, 'PUT')).toEqual({ ...made, lists: [second] });
    expect(await change({ lists: [list], preview_text: null, to_contact_tags: [] })).toEqual({
      ...made,
      preview_text: null,
      to_contact_tags: [],
    });
    const cleared = await change({ text: null, reply_to: null, variants: [], ab_test: null });
    expect(cleared).toMatchObject({ text: null, reply_to: null, variants: [], ab_test: null, status: 'draft' });
    expect(await change({ variants: [{ text: 'B' }, { text: 'C' }], ab_test: test })).toMatchObject({
      variants: [
        { variant: 1, text: 'B' },
        { variant: 2, text: 'C' },
      ],
    });
  });

  it('refuses variants without a test and changes nothing', async () => {
    const { ann, newDraft } = await newTenant();
    const made = await newDraft();
    const given = { preview_text: 'P', variants: [{ subject: 'B' }] };
    const { body, status } = await ann.call('PATCH', `${PATH}/${made.id}`, given);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['ab_test']]);
    expect((await ann.call('GET', `${PATH}/${made.id}`)).body).toEqual(made);
  });

  it('keeps concurrent changes of different fields', async () => {
    const { ann, newDraft } = await newTenant();
    const { id } = await newDraft();
    const fields = ['title', 'subject', 'from_name', 'preview_text', 'text'];
    const answers = await Promise.all(
      fields.map(async (field) => ann.call('PATCH', `${PATH}/${id}`, { [field]: `My ${field}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await ann.call('GET', `${PATH}/${id}`);
    expect(fields.map((field) => body[field])).toEqual(fields.map((field) => `My ${field}`));
  });

  it.each(['preparing', 'sending', 'sent', 'cancelled'])(
    'returns 409 for a campaign that is %s and changes nothing',
    async (state) => {
      const { ann, newDraft, rowOf, setState } = await newTenant();
      const { id } = await newDraft();
      await setState(id, state, ', scheduled_at = now()');
      const before = await rowOf(id);
      for (const change of [{ title: 'T' }, { scheduled_at: null }, { scheduled_at: '2099-01-01T00:00:00Z' }, {}]) {
        const { body, status } = await ann.call('PATCH', `${PATH}/${id}`, change);
        expect([status, body.message]).toEqual([409, expect.stringMatching(/\. .*\.$/)]);
      }
      expect(await rowOf(id)).toEqual(before);
    },
  );

  it('changes only the content of a paused campaign, and only to valid content', async () => {
    const { ann, list, newDraft, rowOf, setState } = await newTenant();
    const { id } = await newDraft();
    await setState(id, 'paused', ', scheduled_at = now()');
    const reported: unknown[] = [];
    api.refuseContent(async (_db, _accountId, campaign) => {
      reported.push([campaign.id, campaign.subject]);
    });
    const content = { title: 'T', subject: 'S', preview_text: 'P', html: 'H', text: 'X', inline_css: true };
    const sender = { from_name: 'N', from_email: 'n@acme.example', reply_to: 'r@acme.example' };
    const answer = await ann.call('PATCH', `${PATH}/${id}`, { ...content, ...sender });
    expect(answer).toMatchObject({ status: 200, body: { ...content, ...sender, status: 'paused' } });
    expect(reported).toEqual([[id, 'S']]);
    const before = await rowOf(id);
    for (const change of [
      { lists: [list] },
      { excluded_lists: [] },
      { scheduled_at: null },
      { scheduled_at: '2099-01-01T00:00:00Z' },
      { engaged_only: true },
      { track_opens: false },
      { spread_hours: 2 },
      { variants: [], ab_test: null },
      { subject: 'X', timezone: 'UTC' },
    ]) {
      expect((await ann.call('PATCH', `${PATH}/${id}`, change)).status).toBe(409);
    }
    api.refuseContent(async () =>
      Promise.reject(new Refusal('validation_error', { errors: { html: ['has a broken tag.'] } })),
    );
    const refused = await ann.call('PATCH', `${PATH}/${id}`, { html: '{{' });
    expect([refused.status, refused.body.errors]).toEqual([422, { html: ['has a broken tag.'] }]);
    expect([await rowOf(id), reported.length]).toEqual([before, 1]);
    api.refuseContent(async () => {});
  });

  it.each(['confirmation', 'automation'])(
    'changes the content of an email of kind %s and returns 409 for other changes',
    async (kind) => {
      const { ann, list, newDraft, rowOf, setState } = await newTenant();
      const { id } = await newDraft({ lists: [] });
      await setState(id, 'draft', `, kind = '${kind}'`);
      const content = { subject: 'Please confirm', html: '<p>Yes</p>', track_opens: false, scheduled_at: null };
      expect(await ann.call('PATCH', `${PATH}/${id}`, content)).toMatchObject({
        status: 200,
        body: { ...content, kind },
      });
      const before = await rowOf(id);
      for (const change of [
        { scheduled_at: '2099-01-01T00:00:00Z' },
        { subject: 'X', scheduled_at: '2099-01-01T00:00:00Z' },
        { lists: [list] },
        { spread_hours: 1 },
      ]) {
        expect((await ann.call('PATCH', `${PATH}/${id}`, change)).status).toBe(409);
      }
      expect((await ann.call('POST', `${PATH}/${id}/send`)).status).toBe(409);
      expect((await ann.call('DELETE', `${PATH}/${id}`)).status).toBe(409);
      expect((await ann.call('POST', `${PATH}/${id}/resend`, { audience: 'openers' })).status).toBe(422);
      expect(await rowOf(id)).toEqual(before);
    },
  );
});

describe('DELETE /campaigns/:id', () => {
  it('soft-deletes a draft and removes it from all responses', async () => {
    const { accountId, ann, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    const answer = await ann.call('DELETE', `${PATH}/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'The campaign was deleted.' }]);
    expect((await rowOf(id)).deleted_at).not.toBeNull();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/send'],
    ] as const) {
      expect((await ann.call(method, `${PATH}/${id}${path}`, method === 'GET' ? undefined : {})).status).toBe(404);
    }
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
    const acts = await rowsOf<{ action: string; subject: string }>(
      app.installation.db,
      'select action, subject from audit_entry where account_id = $1',
      [accountId],
    );
    expect(acts).toEqual([{ action: 'campaign.delete', subject: String(id) }]);
  });

  it.each(['scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'])(
    'returns 409 for a campaign that is %s',
    async (state) => {
      const { ann, newDraft, rowOf, setState } = await newTenant();
      const { id } = await newDraft();
      await setState(id, state, ', scheduled_at = now()');
      expect((await ann.call('DELETE', `${PATH}/${id}`)).status).toBe(409);
      expect((await rowOf(id)).deleted_at).toBeNull();
    },
  );
});

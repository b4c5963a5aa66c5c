import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { startApp } from '../support/app.ts';
import { startCampaignApi } from '../support/campaigns.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PATH = '/campaigns';
const SOON = '2026-03-02T09:00:00.000Z';

const app = shared(startApp);
const api = shared(async () => startCampaignApi(app));
beforeEach(() => {
  api.setNow('2026-03-01T10:00:00Z');
  api.refuse(async () => {});
});

/** Creates a sent campaign with all optional fields. */
async function newSent(changes: Record<string, unknown> = {}) {
  const tenant = await api.newTenant();
  const out = await plantGroup(app.installation.db, tenant.accountId, 'list', 'Out');
  const { id } = await tenant.newDraft({
    preview_text: 'P',
    text: 'T',
    reply_to: 'desk@acme.example',
    inline_css: true,
    to_contact_tags: [tenant.tag],
    excluded_lists: [out],
    excluded_contact_tags: [tenant.tag],
    engaged_only: true,
    track_opens: false,
    spread_hours: 3,
    ...changes,
  });
  await tenant.setState(id, 'sent', ', scheduled_at = now(), sent_at = now()');
  const original = (await tenant.ann.call('GET', `${PATH}/${id}`)).body;
  const clone = async (given: unknown) => tenant.ann.call('POST', `${PATH}/${id}/resend`, given);
  return { ...tenant, clone, id, original, out };
}

describe('POST /campaigns/:id/resend', () => {
  it.each(['non_openers', 'openers', 'clickers'])(
    'returns 201 with a draft for %s that has the content, sender and exclusions but no lists',
    async (audience) => {
      const { ann, clone, id, original } = await newSent();
      const { body, status } = await clone({ audience });
      expect(status).toBe(201);
      expect(body).toEqual({
        ...original,
        id: expect.any(Number),
        title: 'Resend: November',
        lists: [],
        to_contact_tags: [],
        engaged_only: false,
        spread_hours: 0,
        status: 'draft',
        scheduled_at: null,
        sent_at: null,
        resend_of: id,
        resend_audience: audience,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect(body.id).not.toBe(id);
      expect((await ann.call('GET', `${PATH}/${id}`)).body).toEqual(original);
    },
  );

  it('accepts another subject and title', async () => {
    const { clone } = await newSent();
    const given = { audience: 'openers', subject: 'Once more', title: 'Second round' };
    expect((await clone(given)).body).toMatchObject({ subject: 'Once more', title: 'Second round' });
    const empty = { audience: 'openers', subject: '', title: null };
    expect((await clone(empty)).body).toMatchObject({ subject: 'What is new', title: 'Resend: November' });
  });

  it('accepts all fields in the query', async () => {
    const { ann, id } = await newSent();
    const answer = await ann.call('POST', `${PATH}/${id}/resend?audience=clickers&title=Q`, '', {
      'content-type': 'application/json',
    });
    expect(answer).toMatchObject({ status: 201, body: { title: 'Q', resend_audience: 'clickers' } });
  });

  it('truncates the generated title at 191 characters without splitting one', async () => {
    const { clone } = await newSent({ title: '😀'.repeat(191) });
    const { title } = (await clone({ audience: 'openers' })).body;
    expect(title).toBe(`Resend: ${'😀'.repeat(183)}`);
    const shorter = await newSent({ title: 'x'.repeat(183) });
    expect((await shorter.clone({ audience: 'openers' })).body.title).toBe(`Resend: ${'x'.repeat(183)}`);
  });

  it.each([
    ['no audience', { audience: undefined }, 'audience'],
    ['an unknown audience', { audience: 'everybody' }, 'audience'],
    ['a subject of 192 characters', { subject: 'x'.repeat(192) }, 'subject'],
    ['a subject that starts with RE:', { subject: 're: x' }, 'subject'],
    ['a title of 192 characters', { title: 'x'.repeat(192) }, 'title'],
    ['an invalid time', { scheduled_at: 'soon' }, 'scheduled_at'],
    ['a past time', { scheduled_at: '2026-02-28T00:00:00Z' }, 'scheduled_at'],
    ['an unknown time zone', { timezone: 'Nowhere' }, 'timezone'],
  ])('refuses %s with 422 and the field, and creates nothing', async (_what, changes, field) => {
    const { ann, clone } = await newSent();
    const { body, status } = await clone({ audience: 'openers', ...changes });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await ann.call('GET', PATH)).body.total).toBe(1);
  });

  it.each(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'cancelled'])(
    'returns 422 for a campaign that is %s',
    async (state) => {
      const { ann, clone, id, setState } = await newSent();
      await setState(id, state);
      const { body, status } = await clone({ audience: 'openers' });
      expect([status, body.errors]).toEqual([
        422,
        { id: [expect.stringContaining('must be the ID of a sent campaign')] },
      ]);
      expect((await ann.call('GET', PATH)).body.total).toBe(1);
    },
  );

  it('schedules with a time and without lists, and creates nothing if that is refused', async () => {
    const { ann, clone, id, rowOf } = await newSent();
    const scheduled = await clone({ audience: 'non_openers', scheduled_at: SOON });
    expect(scheduled).toMatchObject({ status: 201, body: { status: 'scheduled', scheduled_at: SOON, lists: [] } });
    expect((await rowOf(scheduled.body.id)).next_at).toEqual(new Date(SOON));
    api.asked.length = 0;
    api.refuse(async () => Promise.reject(new Refusal('forbidden', { message: 'Not before tomorrow.' })));
    expect(await clone({ audience: 'non_openers', scheduled_at: SOON })).toMatchObject({
      status: 403,
      body: { message: 'Not before tomorrow.' },
    });
    expect(api.asked).toMatchObject([{ campaign: { resend_of: id, resend_audience: 'non_openers' } }]);
    expect((await ann.call('GET', PATH)).body.total).toBe(2);
  });

  it('creates a draft that is sent without lists because its audience is the group', async () => {
    const { ann, clone } = await newSent();
    const { id } = (await clone({ audience: 'openers' })).body;
    expect((await ann.call('POST', `${PATH}/${id}/send`)).body).toMatchObject({
      status: 'scheduled',
      resend_audience: 'openers',
    });
    const second = (await clone({ audience: 'openers' })).body;
    const planned = await ann.call('PATCH', `${PATH}/${second.id}`, { scheduled_at: SOON, title: 'T' });
    expect(planned.body).toMatchObject({ status: 'scheduled', title: 'T' });
  });

  it('accepts other exclusions but no other audience', async () => {
    const { ann, clone, list, tag } = await newSent();
    const { id } = (await clone({ audience: 'openers' })).body;
    const refused = await ann.call('PATCH', `${PATH}/${id}`, { lists: [list], to_contact_tags: [tag], title: 'T' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['lists', 'to_contact_tags']]);
    const changed = await ann.call('PATCH', `${PATH}/${id}`, { lists: [], excluded_lists: [list] });
    expect(changed).toMatchObject({ status: 200, body: { lists: [], excluded_lists: [list] } });
  });

  it('uses the content of the winning variant', async () => {
    const { clone, id, setState } = await newSent({
      variants: [{ subject: 'B' }, { html: '<p>C</p>' }],
      ab_test: { share: 20, rule: 'opens', hours: 2 },
    });
    const won = async (winner: number) => {
      await setState(id, 'sent', `, winner = ${winner}`);
      const { ab_test, html, subject, text, variants } = (await clone({ audience: 'openers' })).body;
      expect([ab_test, variants]).toEqual([null, []]);
      return { subject, html, text };
    };
    expect(await won(0)).toEqual({ subject: 'What is new', html: '<p>Hello</p>', text: 'T' });
    expect(await won(1)).toEqual({ subject: 'B', html: '<p>Hello</p>', text: 'T' });
    // A variant with its own HTML also has its own plain text.
    expect(await won(2)).toEqual({ subject: 'What is new', html: '<p>C</p>', text: null });
  });

  it('omits exclusions that were deleted since', async () => {
    const { clone, out, tag } = await newSent();
    await rowsOf(app.installation.db, 'update contact_list set deleted_at = now() where id = $1', [out]);
    expect((await clone({ audience: 'openers' })).body).toMatchObject({
      excluded_lists: [],
      excluded_contact_tags: [tag],
    });
  });

  it('works for a sent clone', async () => {
    const { ann, clone, setState } = await newSent();
    const { id } = (await clone({ audience: 'non_openers' })).body;
    await setState(id, 'sent');
    const again = await ann.call('POST', `${PATH}/${id}/resend`, { audience: 'non_openers' });
    expect(again.body).toMatchObject({ title: 'Resend: Resend: November', resend_of: id });
  });
});

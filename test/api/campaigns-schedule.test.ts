import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { startApp } from '../support/app.ts';
import { CONTENT, startCampaignApi, type CampaignTenant } from '../support/campaigns.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PATH = '/campaigns';
const NOW = '2026-03-01T10:00:00Z';
const SOON = '2026-03-02T09:00:00Z';
const LATER = '2026-03-03T09:00:00Z';

const app = shared(startApp);
const api = shared(async () => startCampaignApi(app));
beforeEach(() => {
  api.setNow(NOW);
  api.refuse(async () => {});
});

const newTenant = async (): Promise<CampaignTenant> => api.newTenant();

const iso = (time: string): string => new Date(time).toISOString();

function refuseWith(code: 'forbidden' | 'validation_error'): void {
  const errors = { html: ['line 1, column 4: there is no field citty.'] };
  const details = code === 'forbidden' ? { message: 'Warming up: 1,000 of 5,000 by tomorrow.' } : { errors };
  api.refuse(async () => Promise.reject(new Refusal(code, details)));
}

async function actsOf({ accountId }: CampaignTenant): Promise<string[]> {
  const text = 'select action from audit_entry where account_id = $1 order by id';
  return (await rowsOf<{ action: string }>(app.installation.db, text, [accountId])).map(({ action }) => action);
}

describe('new campaign', () => {
  it('is scheduled if it is created with a time and a list, and is due then', async () => {
    const tenant = await newTenant();
    const made = await tenant.newDraft({ scheduled_at: SOON });
    expect(made).toMatchObject({ status: 'scheduled', scheduled_at: iso(SOON), sent_at: null, timezone: 'UTC' });
    expect((await tenant.rowOf(made.id)).next_at).toEqual(new Date(SOON));
    expect(await actsOf(tenant)).toEqual(['campaign.schedule']);
  });

  it('can be scheduled with tags or segments instead of a list', async () => {
    const { newDraft, tag } = await newTenant();
    expect(await newDraft({ lists: [], to_contact_tags: [tag], scheduled_at: SOON })).toMatchObject({
      status: 'scheduled',
    });
  });

  it.each([
    ['no audience', { lists: [] }, 'lists'],
    ['only exclusions', { lists: [], excluded_lists: ['own'] }, 'lists'],
    ['a past time', { scheduled_at: '2026-03-01T09:59:59Z' }, 'scheduled_at'],
    ['the current time', { scheduled_at: NOW }, 'scheduled_at'],
    ['an invalid time', { scheduled_at: 'tomorrow' }, 'scheduled_at'],
  ])('returns 422 and is not created if it has a time and %s', async (_what, changes, field) => {
    const { ann, list } = await newTenant();
    const own = 'excluded_lists' in changes ? { excluded_lists: [list] } : {};
    const given = { ...CONTENT, lists: [list], scheduled_at: SOON, ...changes, ...own };
    const { body, status } = await ann.call('POST', PATH, given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
  });

  it('with a past time gets an error with that time and how to send immediately', async () => {
    const { ann, list } = await newTenant();
    const { body } = await ann.call('POST', PATH, { ...CONTENT, lists: [list], scheduled_at: '2026-03-01 09:00' });
    expect(body.errors.scheduled_at).toEqual([
      'is in the past: 2026-03-01T09:00:00.000Z. Set a later time, or send a draft immediately with `POST /campaigns/{id}/send`.',
    ]);
  });

  it('with a time is not created if a check refuses it; without a time the checks do not run', async () => {
    const { ann, list, newDraft } = await newTenant();
    refuseWith('forbidden');
    const given = { ...CONTENT, lists: [list], scheduled_at: SOON };
    const safeguard = await ann.call('POST', PATH, given);
    expect([safeguard.status, safeguard.body]).toEqual([403, { message: 'Warming up: 1,000 of 5,000 by tomorrow.' }]);
    refuseWith('validation_error');
    const broken = await ann.call('POST', PATH, given);
    expect([broken.status, Object.keys(broken.body.errors)]).toEqual([422, ['html']]);
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
    expect(await newDraft()).toMatchObject({ status: 'draft' });
  });
});

describe('draft', () => {
  it('is scheduled by a time', async () => {
    const tenant = await newTenant();
    const { id } = await tenant.newDraft();
    const { body, status } = await tenant.ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: SOON });
    expect([status, body.status, body.scheduled_at]).toEqual([200, 'scheduled', iso(SOON)]);
    expect(await tenant.rowOf(id)).toMatchObject({ state: 'scheduled', next_at: new Date(SOON), timezone: 'UTC' });
    expect(await actsOf(tenant)).toEqual(['campaign.schedule']);
  });

  it('without an audience returns 422 unless the change adds one', async () => {
    const { ann, list, newDraft } = await newTenant();
    const { id } = await newDraft({ lists: [] });
    const { body, status } = await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: SOON });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['lists']]);
    const given = { scheduled_at: SOON, lists: [list] };
    expect(await ann.call('PATCH', `${PATH}/${id}`, given)).toMatchObject({
      status: 200,
      body: { status: 'scheduled' },
    });
  });

  it('cannot be scheduled or sent if all its lists were deleted', async () => {
    const { ann, list, newDraft } = await newTenant();
    const { id } = await newDraft();
    await rowsOf(app.installation.db, 'update contact_list set deleted_at = now() where id = $1', [list]);
    expect((await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: SOON })).status).toBe(422);
    expect((await ann.call('POST', `${PATH}/${id}/send`)).status).toBe(400);
  });

  it('is checked with the change and its variants, and is unchanged if refused', async () => {
    const { ann, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    const before = await rowOf(id);
    api.asked.length = 0;
    refuseWith('validation_error');
    const change = {
      scheduled_at: SOON,
      html: '{{ citty }}',
      variants: [{ subject: 'B' }],
      ab_test: { share: 10, rule: 'opens', hours: 2 },
    };
    const { body, status } = await ann.call('PATCH', `${PATH}/${id}`, change);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['html']]);
    expect(api.asked).toMatchObject([
      { campaign: { id, html: '{{ citty }}', test_share: 10 }, variants: [{ variant: 1, subject: 'B' }] },
    ]);
    expect(await rowOf(id)).toEqual(before);
    api.refuse(async () => {});
    expect((await ann.call('PATCH', `${PATH}/${id}`, change)).body).toMatchObject({
      status: 'scheduled',
      variants: [{ subject: 'B' }],
    });
  });

  it('that changes during the check returns 409 and is not scheduled', async () => {
    const { ann, newDraft } = await newTenant();
    const { id } = await newDraft();
    for (const way of ['PATCH', 'send'] as const) {
      let judged = 0;
      api.refuse(async () => {
        judged += 1;
        if (judged === 1) await ann.call('PATCH', `${PATH}/${id}`, { html: `<p>${way}</p>` });
      });
      const schedule = async () =>
        way === 'PATCH'
          ? ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: SOON })
          : ann.call('POST', `${PATH}/${id}/send`);
      const first = await schedule();
      expect([first.status, first.body.message]).toEqual([409, expect.stringContaining('by another request')]);
      expect((await ann.call('GET', `${PATH}/${id}`)).body).toMatchObject({ status: 'draft', html: `<p>${way}</p>` });
    }
  });
});

describe('scheduled campaign', () => {
  const scheduledOne = async () => {
    const tenant = await newTenant();
    const { id } = await tenant.newDraft({ scheduled_at: SOON });
    return { ...tenant, id };
  };

  it('becomes a draft without a due time if the time is null, also from a form', async () => {
    for (const given of [{ scheduled_at: null }, 'scheduled_at=']) {
      const tenant = await scheduledOne();
      const headers: Record<string, string> =
        typeof given === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      const { body, status } = await tenant.ann.call('PATCH', `${PATH}/${tenant.id}`, given, headers);
      expect([status, body.status, body.scheduled_at]).toEqual([200, 'draft', null]);
      expect(await tenant.rowOf(tenant.id)).toMatchObject({ state: 'draft', next_at: null, scheduled_at: null });
      expect(await actsOf(tenant)).toEqual(['campaign.schedule', 'campaign.unschedule']);
    }
  });

  it('becomes a changed draft without a check if the time is null with other changes', async () => {
    const { ann, id } = await scheduledOne();
    refuseWith('forbidden');
    const answer = await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: null, title: 'T', lists: [] });
    expect(answer).toMatchObject({ status: 200, body: { status: 'draft', title: 'T', lists: [] } });
  });

  it('is rescheduled with another time and other changes', async () => {
    const { ann, id, rowOf } = await scheduledOne();
    const answer = await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: LATER, subject: 'Later' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'scheduled', scheduled_at: iso(LATER), subject: 'Later' },
    });
    expect((await rowOf(id)).next_at).toEqual(new Date(LATER));
  });

  it('is unchanged if the new time or content is refused', async () => {
    const { ann, id, rowOf } = await scheduledOne();
    const before = await rowOf(id);
    expect((await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: '2026-02-28T00:00:00Z' })).status).toBe(422);
    expect((await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: LATER, lists: [] })).status).toBe(422);
    refuseWith('forbidden');
    expect((await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: LATER, html: 'X' })).status).toBe(403);
    expect(await rowOf(id)).toEqual(before);
  });

  it('returns 409 with the fix for changes without a time', async () => {
    const { ann, id, rowOf } = await scheduledOne();
    const before = await rowOf(id);
    for (const change of [{ title: 'T' }, { lists: [] }, { timezone: 'Europe/Berlin' }]) {
      const { body, status } = await ann.call('PATCH', `${PATH}/${id}`, change);
      expect([status, body.message]).toEqual([409, expect.stringContaining('Set `scheduled_at` to null')]);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  it('cannot be sent immediately, deleted or cloned', async () => {
    const { ann, id } = await scheduledOne();
    expect((await ann.call('POST', `${PATH}/${id}/send`)).status).toBe(409);
    expect((await ann.call('DELETE', `${PATH}/${id}`)).status).toBe(409);
    expect((await ann.call('POST', `${PATH}/${id}/resend`, { audience: 'openers' })).status).toBe(422);
  });
});

describe('POST /campaigns/:id/send', () => {
  it('returns 200 and schedules a draft for now', async () => {
    const tenant = await newTenant();
    const { id } = await tenant.newDraft();
    const began = Date.now();
    const { body, status } = await tenant.ann.call('POST', `${PATH}/${id}/send`);
    expect([status, body.status, body.sent_at]).toEqual([200, 'scheduled', null]);
    expect(Math.abs(Date.parse(body.scheduled_at) - began)).toBeLessThan(60_000);
    const row = await tenant.rowOf(id);
    expect(row.next_at).toEqual(row.scheduled_at);
    expect(await actsOf(tenant)).toEqual(['campaign.send']);
  });

  it('returns 400 with the fix for a campaign without an audience', async () => {
    const { ann, list, newDraft, rowOf, tag } = await newTenant();
    const { id } = await newDraft({ lists: [], excluded_lists: [list] });
    const { body, status } = await ann.call('POST', `${PATH}/${id}/send`);
    expect([status, body]).toEqual([
      400,
      {
        message: 'The campaign has no audience. Add at least one list, tag, or segment.',
      },
    ]);
    expect((await rowOf(id)).state).toBe('draft');
    const tagged = await newDraft({ lists: [], to_contact_tags: [tag] });
    expect((await ann.call('POST', `${PATH}/${tagged.id}/send`)).status).toBe(200);
  });

  it('returns the refusal of a check and keeps the draft', async () => {
    const { ann, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    const before = await rowOf(id);
    refuseWith('forbidden');
    const safeguard = await ann.call('POST', `${PATH}/${id}/send`);
    expect([safeguard.status, safeguard.body]).toEqual([403, { message: 'Warming up: 1,000 of 5,000 by tomorrow.' }]);
    refuseWith('validation_error');
    const broken = await ann.call('POST', `${PATH}/${id}/send`);
    expect([broken.status, Object.keys(broken.body.errors)]).toEqual([422, ['html']]);
    api.refuse(async () => Promise.reject(new Error('Nobody expected this')));
    expect((await ann.call('POST', `${PATH}/${id}/send`)).status).toBe(500);
    expect(await rowOf(id)).toEqual(before);
  });

  it('succeeds once for two concurrent requests and returns 409 for the other', async () => {
    const { ann, newDraft } = await newTenant();
    const { id } = await newDraft();
    // Both requests pass the check before either of them changes the status.
    let judged = 0;
    let go: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    api.refuse(async () => {
      judged += 1;
      if (judged === 2) go();
      await both;
    });
    const answers = await Promise.all([1, 2].map(async () => ann.call('POST', `${PATH}/${id}/send`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each(['scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'])(
    'returns 409 for a campaign that is %s',
    async (state) => {
      const { ann, newDraft, rowOf, setState } = await newTenant();
      const { id } = await newDraft();
      await setState(id, state, ', scheduled_at = now()');
      const before = await rowOf(id);
      const { body, status } = await ann.call('POST', `${PATH}/${id}/send`);
      expect([status, body.message]).toEqual([409, expect.stringContaining('Only drafts can be sent')]);
      expect(await rowOf(id)).toEqual(before);
    },
  );
});

describe('times without an offset', () => {
  const inZone = async (zone: string) => {
    const tenant = await newTenant();
    await rowsOf(app.installation.db, 'update account set timezone = $2 where account_id = $1', [
      tenant.accountId,
      zone,
    ]);
    return tenant;
  };

  it.each([
    ['in winter', '2026-03-20T09:00:00', '2026-03-20T08:00:00.000Z'],
    ['in summer, with a space and without seconds', '2026-07-01 09:00', '2026-07-01T07:00:00.000Z'],
    ['a date without a time, which is midnight', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['before the clock change in spring', '2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
    ['in the skipped hour: as long after the change', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['after the clock change in spring', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['in the repeated hour: its first occurrence', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['after the repeated hour', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
    ['with an offset: exactly that time', '2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['in UTC', '2026-10-25T02:30:00Z', '2026-10-25T02:30:00.000Z'],
  ])("use the account's zone: %s", async (_what, given, moment) => {
    const { newDraft } = await inZone('Europe/Berlin');
    expect(await newDraft({ scheduled_at: given })).toMatchObject({ scheduled_at: moment, timezone: 'Europe/Berlin' });
  });

  it.each([
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    // In this time zone, clocks change by half an hour.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['Asia/Kathmandu', '2026-10-04T02:15', '2026-10-03T20:30:00.000Z'],
  ])("use the campaign's zone: %s, %s", async (timezone, given, moment) => {
    const { newDraft } = await inZone('Europe/Berlin');
    expect(await newDraft({ scheduled_at: given, timezone })).toMatchObject({ scheduled_at: moment, timezone });
  });

  it('are compared with the current time in the zone, also on the day of the clock change', async () => {
    const { ann, list, newDraft } = await inZone('Europe/Berlin');
    // On this day, clocks are set back, so 02:30 occurs twice. The current time is the first occurrence.
    api.setNow('2026-10-25T00:30:00Z');
    const over = await ann.call('POST', PATH, { ...CONTENT, lists: [list], scheduled_at: '2026-10-25T02:30' });
    expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ['scheduled_at']]);
    const second = await newDraft({ scheduled_at: '2026-10-25T02:30+01:00' });
    expect(second.scheduled_at).toBe('2026-10-25T01:30:00.000Z');
    api.setNow('2026-03-29T01:29:59Z');
    expect(await newDraft({ scheduled_at: '2026-03-29T02:30' })).toMatchObject({ status: 'scheduled' });
    api.setNow('2026-03-29T01:30:00Z');
    expect((await ann.call('POST', PATH, { ...CONTENT, lists: [list], scheduled_at: '2026-03-29T02:30' })).status).toBe(
      422,
    );
  });

  it("keep their moment when the account's zone changes, and drafts use the new zone", async () => {
    const { accountId, ann, newDraft } = await inZone('Europe/Berlin');
    const scheduled = await newDraft({ scheduled_at: '2026-07-01T09:00' });
    const draft = await newDraft();
    expect(draft.timezone).toBe('Europe/Berlin');
    await rowsOf(app.installation.db, `update account set timezone = 'Asia/Tokyo' where account_id = $1`, [accountId]);
    expect((await ann.call('GET', `${PATH}/${scheduled.id}`)).body).toEqual(scheduled);
    const later = await ann.call('PATCH', `${PATH}/${draft.id}`, { scheduled_at: '2026-07-01T09:00' });
    expect(later.body).toMatchObject({ scheduled_at: '2026-07-01T00:00:00.000Z', timezone: 'Asia/Tokyo' });
    // A scheduled campaign keeps its time zone when it is rescheduled. A draft uses the account's time zone.
    const moved = await ann.call('PATCH', `${PATH}/${scheduled.id}`, { scheduled_at: '2026-07-02T09:00' });
    expect(moved.body).toMatchObject({ scheduled_at: '2026-07-02T07:00:00.000Z', timezone: 'Europe/Berlin' });
    const freed = await ann.call('PATCH', `${PATH}/${scheduled.id}`, { scheduled_at: null });
    expect(freed.body.timezone).toBe('Asia/Tokyo');
  });

  it('of a draft with a zone use that zone', async () => {
    const { ann, newDraft } = await inZone('Europe/Berlin');
    const { id, timezone } = await newDraft({ timezone: 'America/New_York' });
    expect(timezone).toBe('America/New_York');
    const { body } = await ann.call('PATCH', `${PATH}/${id}`, { scheduled_at: '2026-07-01T09:00' });
    expect(body).toMatchObject({ scheduled_at: '2026-07-01T13:00:00.000Z', timezone: 'America/New_York' });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { eraseDue } from '../../src/features/audience/contact-privacy/index.ts';
import { proveCampaigns } from '../../src/features/campaigns/campaign-results/index.ts';
import { createLog } from '../../src/base/log.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantCampaign, SECOND_MAILING, type PlantedCampaign } from '../support/counted-campaigns.ts';
import { shared } from '../support/shared.ts';

let accountId: number;
let ann: TestPerson;
let campaign: PlantedCampaign;

const app = shared(startApp);
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  campaign = await plantCampaign(app.installation.db, accountId);
});

const SPECIFIED = {
  sent_count: 0,
  unique_open_count: 0,
  unique_click_count: 0,
  unsubscribe_count: 0,
  bounce_count: 0,
  spam_count: 0,
  open_rate: 0,
  click_rate: 0,
  unsubscribe_rate: 0,
  bounce_rate: 0,
  spam_rate: 0,
};
const ADDED = {
  open_count: 0,
  click_count: 0,
  raw_unique_open_count: 0,
  raw_unique_click_count: 0,
  raw_open_count: 0,
  raw_click_count: 0,
  raw_open_rate: 0,
  raw_click_rate: 0,
};

const stats = async (query = '', id = campaign.id) => ann.call('GET', `/campaigns/${id}/stats${query}`);
const contactAt = (place: number): number => campaign.contacts[place] ?? 0;

describe('row 26, GET /campaigns/{id}/stats', () => {
  it('returns every field of the specification, all zero before sending', async () => {
    const { body, status } = await stats();
    expect([status, body]).toEqual([200, { ...SPECIFIED, ...ADDED, variants: [] }]);
  });

  it('returns rates in percent of sent messages with two decimals, filtered, raw and by variant', async () => {
    await campaign.sent(0, 1);
    await campaign.hear(campaign.outcome(2, 'bounced', { mailing: SECOND_MAILING }));
    await campaign.visited(
      campaign.visit(0, 0, 60, { count: 2 }),
      campaign.visit(0, 1, 70),
      campaign.visit(1, 0, 5, { visitor: 'prefetch' }),
    );
    const { body } = await stats();
    expect(body).toEqual({
      ...SPECIFIED,
      sent_count: 3,
      unique_open_count: 1,
      unique_click_count: 1,
      bounce_count: 1,
      open_rate: 33.33,
      click_rate: 33.33,
      bounce_rate: 33.33,
      open_count: 2,
      click_count: 1,
      raw_unique_open_count: 2,
      raw_unique_click_count: 1,
      raw_open_count: 3,
      raw_click_count: 1,
      raw_open_rate: 66.67,
      raw_click_rate: 33.33,
      variants: [
        expect.objectContaining({ variant: 0, sent_count: 2, open_rate: 50 }),
        expect.objectContaining({ variant: 1, sent_count: 1, bounce_rate: 100 }),
      ],
    });
  });

  it('returns URLs only on request, most clicked first, merged across numbers, without the honeypot link', async () => {
    await app.installation.db.query(
      {
        name: '',
        text: `insert into campaign_link (account_id, campaign_id, link_no, url) values ($1, $2, 5, 'https://shop.example/1')`,
      },
      [accountId, campaign.id],
    );
    await campaign.sent(0, 1);
    await campaign.visited(
      campaign.visit(0, 2, 60, { count: 2 }),
      campaign.visit(0, 1, 100),
      campaign.visit(0, 5, 150, { count: 2 }),
      campaign.visit(1, 3, 500),
    );
    expect((await stats()).body).not.toHaveProperty('link_stats');
    expect((await stats('?include_link_stats=false&link_limit=1000')).body).not.toHaveProperty('link_stats');
    const all = [
      { url: 'https://shop.example/1', clicks: 3, raw_clicks: 3 },
      { url: 'https://shop.example/2', clicks: 2, raw_clicks: 2 },
      { url: 'https://shop.example/4', clicks: 0, raw_clicks: 0 },
    ];
    for (const yes of ['true', '1', 'TRUE']) {
      expect((await stats(`?include_link_stats=${yes}`)).body.link_stats).toEqual(all);
    }
    expect((await stats('?include_link_stats=true&link_limit=1')).body.link_stats).toEqual(all.slice(0, 1));
    expect((await stats('?include_link_stats=true&link_limit=100')).status).toBe(200);
  });

  it.each([
    ['?include_link_stats=true&link_limit=0', 'link_limit'],
    ['?include_link_stats=true&link_limit=101', 'link_limit'],
    ['?include_link_stats=true&link_limit=x', 'link_limit'],
    ['?include_link_stats=perhaps', 'include_link_stats'],
  ])('refuses %s', async (query, field) => {
    const { body, status } = await stats(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('returns 403 for those of other accounts and 404 for unknown ones', async () => {
    const other = await newPerson(app, (await app.newAccount()).account.id);
    for (const path of ['stats', 'engagement?type=openers', 'over-time']) {
      const statuses = await Promise.all([
        other.call('GET', `/campaigns/${campaign.id}/${path}`),
        ann.call('GET', `/campaigns/999999999/${path}`),
        ann.call('GET', `/campaigns/0/${path}`),
      ]);
      expect([path, ...statuses.map(({ status }) => status)]).toEqual([path, 403, 404, 404]);
    }
  });
});

describe('GET /campaigns/{id}/over-time', () => {
  it('returns filtered opens and clicks by UTC hour or day, earliest first', async () => {
    await campaign.sent(0);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(0, 1, 90), campaign.visit(0, 0, 5_000));
    await campaign.visited(campaign.visit(0, 0, 86_400), campaign.visit(0, 0, 90_000, { visitor: 'scanner' }));
    const overTime = async (query = '') => (await ann.call('GET', `/campaigns/${campaign.id}/over-time${query}`)).body;
    expect(await overTime()).toEqual({
      interval: 'hour',
      data: [
        { at: '2026-03-02T10:00:00.000Z', opens: 1, clicks: 1 },
        { at: '2026-03-02T11:00:00.000Z', opens: 1, clicks: 0 },
        { at: '2026-03-03T10:00:00.000Z', opens: 1, clicks: 0 },
      ],
    });
    expect(await overTime('?interval=day')).toEqual({
      interval: 'day',
      data: [
        { at: '2026-03-02T00:00:00.000Z', opens: 2, clicks: 1 },
        { at: '2026-03-03T00:00:00.000Z', opens: 1, clicks: 0 },
      ],
    });
    expect((await ann.call('GET', `/campaigns/${campaign.id}/over-time?interval=week`)).status).toBe(422);
  });
});

describe('row 8, contact activity', () => {
  it('lists the campaigns sent to the contact in pages, newest first', async () => {
    const second = await plantCampaign(app.installation.db, accountId, 1);
    await campaign.sent(0, 1);
    await campaign.visited(campaign.visit(0, 0, 60));
    await second.hear(second.outcome(0, 'bounced', { ref: contactAt(0) }));
    const activity = async (query = '') =>
      (await ann.call('GET', `/contacts/${contactAt(0)}/activity${query}`)).body.deliverables;
    const nothing = { opened_at: null, clicked_at: null, bounced_at: null, unsubscribed_at: null, spam_at: null };
    const newest = {
      ...nothing,
      campaign_title: 'November',
      campaign_id: second.id,
      sent_at: second.sentAt.toISOString(),
      bounced_at: second.sentAt.toISOString(),
    };
    expect(await activity()).toMatchObject({
      total: 2,
      data: [newest, { ...nothing, campaign_id: campaign.id, opened_at: '2026-03-02T10:01:00.000Z' }],
    });
    expect(await activity('?per_page=1')).toMatchObject({ total: 2, last_page: 2, data: [newest] });
    expect((await activity('?per_page=1&page=3')).data).toEqual([]);
  });
});

describe('tracking of a contact', () => {
  it('is returned, can be set on creation or later, and defaults to true', async () => {
    const made = await ann.call('POST', '/contacts', { email: 'new@reader.example', is_tracked: false });
    expect([made.status, made.body.is_tracked]).toEqual([200, false]);
    const path = `/contacts/${contactAt(0)}`;
    expect((await ann.call('GET', path)).body.is_tracked).toBe(true);
    expect((await ann.call('PATCH', path, { is_tracked: false })).body.is_tracked).toBe(false);
    expect((await ann.call('PATCH', path, { first_name: 'Bea' })).body).toMatchObject({
      first_name: 'Bea',
      is_tracked: false,
    });
    expect((await ann.call('PATCH', path, { is_tracked: 'no' })).status).toBe(422);
    await campaign.sent(0, 1);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(1, 0, 60));
    expect((await stats()).body).toMatchObject({ sent_count: 2, unique_open_count: 1, raw_unique_open_count: 1 });
    expect((await ann.call('PATCH', path, { is_tracked: true })).body.is_tracked).toBe(true);
  });
});

describe('filter', () => {
  const dryRun = async (filter: unknown) => {
    const asked = await ann.call('POST', '/contacts/bulk-actions', {
      action: 'apply_tag',
      target_id: (await ann.call('POST', '/contact-tags', { name: `T${Math.random()}` })).body.id,
      dry_run: true,
      filter,
    });
    if (asked.status !== 200) return asked.body.errors;
    return eventually('the bulk action is completed', async () => {
      const { body } = await ann.call('GET', `/contacts/bulk-actions/${asked.body.id}`);
      return body.status === 'completed' ? body.matched_count : undefined;
    });
  };

  it('matches engagement with a campaign of the account in bulk actions and segments', async () => {
    await campaign.sent(0, 1, 2);
    await campaign.visited(
      campaign.visit(0, 0, 60),
      campaign.visit(1, 1, 60),
      campaign.visit(2, 0, 3, { visitor: 'prefetch' }),
    );
    const count = async (filter: Record<string, unknown>) => {
      const made = await ann.call('POST', '/contact-segments', { name: `S${Math.random()}`, filter });
      expect(made.status).toBe(201);
      const listed = await ann.call('GET', `/contacts?filter[segment_id]=${made.body.id}`);
      expect(listed.status).toBe(200);
      return listed.body.data.map(({ id }: { id: number }) => campaign.contacts.indexOf(id)).toSorted();
    };
    expect(await count({ opened_campaign_id: campaign.id })).toEqual([0, 1]);
    expect(await count({ not_opened_campaign_id: campaign.id })).toEqual([2]);
    expect(await count({ clicked_campaign_id: String(campaign.id) })).toEqual([1]);
    expect(await count({ opened_campaign_id: campaign.id, clicked_campaign_id: campaign.id })).toEqual([1]);
  });

  it('is refused with the same error for campaigns of other accounts and unknown ones', async () => {
    const other = await plantCampaign(app.installation.db, (await app.newAccount()).account.id);
    for (const name of ['opened_campaign_id', 'not_opened_campaign_id', 'clicked_campaign_id']) {
      const errors = await dryRun({ [name]: other.id });
      expect(Object.keys(errors)).toEqual([`filter.${name}`]);
      expect(await dryRun({ [name]: 999_999_999 })).toEqual(errors);
    }
  });
});

describe('erased contact', () => {
  it('gets its messages and visits in the export first and leaves only counters', async () => {
    await campaign.sent(0, 1);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(0, 1, 70), campaign.visit(1, 0, 60));
    await campaign.visited(campaign.visit(4, 0, 60));
    const id = contactAt(0);
    const { body } = await ann.call('GET', `/contacts/${id}/data`);
    expect(body.campaigns).toMatchObject([
      {
        campaign_id: campaign.id,
        title: 'November',
        opened_at: expect.any(String),
        visits: [
          { url: null, by: 'person', visits: 1 },
          { url: 'https://shop.example/1', by: 'person', visits: 1 },
        ],
      },
    ]);
    expect(body.contact).toMatchObject({ is_tracked: true });
    const before = (await stats()).body;
    for (const place of [0, 4]) {
      const path = `/contacts/${contactAt(place)}/erase`;
      expect((await ann.call('POST', path, { email: `p${place}@reader.example` })).status).toBe(202);
    }
    const { db } = app.installation;
    await eraseDue(app.installation);
    const count = async (table: string, contact: number) =>
      (
        await db.query({ name: '', text: `select from ${table} where account_id = $1 and contact_id = $2` }, [
          accountId,
          contact,
        ])
      ).length;
    for (const table of ['deliverable', 'campaign_visit', 'campaign_early_visit', 'contact_stat']) {
      expect([table, await count(table, id), await count(table, contactAt(4))]).toEqual([table, 0, 0]);
    }
    expect((await stats()).body).toEqual(before);
    const { data, total } = (await ann.call('GET', `/campaigns/${campaign.id}/engagement?type=openers`)).body;
    expect([total, data.map(({ contact_id: contact, email }: Record<string, unknown>) => [contact, email])]).toEqual([
      2,
      [
        [contactAt(1), 'p1@reader.example'],
        [null, 'erased@erased.invalid'],
      ],
    ]);
    const lines: string[] = [];
    await proveCampaigns({ db, log: createLog('error', (line) => void lines.push(line)) }, 0);
    expect(lines).toEqual([]);
    await campaign.visited(campaign.visit(0, 0, 600));
    expect((await stats()).body).toEqual(before);
  });
});

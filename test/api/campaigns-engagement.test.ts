import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteUnsubscribedBy } from '../../src/features/campaigns/campaign-outcomes/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { signedIn } from './oauth-browser.ts';
import { plantCampaign, type PlantedCampaign } from '../support/counted-campaigns.ts';

let app: TestApp;
let accountId: number;
let ann: TestPerson;
let campaign: PlantedCampaign;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
});

const engagement = async (query: string) => ann.call('GET', `/campaigns/${campaign.id}/engagement${query}`);
/** Returns the contacts on a page of results as indexes into `campaign.contacts`. */
const placesOf = async (query: string): Promise<number[]> =>
  (await engagement(query)).body.data.map((row: { contact_id: number }) => campaign.contacts.indexOf(row.contact_id));

describe('row 27, GET /campaigns/{id}/engagement', () => {
  it('lists openers, clickers, non-openers, returning readers and unsubscribers with every key', async () => {
    campaign = await plantCampaign(app.installation.db, accountId, 7);
    await campaign.sent(0, 1, 2, 3);
    await campaign.hear(
      campaign.outcome(4, 'bounced'),
      campaign.outcome(5, 'suppressed'),
      campaign.outcome(6, 'failed'),
    );
    await campaign.visited(
      campaign.visit(0, 0, 60),
      campaign.visit(1, 1, 90),
      campaign.visit(2, 0, 60, { visitor: 'prefetch' }),
      campaign.visit(2, 1, 60, { visitor: 'scanner' }),
    );
    await app.installation.db.transaction((tx) =>
      noteUnsubscribedBy(tx, accountId, campaign.id, campaign.contacts[3] ?? 0, campaign.sentAt),
    );
    const { body, status } = await engagement('?type=openers');
    expect([status, body.total, body.per_page]).toEqual([200, 2, 100]);
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        contact_id: campaign.contacts[1],
        email: 'p1@reader.example',
        first_name: 'Name 1',
        last_name: '',
        sent_at: '2026-03-02T10:00:00.000Z',
        opened_at: '2026-03-02T10:01:30.000Z',
        clicked_at: '2026-03-02T10:01:30.000Z',
        bounced_at: null,
        unsubscribed_at: null,
        bounce_reason: null,
      },
      expect.objectContaining({ contact_id: campaign.contacts[0], clicked_at: null }),
    ]);
    expect(body.first_page_url).toContain('type=openers');
    expect(await placesOf('?type=clickers')).toEqual([1]);
    expect(await placesOf('?type=non_openers')).toEqual([4, 3, 2]);
    expect(await placesOf('?type=bounced')).toEqual([4]);
    expect(await placesOf('?type=unsubscribed')).toEqual([3]);
  });

  it('returns all pages with each contact once, reading from the nearer end', async () => {
    campaign = await plantCampaign(app.installation.db, accountId, 23);
    const all = [...campaign.contacts.keys()];
    await campaign.sent(...all);
    await campaign.visited(...all.filter((place) => place % 2 === 0).map((place) => campaign.visit(place, 0, 60)));
    for (const type of ['openers', 'non_openers']) {
      const expected = all.filter((place) => (place % 2 === 0) === (type === 'openers')).toReversed();
      const read: number[] = [];
      for (let page = 1; page <= 4; page += 1) read.push(...(await placesOf(`?type=${type}&per_page=3&page=${page}`)));
      expect([type, read]).toEqual([type, expected.slice(0, 12)]);
      expect(await placesOf(`?type=${type}&per_page=3&page=99`)).toEqual([]);
      expect(await placesOf(`?type=${type}&per_page=1000`)).toEqual(expected);
    }
  });

  it.each([
    ['', 'type'],
    ['?type=', 'type'],
    ['?type=readers', 'type'],
    ['?type=openers&per_page=0', 'per_page'],
    ['?type=openers&per_page=1001', 'per_page'],
    ['?type=openers&page=0', 'page'],
  ])('refuses "%s"', async (query, field) => {
    campaign = await plantCampaign(app.installation.db, accountId, 1);
    const { body, status } = await engagement(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('reads pages using only the index', async () => {
    // Create two campaigns, so that the index by contact has twice as many entries as one campaign has recipients. Run
    // `analyze`, because the plan would otherwise depend on whether PostgreSQL has analyzed the table.
    for (let sent = 0; sent < 2; sent += 1) {
      campaign = await plantCampaign(app.installation.db, accountId, 300);
      await campaign.sent(...campaign.contacts.keys());
    }
    await app.installation.db.script('analyze deliverable');
    const { engagedBackwards, engagedForwards, ENGAGEMENTS } =
      await import('../../src/features/campaigns/campaign-results/list-queries.ts');
    for (const kind of ENGAGEMENTS) {
      for (const { text } of [engagedForwards[kind], engagedBackwards[kind]]) {
        const plan = await app.installation.db.transaction(async (tx) => {
          await tx.query({ name: '', text: 'set local enable_seqscan = off' }, []);
          return tx.query<Record<string, string>>({ name: '', text: `explain ${text}` }, [
            accountId,
            campaign.id,
            100,
            10,
          ]);
        });
        const lines = plan.map((row) => Object.values(row).join('')).join('\n');
        expect(lines).toContain('Index Only Scan');
        expect(lines).not.toContain('Sort');
      }
    }
  });
});

describe('GET /dashboard/campaigns/{id}/engagement/export', () => {
  const FILE = 'email,first_name,last_name,sent_at,opened_at,clicked_at,bounced_at,bounce_reason,unsubscribed_at\r\n';

  async function download(path: string, cookie: string) {
    const response = await fetch(`${app.api.baseUrl}${path}`, { headers: { cookie } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function exported(type: string): Promise<string[]> {
    const path = `/dashboard/campaigns/${campaign.id}/engagement/export?type=${type}`;
    const { cookie } = await signedIn(app, { accountId, role: 'read_only' });
    const { headers, status, ...response } = await download(path, cookie);
    const body = response.text;
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(body.startsWith(FILE)).toBe(true);
    return body.slice(FILE.length).split('\r\n').slice(0, -1);
  }

  it('contains all recipients or those with a result, with the reasons of bounces', async () => {
    campaign = await plantCampaign(app.installation.db, accountId, 5);
    await campaign.sent(0, 1, 2);
    const reply = { status: '5.1.1', reason: '550 5.1.1 =no such user, "sorry"' };
    await campaign.hear(campaign.outcome(3, 'bounced', reply));
    await campaign.hear(campaign.outcome(2, 'bounced', { isReport: true, status: null, reason: 'Mailbox closed' }));
    await campaign.visited(campaign.visit(1, 1, 90));
    const at = '2026-03-02T10:00:00.000Z';
    const clicked = '2026-03-02T10:01:30.000Z';
    expect(await exported('recipients')).toEqual([
      `p0@reader.example,Name 0,,${at},,,,,`,
      `p1@reader.example,Name 1,,${at},${clicked},${clicked},,,`,
      `p2@reader.example,Name 2,,${at},,,${at},Mailbox closed,`,
      `p3@reader.example,Name 3,,${at},,,${at},"550 5.1.1 =no such user, ""sorry""",`,
    ]);
    expect(await exported('clickers')).toHaveLength(1);
    expect(await exported('bounced')).toHaveLength(2);
    expect(await exported('unsubscribed')).toEqual([]);
    const { body } = await engagement('?type=bounced');
    expect(body.data.map((row: { bounce_reason: string }) => row.bounce_reason)).toEqual([
      reply.reason,
      'Mailbox closed',
    ]);
  });

  it('contains every recipient of a large campaign once', async () => {
    campaign = await plantCampaign(app.installation.db, accountId, 2_300);
    await campaign.sent(...campaign.contacts.keys());
    const lines = await exported('non_openers');
    expect([lines.length, new Set(lines).size]).toEqual([2_300, 2_300]);
  });

  it('refuses other types', async () => {
    campaign = await plantCampaign(app.installation.db, accountId, 1);
    const path = `/dashboard/campaigns/${campaign.id}/engagement/export?type=readers`;
    expect(await ann.session.call('GET', path)).toMatchObject({
      status: 422,
      body: { errors: { type: [expect.any(String)] } },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';

const PATH = '/dashboard/campaigns';
const CAMPAIGNS = 300;

let app: TestApp;
let ann: TestPerson;
let accountId: number;

beforeAll(async () => {
  app = await startApp();
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  const other = (await app.newAccount()).account.id;
  for (const account of [accountId, other]) await plantCampaigns(account);
});
afterAll(() => app.close());

/** Inserts campaigns with long bodies. Every third campaign is a draft. The others were sent one day apart. */
async function plantCampaigns(account: number): Promise<void> {
  await rowsOf(
    app.installation.db,
    `with made as (
       insert into campaign (account_id, title, subject, html, from_name, from_email, state, started_at, sent_at)
       select $1, 'Issue ' || n, case when n % 10 = 0 then 'Sale 100%' else 'News ' || n end, repeat('x', 20000), 'A',
         'a@summary.example', case when n % 3 = 0 then 'draft' else 'sent' end,
         case when n % 3 > 0 then now() - n * interval '1 day' end, case when n % 3 > 0 then now() - n * interval '1 day' end
       from generate_series(1, $2::integer) n returning id, state
     )
     insert into campaign_count (account_id, campaign_id, sent, openers, clickers)
     select $1, id, 200, id % 100, id % 7 from made where state = 'sent'`,
    [account, CAMPAIGNS],
  );
}

async function list(query: string): Promise<Answer> {
  return ann.session.call('GET', `${PATH}?${query}`);
}

describe('GET /dashboard/campaigns', () => {
  it('returns campaigns without their content, newest first, with their main statistics and counts by status', async () => {
    const { body, status } = await list('');
    expect([status, body.total, body.last_page, body.data.length]).toEqual([200, CAMPAIGNS, 12, 25]);
    expect(body.statuses).toEqual({ all: 300, draft: 100, scheduled: 0, in_progress: 0, sent: 200, cancelled: 0 });
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
    const [draft, sent] = body.data;
    expect(draft).toMatchObject({ title: 'Issue 300', status: 'draft', sent_count: 0, open_rate: 0 });
    expect(sent).toMatchObject({
      title: 'Issue 299',
      status: 'sent',
      sent_count: 200,
      open_rate: (sent.id % 100) / 2,
      click_rate: (sent.id % 7) / 2,
    });
    expect(sent).not.toHaveProperty('html');
  });

  it('finds a part of the title or the subject literally, and counts the matches by status', async () => {
    const { body } = await list('query=100%25&per_page=100');
    expect([body.total, body.statuses.draft, body.statuses.sent]).toEqual([30, 10, 20]);
    expect((await list('query=iSSue 29')).body.total).toBe(11);
    expect((await list('query=issue_29')).body.total).toBe(0);
  });

  it('selects a status and keeps the counts of the others', async () => {
    const { body } = await list('status=draft&per_page=100');
    expect([body.total, body.statuses.all]).toEqual([100, 300]);
    expect(body.data.every((each: { readonly status: string }) => each.status === 'draft')).toBe(true);
  });

  it.each([
    ['title', 'title', 1],
    ['-title', 'title', -1],
    ['-date', 'sent_at', -1],
    ['-open_rate', 'open_rate', -1],
    ['open_rate', 'open_rate', 1],
    ['-click_rate', 'click_rate', -1],
    ['-sent', 'sent_count', -1],
  ] as const)('sorts by %s', async (sort, field, direction) => {
    const { body } = await list(`sort=${sort}&status=sent&per_page=1000`);
    const values: (string | number)[] = body.data.map((each: Record<string, string | number>) => each[field]);
    expect(values).toHaveLength(200);
    const inOrder = values.every((value, index) => {
      const before = values[index - 1] ?? value;
      return direction === 1 ? before <= value : before >= value;
    });
    expect(inOrder).toBe(true);
  });

  it('lists campaigns without a rate last', async () => {
    const { body } = await list('sort=-open_rate&per_page=1000');
    expect(body.data.at(-1).status).toBe('draft');
  });

  it.each([
    ['status=lost', 'status'],
    ['sort=subject', 'sort'],
    ['page=0', 'page'],
    [`query=${'x'.repeat(201)}`, 'query'],
  ])('refuses %s with 422', async (query, field) => {
    const { body, status } = await list(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

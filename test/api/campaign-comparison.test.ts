import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';

let app: TestApp;
let ann: TestPerson;
let accountId: number;
/**
 * Campaigns of the account, earliest first. Campaigns 1 to 14 were each sent to 100 contacts, and 2n of them opened
 * campaign n. Campaign 15 is a draft.
 */
let ids: readonly number[];

beforeAll(async () => {
  app = await startApp();
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  ids = await plantCampaigns(accountId);
  await plantCampaigns((await app.newAccount()).account.id);
});
afterAll(() => app.close());

async function plantCampaigns(account: number): Promise<readonly number[]> {
  const rows = await rowsOf<{ id: number }>(
    app.installation.db,
    `with made as (
       insert into campaign (account_id, title, subject, html, from_name, from_email, state, started_at, sent_at)
       select $1, 'Issue ' || n, 'News', '<p>Hi</p>', 'A', 'a@comparison.example', case when n = 15 then 'draft' else 'sent' end,
         case when n < 15 then now() - (20 - n) * interval '1 day' end, case when n < 15 then now() end
       from generate_series(1, 15) n order by n returning id, substring(title from 7)::integer as n
     ), counted as (
       insert into campaign_count (account_id, campaign_id, variant, sent, openers, bounced)
       select $1, id, v, 50, n, v from made cross join generate_series(0, 1) v where n < 15
     )
     select id from made order by n`,
    [account],
  );
  return rows.map(({ id }) => id);
}

const get = async (campaign: number | undefined, what: string): Promise<Answer> =>
  ann.session.call('GET', `/dashboard/campaigns/${campaign}/${what}`);

describe('GET /dashboard/campaigns/{id}/average', () => {
  it('averages the ten campaigns that were sent before', async () => {
    // Campaign 13 is compared with campaigns 3 to 12, whose open rates are 6% to 24%.
    expect((await get(ids[12], 'average')).body).toEqual({
      average: { campaigns: 10, open_rate: 15, click_rate: 0, unsubscribe_rate: 0, bounce_rate: 1, spam_rate: 0 },
    });
  });

  it('averages the last campaigns for a draft, and fewer if there are fewer', async () => {
    expect((await get(ids[14], 'average')).body.average).toMatchObject({ campaigns: 10, open_rate: 19 });
    expect((await get(ids[2], 'average')).body.average).toMatchObject({ campaigns: 2, open_rate: 3 });
  });

  it('returns null for the first campaign', async () => {
    expect((await get(ids[0], 'average')).body).toEqual({ average: null });
  });
});

describe('GET /dashboard/campaigns/{id}/breakdown', () => {
  beforeAll(async () => {
    await rowsOf(
      app.installation.db,
      `with people as (
         insert into contact (account_id, email, language)
         select $1, 'p' || n || '@d' || n % 12 || '.example', case when n % 2 = 0 then 'de' when n % 3 = 0 then 'fr' end
         from generate_series(1, 120) n returning id
       )
       insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at, clicked_at, bounced_at)
       select $1, $2, id, now(), case when id % 2 = 0 then now() end, case when id % 4 = 0 then now() end,
         case when id % 5 = 0 then now() end
       from people`,
      [accountId, ids[0]],
    );
  });

  it('returns the largest domains, and the sum of the others', async () => {
    const { body, status } = await get(ids[0], 'breakdown?by=domain');
    expect([status, body.data.length, body.data[0].name, body.data[0].sent_count]).toEqual([200, 8, 'd0.example', 10]);
    expect(body.others).toMatchObject({ name: null, sent_count: 40 });
  });

  it('returns languages, with contacts of an unknown language as null', async () => {
    const { body } = await get(ids[0], 'breakdown?by=language');
    expect(body.data.map((row: { name: string; sent_count: number }) => [row.name, row.sent_count])).toEqual([
      ['de', 60],
      [null, 40],
      ['fr', 20],
    ]);
    expect(body.others).toBeNull();
  });

  it('refuses an unknown property, and campaigns of other accounts', async () => {
    expect(await get(ids[0], 'breakdown?by=moon')).toMatchObject({ status: 422 });
    expect((await get((ids.at(-1) ?? 0) + 1, 'breakdown?by=domain')).status).toBe(403);
    expect((await get((ids.at(-1) ?? 0) + 1, 'average')).status).toBe(403);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';

let app: TestApp;
let ann: TestPerson;
let form: number;

beforeAll(async () => {
  app = await startApp();
  const accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  const list = (await ann.call('POST', '/lists', { name: 'News' })).body.id;
  form = (await ann.call('POST', '/forms', { title: 'Footer', lists: [list] })).body.id;
  const other = (await app.newAccount()).account.id;
  for (const account of [accountId, other]) await plantContacts(account);
});
afterAll(() => app.close());

/** Adds a contact for each of the last 60 days. Every second came from the form, and every tenth unsubscribed a day later. */
async function plantContacts(account: number): Promise<void> {
  await rowsOf(
    app.installation.db,
    `with made as (
       insert into contact (account_id, email, created_at, unsubscribed_at, form_id)
       select $1, 'g' || n || '@growth.example', now() - n * interval '1 day',
         case when n % 10 = 0 then now() - (n - 1) * interval '1 day' end, case when n % 2 = 0 then $2::bigint end
       from generate_series(0, 59) n returning id, created_at, unsubscribed_at
     )
     insert into contact_stat (account_id, contact_id, created_at, flags)
     select $1, id, created_at, case when unsubscribed_at is null then 0 else 2 end from made
     on conflict (account_id, contact_id) do update set created_at = excluded.created_at, flags = excluded.flags`,
    [account, form],
  );
}

const growth = async (days: string): Promise<Answer> => ann.session.call('GET', `/dashboard/growth?days=${days}`);

describe('GET /dashboard/growth', () => {
  it('counts contacts that joined and left by day, also for days without any', async () => {
    const { body, status } = await growth('30');
    expect([status, body.joined, body.series.length]).toEqual([200, 30, 30]);
    expect(body.series.map(({ joined }: { joined: number }) => joined)).toEqual(Array.from({ length: 30 }, () => 1));
    // Contacts 0, 10, 20 and 30 unsubscribed on the days -1 (tomorrow), 9, 19 and 29.
    expect(body.left).toBe(3);
    expect(body.series.at(-10)).toMatchObject({ joined: 1, left: 1 });
  });

  it('counts contacts by source, and how many are still active', async () => {
    const { body } = await growth('60');
    expect(body.sources).toEqual([
      { kind: 'form', id: String(form), name: 'Footer', joined: 30, active: 24 },
      { kind: 'other', id: null, name: null, joined: 30, active: 30 },
    ]);
  });

  it('refuses other periods', async () => {
    for (const days of ['0', '366', 'week', '-1']) {
      expect(await growth(days)).toMatchObject({ status: 422, body: { errors: { days: [expect.any(String)] } } });
    }
  });
});

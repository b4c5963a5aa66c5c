import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';

let app: TestApp;
let ann: TestPerson;
let form: number;
let accountId: number;

beforeAll(async () => {
  app = await startApp();
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  const list = (await ann.call('POST', '/lists', { name: 'News' })).body.id;
  form = (await ann.call('POST', '/forms', { title: 'Footer', lists: [list] })).body.id;
  const other = (await app.newAccount()).account.id;
  for (const account of [accountId, other]) await plantContacts(account);
});
afterAll(() => app.close());

/**
 * Adds a contact for each of the last 60 days. Every second contact came from the form, and every tenth contact
 * unsubscribed a day later.
 */
async function plantContacts(account: number): Promise<void> {
  await rowsOf(
    app.installation.db,
    `with made as (
       insert into contact (account_id, email, created_at, confirmed_at, unsubscribed_at, form_id)
       select $1, 'g' || n || '@growth.example', now() - n * interval '1 day', now() - n * interval '1 day',
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
    // Contacts 10, 20, and 30 unsubscribed 9, 19, and 29 days ago. Contact 0 unsubscribes tomorrow.
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

  it('names the API keys and tokens that added contacts', async () => {
    const { id } = (await ann.call('POST', '/contacts', { email: 'by-token@growth.example' })).body;
    const { body } = await growth('1');
    const source = { kind: 'token', id: String(ann.tokenId), name: 'test', joined: 1, active: 1 };
    expect(body.sources).toContainEqual(source);
    await ann.call('DELETE', `/contacts/${id}`);
  });

  it('refuses other periods', async () => {
    for (const days of ['0', '366', 'week', '-1']) {
      expect(await growth(days)).toMatchObject({ status: 422, body: { errors: { days: [expect.any(String)] } } });
    }
  });
});

describe('GET /dashboard/growth/sources', () => {
  const sources = async (kind: string, ids: string): Promise<Answer> =>
    ann.session.call('GET', `/dashboard/growth/sources?kind=${kind}&ids=${ids}`);

  it('counts the contacts of a form that were active 30 days after they joined', async () => {
    // Contacts 0, 2, ..., 58 came from the form. Contacts 30 to 58 are older, and every tenth contact unsubscribed
    // after a day.
    expect((await sources('form', `${form},999999`)).body.data).toEqual([
      { id: String(form), joined: 30, older: 15, retained: 12 },
    ]);
  });

  it('counts contacts that left after the 30 days as active, and deleted contacts as lost', async () => {
    const { db } = app.installation;
    const change = (set: string, name: string): Promise<unknown> =>
      rowsOf(db, `update contact set ${set} where email = $1 and form_id = $2 and account_id = $3`, [
        name,
        form,
        accountId,
      ]);
    await change(`unsubscribed_at = created_at + interval '31 days'`, 'g58@growth.example');
    await change(`deleted_at = created_at + interval '2 days'`, 'g56@growth.example');
    await change(`bounced_at = created_at + interval '2 days'`, 'g54@growth.example');
    await change('confirmed_at = null', 'g52@growth.example');
    expect((await sources('form', String(form))).body.data).toMatchObject([{ joined: 30, older: 15, retained: 9 }]);
  });

  it('counts the contacts of tokens and imports', async () => {
    await ann.call('POST', '/contacts/batch', { contacts: [{ email: 'a@t.example' }, { email: 'b@t.example' }] });
    await ann.call('POST', '/events', { name: 'visit', email: 'c@t.example', create_contact: true });
    await ann.session.call('POST', '/contacts', { email: 'd@t.example' });
    const { db } = app.installation;
    const id = '019a0000-0000-7000-8000-00000000cccc';
    await rowsOf(
      db,
      `insert into contact (account_id, email, created_at, confirmed_at, import_id, imported_at)
       values ($1, 'old@i.example', now() - interval '9 years', now() - interval '9 years', $2, now() - interval '40 days'),
         ($1, 'new@i.example', now() - interval '9 years', now() - interval '9 years', $2, now() - interval '4 days')`,
      [accountId, id],
    );
    const [token] = (await sources('token', String(ann.tokenId))).body.data;
    // An earlier test deleted one of the contacts that were added with the token.
    expect(token).toEqual({ id: String(ann.tokenId), joined: 4, older: 0, retained: 0 });
    const shown = `imp_${id.replaceAll('-', '')}`;
    expect((await sources('import', shown)).body.data).toEqual([{ id: shown, joined: 2, older: 1, retained: 1 }]);
  });

  it('refuses unknown kinds and IDs of another form', async () => {
    for (const [kind, ids, field] of [
      ['page', '1', 'kind'],
      ['form', '0', 'ids'],
      ['form', '1,x', 'ids'],
      ['import', '1', 'ids'],
      ['token', Array.from({ length: 101 }, (_none, n) => n + 1).join(','), 'ids'],
    ] as const) {
      expect(await sources(kind, ids)).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    }
  });
});

import { beforeAll, expect, it } from 'vitest';
import { Resend } from 'resend';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

// Tests the topics of the account API. test/flows/topics.test.ts tests their effect on emails.

const app = shared(startApp);

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let ann: TestPerson;

beforeAll(async () => {
  tenant = await app.newAccount();
  ann = await newPerson(app, tenant.account.id);
});

it('creates, reads, changes, lists, and deletes topics, which Resend clients also see', async () => {
  const { body: news, status } = await ann.call('POST', '/topics', {
    name: ' News ',
    description: 'Once a month',
    subscribed_by_default: true,
  });
  expect(status).toBe(201);
  expect(news).toEqual({
    id: expect.any(Number),
    name: 'News',
    description: 'Once a month',
    subscribed_by_default: true,
    created_at: expect.stringMatching(/Z$/),
  });
  const { body: offers } = await ann.call('POST', '/topics', { name: 'Offers' });
  expect(offers).toMatchObject({ description: '', subscribed_by_default: false });
  expect((await ann.call('GET', `/topics/${news.id}`)).body).toEqual(news);
  const changed = await ann.call('PATCH', `/topics/${news.id}`, { name: 'All news', subscribed_by_default: true });
  expect(changed.body).toEqual({ ...news, name: 'All news' });
  const { body: page } = await ann.call('GET', '/topics?per_page=1');
  expect(page).toMatchObject({ total: 2, data: [{ id: offers.id }] });
  expect((await ann.call('GET', '/topics?per_page=1&page=2')).body.data).toMatchObject([{ name: 'All news' }]);
  const wanted = { accountId: tenant.account.id, name: 'resend', scopes: [SCOPES.account] };
  const { key } = await createKey(app.installation.db, wanted);
  const resend = new Resend(key, { baseUrl: `${app.api.baseUrl}/transactional/compat` });
  expect((await resend.topics.list()).data?.data).toMatchObject([
    { name: 'Offers', default_subscription: 'opt_out' },
    { name: 'All news', default_subscription: 'opt_in' },
  ]);
  expect((await ann.call('DELETE', `/topics/${offers.id}`)).status).toBe(200);
  expect((await ann.call('GET', `/topics/${offers.id}`)).status).toBe(404);
});

it.each([
  ['no name', {}, 'name'],
  ['an empty name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(101) }, 'name'],
  ['a name with a line break', { name: 'a\nb' }, 'name'],
  ['a long description', { name: 'x', description: 'x'.repeat(201) }, 'description'],
  ['a default that is not a boolean', { name: 'x', subscribed_by_default: 'maybe' }, 'subscribed_by_default'],
])('rejects a topic with %s', async (_, body, field) => {
  const answer = await ann.call('POST', '/topics', body);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

it('keeps the default of a topic, and limits the number of topics', async () => {
  const { body } = await ann.call('POST', '/topics', { name: 'Kept' });
  const answer = await ann.call('PATCH', `/topics/${body.id}`, { subscribed_by_default: true });
  expect(answer.body.errors).toEqual({ subscribed_by_default: ['cannot be changed. Create another topic instead.'] });
  const { account } = await app.newAccount();
  const many = await newPerson(app, account.id);
  await app.installation.db.script(
    `insert into topic (account_id, name, is_opt_in) select ${account.id}, 'T' || n, true from generate_series(1, 100) n`,
  );
  expect((await many.call('POST', '/topics', { name: 'One more' })).status).toBe(409);
});

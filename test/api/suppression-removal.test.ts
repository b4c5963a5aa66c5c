import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_COUNTED, MAX_REMOVED } from '../../src/features/sending/suppressions/removal.ts';
import { startApp, type TestApp } from '../support/app.ts';

const REMOVAL = '/dashboard/suppressions/removal';
const COUNT = '/dashboard/suppressions/count';
const LIST = '/transactional/suppressions';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  tenant = await app.newAccount({ scopes: ['transactional:manage', 'dashboard:read', 'dashboard:write'] });
});

/** Inserts the addresses `<name>1@x.example`, `<name>2@x.example`, and so on. Every third address has bounced. */
async function fill(name: string, count: number, accountId = tenant.account.id): Promise<void> {
  await app.installation.db.script(`insert into suppression (account_id, address, reason, created_at)
    select ${accountId}, '${name}' || n || '@x.example', case when n % 3 = 0 then 'bounced' else 'manual' end,
      now() - make_interval(secs => n) from generate_series(1, ${count}) n`);
}

const nowIso = (): string => new Date(Date.now() + 60_000).toISOString();

async function counted(query = ''): Promise<unknown> {
  return (await tenant.get(`${COUNT}${query}`)).body;
}

it('removes selected addresses together and logs them with the reason', async () => {
  await fill('ada', 5);
  const stranger = await app.newAccount();
  await fill('ada', 2, stranger.account.id);
  const body = { why: ' They work again. ', addresses: ['ADA1@x.example', 'ada2@x.example', 'nobody@x.example'] };
  expect((await tenant.post(REMOVAL, body)).body).toEqual({ removed: 2, has_more: false });
  expect(await counted()).toEqual({ count: 3, is_more: false });
  expect((await stranger.get(LIST)).body.data).toHaveLength(2);
  const acts = await app.installation.db.query(
    { name: '', text: 'select action, subject, before, after from audit_entry where account_id = $1' },
    [tenant.account.id],
  );
  expect(acts).toEqual([
    {
      action: 'suppression.remove_many',
      subject: '2 addresses',
      before: { addresses: ['ada1@x.example', 'ada2@x.example'] },
      after: { why: 'They work again.' },
    },
  ]);
});

it('removes all matching addresses in batches, except others and later ones', async () => {
  await fill('old', 4 * MAX_REMOVED);
  await fill('other', 3);
  const until = nowIso();
  await app.installation.db.script(`insert into suppression (account_id, address, reason, created_at)
    values (${tenant.account.id}, 'old-later@x.example', 'bounced', now() + interval '1 hour')`);
  const body = { why: 'Mended.', matching: { reason: 'bounced', query: 'old', until } };
  const answers = [await tenant.post(REMOVAL, body), await tenant.post(REMOVAL, body)];
  expect(answers.map((answer) => answer.body)).toEqual([
    { removed: MAX_REMOVED, has_more: true },
    { removed: 333, has_more: false },
  ]);
  expect((await tenant.post(REMOVAL, body)).body).toEqual({ removed: 0, has_more: false });
  expect(await counted('?reason=bounced')).toEqual({ count: 2, is_more: false });
  expect(await counted('?query=old')).toEqual({ count: 4 * MAX_REMOVED - 1_333 + 1, is_more: false });
});

it('counts up to ten thousand', async () => {
  await fill('many', MAX_COUNTED + 5);
  expect(await counted()).toEqual({ count: MAX_COUNTED, is_more: true });
  expect(await counted('?query=many12')).toEqual({ count: 111, is_more: false });
  expect((await tenant.get(`${COUNT}?reason=x`)).status).toBe(422);
});

it.each([
  ['why', { why: ' ', addresses: ['a@x.example'] }],
  ['addresses', { why: 'x' }],
  ['addresses', { why: 'x', addresses: ['a@x.example'], matching: { until: nowIso() } }],
  ['addresses', { why: 'x', addresses: [] }],
  ['matching.until', { why: 'x', matching: { until: 'soon' } }],
  ['matching.reason', { why: 'x', matching: { reason: 'x', until: nowIso() } }],
])('reports an error for %s with %j', async (field, body) => {
  const answer = await tenant.post(REMOVAL, body);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
});

it.each(['oldest', 'address'])('has consistent pages in both directions in the order %s', async (sort) => {
  await fill('ada', 30);
  const ask = async (query: string): Promise<string[]> => {
    const { body } = await tenant.get(`${LIST}?sort=${sort}&per_page=4&${query}`);
    return body.data.map(({ address }: { address: string }) => address);
  };
  const numbers = Array.from({ length: 30 }, (_, index) => `ada${index + 1}@x.example`);
  const all = sort === 'address' ? numbers.toSorted() : numbers.toReversed();
  expect(await ask('')).toEqual(all.slice(0, 4));
  expect(await ask(`after=${all[3]}`)).toEqual(all.slice(4, 8));
  expect(await ask(`before=${all[8]}`)).toEqual(all.slice(4, 8));
  const some = all.filter((address) => address.startsWith('ada2'));
  expect(await ask(`query=ada2&after=${some[3]}`)).toEqual(some.slice(4, 8));
});

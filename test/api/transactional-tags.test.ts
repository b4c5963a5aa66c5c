import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import {
  countEngagement,
  createOutcomeStatistics,
  createTrackingSettings,
} from '../../src/features/outcomes/transactional-tags/index.ts';
import { startApp, type Answer, type Client, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Outcome = Parameters<ReturnType<typeof createOutcomeStatistics>>[2][number];

const record = createOutcomeStatistics({ bouncePercent: 100, complaintPercent: 100, minimumVolume: 1_000_000 });
const NONE = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
  suppressed: 0,
  delayed: 0,
  opened: 0,
  clicked: 0,
};

const app = shared(startApp);
const tenant = shared(async () => app.newAccount());

async function patch(client: Client, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${app.api.baseUrl}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function accept(tag: string | undefined, from = tenant): Promise<string> {
  const { status, body } = await from.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
    ...(tag && { tag }),
  });
  expect(status).toBe(202);
  const hex = body.id.slice(3);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function outcome(messageId: string, changes: Partial<Outcome> = {}): Outcome {
  const finishedAt = changes.finishedAt ?? new Date();
  return {
    messageId,
    recipientNo: 1,
    kind: 'delivered',
    handedOverAt: finishedAt,
    wasSent: false,
    finishedAt,
    becameDelayed: false,
    route: 'direct',
    ...changes,
  };
}

async function happen(outcomes: readonly Outcome[], to = tenant): Promise<void> {
  await app.installation.db.transaction((tx) => record(tx, to.account.id, outcomes));
}

async function totalsOf(tag: string, of = tenant) {
  const { status, body } = await of.get(`/transactional/tags/${tag}`);
  expect(status).toBe(200);
  return body.last_30_days;
}

/** Returns the account's own totals. No route returns them. */
async function accountTotals(of: Tenant) {
  const text = `select sum(sent)::int as sent, sum(delivered)::int as delivered, sum(bounced)::int as bounced,
    sum(opened)::int as opened from transactional_tag_hour where account_id = $1 and tag = ''`;
  return (await app.installation.db.query({ name: '', text }, [of.account.id]))[0];
}

describe('counting', () => {
  it.each<[string, Partial<Outcome>, Partial<typeof NONE>]>([
    ['a delivery', {}, { sent: 1, delivered: 1 }],
    ['a delivery after a sent event', { wasSent: true }, { delivered: 1 }],
    ['a complaint about a delivered message', { kind: 'complained' }, { sent: 1, delivered: 1, complained: 1 }],
    ['a bounce without a sent event', { kind: 'bounced', handedOverAt: undefined }, { bounced: 1 }],
    ['a bounce after a sent event', { kind: 'bounced' }, { sent: 1, bounced: 1 }],
    ['a failure', { kind: 'failed', handedOverAt: undefined }, { failed: 1 }],
    ['a suppression', { kind: 'suppressed', handedOverAt: undefined, route: 'suppressed' }, { suppressed: 1 }],
    ['a deferral with the first sent event', { kind: 'deferred' }, { sent: 1 }],
    [
      'a deferral with the first delay',
      { kind: 'deferred', handedOverAt: undefined, becameDelayed: true },
      { delayed: 1 },
    ],
  ])('of %s', async (_what, changes, expected) => {
    const own = await app.newAccount();
    await happen([outcome(await accept('receipt', own), changes)], own);
    expect(await totalsOf('receipt', own)).toMatchObject({ ...NONE, ...expected });
  });

  it('needs no statement for a deferral without changes', async () => {
    const statements: string[] = [];
    await app.installation.db.transaction(async (tx) => {
      const counting = {
        ...tx,
        query: async <Row>(...args: Parameters<typeof tx.query>) => {
          statements.push(args[0].name);
          return tx.query<Row>(...args);
        },
      };
      await record(counting, tenant.account.id, [
        outcome(await accept('quiet'), { kind: 'deferred', handedOverAt: undefined }),
      ]);
      expect(statements).toEqual([]);
      await record(counting, tenant.account.id, [outcome(await accept('quiet'))]);
      expect(statements).toHaveLength(1);
    });
  });

  it('sums batches by tag and hour, in any size and order', async () => {
    const own = await app.newAccount();
    const ids = {
      welcome: await accept('welcome', own),
      login: await accept('login', own),
      none: await accept(undefined, own),
    };
    const hour = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000;
    const group = Array.from({ length: 60 }, (_, index) =>
      outcome([ids.welcome, ids.login, ids.none][index % 3] ?? '', { finishedAt: new Date(hour + index * 3 * 60_000) }),
    );
    await Promise.all([
      happen(group, own),
      happen(group.toReversed(), own),
      happen(group, own),
      happen(group.toReversed(), own),
    ]);
    expect(await totalsOf('welcome', own)).toMatchObject({ sent: 80, delivered: 80 });
    expect(await totalsOf('login', own)).toMatchObject({ sent: 80, delivered: 80 });
    expect(await accountTotals(own)).toMatchObject({ sent: 240, delivered: 240 });
  });

  it("excludes test addresses from the account's totals but not from the tag's", async () => {
    const own = await app.newAccount();
    await happen([outcome(await accept('trial', own), { kind: 'bounced', route: 'test' })], own);
    expect(await totalsOf('trial', own)).toMatchObject({ bounced: 1 });
    expect(await accountTotals(own)).toMatchObject({ bounced: null });
  });

  it('is rolled back with the transaction', async () => {
    const own = await app.newAccount();
    const id = await accept('undone', own);
    const failing = app.installation.db.transaction(async (tx) => {
      await record(tx, own.account.id, [outcome(id)]);
      throw new Error('Lost the lease');
    });
    await expect(failing).rejects.toThrow('Lost the lease');
    expect((await own.get('/transactional/tags/undone')).status).toBe(404);
  });

  it('includes opens and clicks for the tag and the account', async () => {
    const own = await app.newAccount();
    const { db } = app.installation;
    await happen([outcome(await accept('news', own)), outcome(await accept('news', own))], own);
    await countEngagement(db, own.account.id, new Date(), [{ tag: 'news', kind: 'opened' }]);
    await countEngagement(db, own.account.id, new Date(), [{ tag: 'news', kind: 'clicked' }]);
    await countEngagement(db, own.account.id, new Date(), [{ tag: null, kind: 'opened' }]);
    expect(await totalsOf('news', own)).toMatchObject({ opened: 1, clicked: 1, open_rate: 50, click_rate: 50 });
    expect(await accountTotals(own)).toMatchObject({ opened: 2 });
  });
});

describe('tags', () => {
  it('are listed by name with switches and totals in pages', async () => {
    const own = await app.newAccount();
    for (const tag of ['b-2', 'a', 'b_1', 'b.3']) await happen([outcome(await accept(tag, own))], own);
    await patch(own, '/transactional/tags/zz', { track_clicks: true });
    const first = await own.get('/transactional/tags?per_page=3');
    expect(first.body).toMatchObject({ per_page: 3, has_more: true });
    expect(first.body.data.map((row: { tag: string }) => row.tag)).toEqual(['a', 'b-2', 'b.3']);
    const second = await own.get('/transactional/tags?per_page=3&after=b.3');
    expect(second.body).toMatchObject({
      has_more: false,
      data: [
        { tag: 'b_1', track_opens: false, track_clicks: false, last_30_days: { sent: 1, delivery_rate: 100 } },
        { tag: 'zz', track_opens: false, track_clicks: true, last_30_days: { sent: 0, delivery_rate: 0 } },
      ],
    });
    expect((await own.get('/transactional/tags?after=zz')).body).toEqual({ data: [], per_page: 20, has_more: false });
    const back = await own.get('/transactional/tags?per_page=2&before=b_1');
    expect(back.body.has_more).toBe(true);
    expect(back.body.data.map((row: { tag: string }) => row.tag)).toEqual(['b-2', 'b.3']);
    const start = await own.get('/transactional/tags?per_page=2&before=b-2');
    expect(start.body.has_more).toBe(false);
    expect(start.body.data.map((row: { tag: string }) => row.tag)).toEqual(['a']);
  });

  it('of a new account are an empty page', async () => {
    const own = await app.newAccount();
    expect((await own.get('/transactional/tags')).body).toEqual({ data: [], per_page: 20, has_more: false });
  });

  it.each(['per_page=0', 'per_page=101', 'per_page=ten', 'per_page=1.5', 'after=No%20Tag'])(
    'refuse the page %s',
    async (query) => {
      const { status, body } = await tenant.get(`/transactional/tags?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
    },
  );

  it('count 30 days but not earlier ones', async () => {
    const own = await app.newAccount();
    const id = await accept('old', own);
    const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    await happen([outcome(id, { finishedAt: ago(29) }), outcome(id, { finishedAt: ago(30) })], own);
    expect(await totalsOf('old', own)).toMatchObject({ sent: 1 });
  });

  it('keep the switch that is not given', async () => {
    const name = 'x'.repeat(256);
    expect((await patch(tenant, `/transactional/tags/${name}`, { track_opens: true })).body).toMatchObject({
      tag: name,
      track_opens: true,
      track_clicks: false,
    });
    await patch(tenant, `/transactional/tags/${name}`, { track_clicks: true });
    expect((await tenant.get(`/transactional/tags/${name}`)).body).toMatchObject({
      track_opens: true,
      track_clicks: true,
    });
    await patch(tenant, `/transactional/tags/${name}`, { track_opens: false });
    expect((await tenant.get(`/transactional/tags/${name}`)).body).toMatchObject({
      track_opens: false,
      track_clicks: true,
    });
  });

  it.each(['Upper', '-dash', 'sp%20ace', 'x'.repeat(257), '%C3%A4'])('cannot have the name %s', async (name) => {
    const { status, body } = await patch(tenant, `/transactional/tags/${name}`, { track_opens: true });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['tag']]);
    expect((await tenant.get(`/transactional/tags/${name}`)).status).toBe(404);
    expect((await tenant.get(`/transactional/tags/${name}/statistics`)).status).toBe(404);
  });

  it('accept only true or false as switches', async () => {
    const { status, body } = await patch(tenant, '/transactional/tags/a', { track_opens: 'yes', track_clicks: null });
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['track_clicks', 'track_opens']]);
  });

  it('of other accounts return 404', async () => {
    await patch(tenant, '/transactional/tags/mine', { track_opens: true });
    const other = await app.newAccount();
    expect((await other.get('/transactional/tags/mine')).status).toBe(404);
    expect((await other.get('/transactional/tags/mine/statistics')).status).toBe(404);
    expect((await other.get('/transactional/tags')).body.data).toEqual([]);
  });

  it('are read with one scope and changed with another', async () => {
    const reader = await app.newAccount({ scopes: ['transactional:read'] });
    expect((await reader.get('/transactional/tags')).status).toBe(200);
    expect((await patch(reader, '/transactional/tags/a', {})).status).toBe(403);
    const sender = await app.newAccount({ scopes: ['transactional:send'] });
    expect((await sender.get('/transactional/tags')).status).toBe(403);
    expect((await patch(sender, '/transactional/tags/a', {})).status).toBe(403);
    const manager = await app.newAccount({ scopes: ['transactional:manage'] });
    expect((await patch(manager, '/transactional/tags/a', {})).status).toBe(200);
  });
});

describe('statistics', () => {
  it('have an entry per day with rates in percent, including days without messages', async () => {
    const own = await app.newAccount();
    const id = await accept('receipt', own);
    const at = (time: string, changes: Partial<Outcome> = {}): Outcome =>
      outcome(id, { finishedAt: new Date(time), ...changes });
    await happen(
      [
        at('2026-02-28T00:00:00Z'),
        at('2026-02-28T23:59:59.999Z'),
        at('2026-02-28T12:00:00Z', { kind: 'bounced', handedOverAt: undefined }),
        at('2026-03-02T00:00:00Z', { kind: 'complained' }),
        at('2026-03-02T00:00:00Z', { kind: 'failed', handedOverAt: undefined }),
        at('2026-03-03T00:00:00Z'),
      ],
      own,
    );
    const { body } = await own.get('/transactional/tags/receipt/statistics?from=2026-02-28&to=2026-03-02');
    expect(body).toMatchObject({ tag: 'receipt', from: '2026-02-28', to: '2026-03-02' });
    expect(body.data).toEqual([
      {
        date: '2026-02-28',
        ...NONE,
        sent: 2,
        delivered: 2,
        bounced: 1,
        delivery_rate: 66.67,
        bounce_rate: 33.33,
        complaint_rate: 0,
        failure_rate: 0,
        open_rate: 0,
        click_rate: 0,
      },
      expect.objectContaining({ date: '2026-03-01', ...NONE, delivery_rate: 0, bounce_rate: 0 }),
      expect.objectContaining({ date: '2026-03-02', complained: 1, complaint_rate: 100, failure_rate: 50 }),
    ]);
    expect(body.totals).toMatchObject({ sent: 3, delivered: 3, bounced: 1, failed: 1, delivery_rate: 60 });
  });

  it('cover the last 30 days by default, or the 30 days before a given last day', async () => {
    await patch(tenant, '/transactional/tags/period', {});
    const { body } = await tenant.get('/transactional/tags/period/statistics');
    expect(body.data).toHaveLength(30);
    expect(body.data.at(-1).date).toBe(new Date().toISOString().slice(0, 10));
    const before = await tenant.get('/transactional/tags/period/statistics?to=2026-03-01');
    expect([before.body.from, before.body.data.length]).toEqual(['2026-01-31', 30]);
  });

  it('cover at most 400 days', async () => {
    const path = '/transactional/tags/period/statistics?to=2026-11-20&from=';
    expect((await tenant.get(`${path}2025-10-17`)).body.data).toHaveLength(400);
    expect((await tenant.get(`${path}2025-10-16`)).body.errors).toHaveProperty('from');
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['from=1969-12-31', 'from'],
    ['to=2026-1-1', 'to'],
    ['to=0000-00-00', 'to'],
    ['to=2026-11-20T10:00:00Z', 'to'],
    ['from=2026-11-20&to=2026-11-19', 'from'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await tenant.get(`/transactional/tags/period/statistics?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each(['to=1970-01-01', 'from=9999-12-31&to=9999-12-31'])('support the first and last days: %s', async (query) => {
    expect((await tenant.get(`/transactional/tags/period/statistics?${query}`)).body.data).toHaveLength(1);
  });

  it('of an unused tag return 404', async () => {
    expect((await tenant.get('/transactional/tags/never/statistics')).status).toBe(404);
  });
});

describe('tracking settings', () => {
  it('are off by default and follow a change after a second', async () => {
    let now = 1_000_000;
    const clock: Clock = { now: () => now };
    const settings = createTrackingSettings({ db: app.installation.db, clock });
    const { id } = tenant.account;
    expect(await settings(id, 'tracked')).toEqual({ opens: false, clicks: false });
    await patch(tenant, '/transactional/tags/tracked', { track_opens: true });
    now += 999;
    expect(await settings(id, 'tracked')).toEqual({ opens: false, clicks: false });
    now += 1;
    expect(await settings(id, 'tracked')).toEqual({ opens: true, clicks: false });
    expect(await settings(id + 1, 'tracked')).toEqual({ opens: false, clicks: false });
  });

  it('are read again after a failure', async () => {
    let fails = true;
    const { db } = app.installation;
    const flaky = {
      query: async <Row>(...args: Parameters<typeof db.query>) => {
        if (fails) throw new Error('The database is away');
        return db.query<Row>(...args);
      },
    };
    const settings = createTrackingSettings({ db: flaky, clock: { now: () => 0 } });
    await expect(settings(tenant.account.id, 'tracked')).rejects.toThrow('away');
    fails = false;
    expect(await settings(tenant.account.id, 'tracked')).toMatchObject({ clicks: false });
  });
});

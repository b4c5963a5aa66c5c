import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inReaderLanguage } from '../../src/app/people.ts';
import { createAlertListener } from '../../src/app/webhooks.ts';
import { silentLog } from '../../src/base/log.ts';
import {
  countEngagement,
  createOutcomeStatistics,
  evaluateAlerts,
} from '../../src/features/outcomes/transactional-tags/index.ts';
import { startApp, type Answer, type Client, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Outcome = Parameters<ReturnType<typeof createOutcomeStatistics>>[2][number];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-06-15T12:00:00Z');
const RATE = { tag: 'receipt', kind: 'bounce_rate', threshold_percent: 5, window_minutes: 60 };
const SILENCE = { tag: 'receipt', kind: 'silence', window_minutes: 90 };

const record = createOutcomeStatistics({ bouncePercent: 100, complaintPercent: 100, minimumVolume: 1_000_000 });

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startApp();
  tenant = await app.newAccount();
});
afterAll(() => app.close());

async function call(client: Client, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${app.api.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function addAlert(client: Client, alert: Record<string, unknown> = RATE) {
  const { status, body } = await client.post('/transactional/alerts', alert);
  expect(status).toBe(201);
  return body;
}

describe('alerts', () => {
  it('are created with defaults, read, changed and deleted', async () => {
    const own = await app.newAccount();
    const alert = await addAlert(own);
    expect(alert).toEqual({
      id: alert.id,
      ...RATE,
      minimum_volume: 20,
      email: null,
      firing_since: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const path = `/transactional/alerts/${alert.id}`;
    const changes = { threshold_percent: 2.25, email: 'team@acme.example', minimum_volume: 1 };
    expect(await call(own, 'PATCH', path, changes)).toMatchObject({ status: 200, body: { ...alert, ...changes } });
    expect((await own.get(path)).body).toEqual({ ...alert, ...changes });
    expect((await own.get('/transactional/alerts')).body).toEqual({
      data: [{ ...alert, ...changes }],
      per_page: 100,
      has_more: false,
    });
    expect((await call(own, 'PATCH', path, { email: null })).body.email).toBeNull();
    expect((await call(own, 'DELETE', path)).status).toBe(200);
    expect((await own.get(path)).status).toBe(404);
    expect((await call(own, 'DELETE', path)).status).toBe(404);
  });

  it('of silence have no threshold and no minimum volume', async () => {
    const own = await app.newAccount();
    const alert = await addAlert(own, SILENCE);
    expect(alert).toMatchObject({ ...SILENCE, threshold_percent: null, minimum_volume: null });
  });

  it('change completely between rates and silence', async () => {
    const own = await app.newAccount();
    const { id } = await addAlert(own);
    const path = `/transactional/alerts/${id}`;
    expect((await call(own, 'PATCH', path, { kind: 'silence' })).body).toMatchObject({ threshold_percent: null });
    const incomplete = await call(own, 'PATCH', path, { kind: 'failure_rate' });
    expect([incomplete.status, Object.keys(incomplete.body.errors)]).toEqual([422, ['threshold_percent']]);
    expect((await call(own, 'PATCH', path, { kind: 'failure_rate', threshold_percent: 1 })).body).toMatchObject({
      kind: 'failure_rate',
      minimum_volume: 20,
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ tag: 'No Tag' }, 'tag'],
    [{ tag: '' }, 'tag'],
    [{ tag: 'x'.repeat(257) }, 'tag'],
    [{ tag: 7 }, 'tag'],
    [{ kind: 'open_rate' }, 'kind'],
    [{ threshold_percent: undefined }, 'threshold_percent'],
    [{ threshold_percent: -0.01 }, 'threshold_percent'],
    [{ threshold_percent: 100 }, 'threshold_percent'],
    [{ threshold_percent: 0.125 }, 'threshold_percent'],
    [{ threshold_percent: '5' }, 'threshold_percent'],
    [{ window_minutes: undefined }, 'window_minutes'],
    [{ window_minutes: 4 }, 'window_minutes'],
    [{ window_minutes: 10_081 }, 'window_minutes'],
    [{ window_minutes: 60.5 }, 'window_minutes'],
    [{ minimum_volume: 0 }, 'minimum_volume'],
    [{ minimum_volume: 1e12 }, 'minimum_volume'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'Ann <ann@acme.example>' }, 'email'],
    [{ kind: 'silence' }, 'threshold_percent'],
    [{ kind: 'silence', threshold_percent: null, minimum_volume: 5 }, 'minimum_volume'],
  ])('refuse %j', async (changes, field) => {
    const { status, body } = await tenant.post('/transactional/alerts', { ...RATE, ...changes });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each([{ window_minutes: 5 }, { window_minutes: 10_080 }, { threshold_percent: 0 }, { threshold_percent: 99.99 }])(
    'accept %j',
    async (changes) => {
      expect(await addAlert(await app.newAccount(), { ...RATE, ...changes })).toMatchObject(changes);
    },
  );

  it('refuse an invalid change and keep the values', async () => {
    const own = await app.newAccount();
    const alert = await addAlert(own);
    const path = `/transactional/alerts/${alert.id}`;
    const { status, body } = await call(own, 'PATCH', path, { threshold_percent: null, window_minutes: 61 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['threshold_percent']]);
    expect((await own.get(path)).body).toEqual(alert);
  });

  it('are limited to 100 per account, also for concurrent requests', async () => {
    const own = await app.newAccount();
    const answers = await Promise.all(Array.from({ length: 104 }, () => own.post('/transactional/alerts', SILENCE)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect((await own.get('/transactional/alerts')).body.data).toHaveLength(100);
  });

  it('of other accounts return 404', async () => {
    const { id } = await addAlert(await app.newAccount());
    const path = `/transactional/alerts/${id}`;
    expect((await tenant.get(path)).status).toBe(404);
    expect((await call(tenant, 'PATCH', path, { email: null })).status).toBe(404);
    expect((await call(tenant, 'DELETE', path)).status).toBe(404);
  });

  it.each(['0', '-1', '1.5', '01', 'abc', '9'.repeat(15), '9'.repeat(16), '9'.repeat(40)])(
    'return 404 for the ID %s',
    async (id) => {
      expect((await tenant.get(`/transactional/alerts/${id}`)).status).toBe(404);
      expect((await call(tenant, 'PATCH', `/transactional/alerts/${id}`, {})).status).toBe(404);
      expect((await call(tenant, 'DELETE', `/transactional/alerts/${id}`)).status).toBe(404);
    },
  );

  it('are read with one scope and changed with another', async () => {
    const reader = await app.newAccount({ scopes: ['transactional:read'] });
    expect((await reader.get('/transactional/alerts')).status).toBe(200);
    expect((await reader.post('/transactional/alerts', RATE)).status).toBe(403);
    const sender = await app.newAccount({ scopes: ['transactional:send'] });
    expect((await sender.get('/transactional/alerts')).status).toBe(403);
    expect((await sender.post('/transactional/alerts', RATE)).status).toBe(403);
    const manager = await app.newAccount({ scopes: ['transactional:manage'] });
    expect((await manager.post('/transactional/alerts', RATE)).status).toBe(201);
  });
});

describe('evaluation', () => {
  it('notifies once when a rate exceeds its threshold and once when it recovers', async () => {
    const own = await app.newAccount();
    const alert = await addAlert(own);
    await happen(own, 'receipt', NOON, { delivered: 93, bounced: 7 });
    const [mail, ...others] = await evaluate(own, NOON + MINUTE_MS);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: own.account.email, subject: 'Alert: bounce rate for "receipt"' });
    expect(mail?.text).toContain('within 1 hour: 7% (7 of 100) of emails that were delivered or bounced.');
    expect(mail?.text).toContain('above the threshold of 5%');
    expect((await own.get(`/transactional/alerts/${alert.id}`)).body.firing_since).toBe('2026-06-15T12:01:00.000Z');
    expect(await evaluate(own, NOON + 2 * MINUTE_MS)).toEqual([]);

    await happen(own, 'receipt', NOON + 30 * MINUTE_MS, { delivered: 100 });
    const [allClear, ...rest] = await evaluate(own, NOON + 31 * MINUTE_MS);
    expect(rest).toEqual([]);
    expect(allClear?.subject).toBe('Alert resolved: bounce rate for "receipt"');
    expect(allClear?.text).toContain('3.5% (7 of 200)');
    expect(allClear?.text).toContain('since 2026-06-15 12:01 UTC');
    expect(await evaluate(own, NOON + 32 * MINUTE_MS)).toEqual([]);
    expect((await own.get(`/transactional/alerts/${alert.id}`)).body.firing_since).toBeNull();
  });

  it('notifies in the language of the account', async () => {
    const own = await app.newAccount();
    await app.installation.db.query(
      { name: '', text: `insert into campaign_settings (account_id, language) values ($1, 'de-AT')` },
      [own.account.id],
    );
    const alert = await addAlert(own);
    await happen(own, 'receipt', NOON, { delivered: 930, bounced: 70 });
    const [mail] = await evaluate(own, NOON + MINUTE_MS);
    expect(mail?.subject).toBe('Warnung: Bounce-Rate bei „receipt“');
    expect(mail?.text).toContain(
      'Bounce-Rate für das Tag „receipt“ in 1 Stunde: 7 % (70 von 1.000) der zugestellten oder unzustellbaren E-Mails. ' +
        'Die Rate liegt über dem Schwellenwert von 5 %.',
    );
    expect(mail?.text).toContain(`ID der Warnung: ${alert.id}.`);
  });

  it('fires above the threshold, not at it', async () => {
    const own = await app.newAccount();
    await addAlert(own);
    await happen(own, 'receipt', NOON, { delivered: 95, bounced: 5 });
    expect(await evaluate(own, NOON + MINUTE_MS)).toEqual([]);
  });

  it('ignores rates below the minimum volume', async () => {
    const own = await app.newAccount();
    await addAlert(own, { ...RATE, minimum_volume: 21 });
    await happen(own, 'receipt', NOON, { bounced: 20 });
    expect(await evaluate(own, NOON + MINUTE_MS)).toEqual([]);
    await happen(own, 'receipt', NOON, { bounced: 1 });
    expect(await evaluate(own, NOON + 2 * MINUTE_MS)).toHaveLength(1);
  });

  it("uses only the alert's tag", async () => {
    const own = await app.newAccount();
    await addAlert(own);
    await happen(own, 'other', NOON, { bounced: 100 });
    expect(await evaluate(own, NOON + MINUTE_MS)).toEqual([]);
  });

  it('counts hours that overlap the window and no others', async () => {
    const own = await app.newAccount();
    await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    expect(await evaluate(own, NOON + 2 * HOUR_MS)).toEqual([]);
    expect(await evaluate(own, NOON + 2 * HOUR_MS - MINUTE_MS)).toHaveLength(1);
    const [allClear] = await evaluate(own, NOON + 2 * HOUR_MS);
    expect(allClear?.text).toContain('0% (0 of 0)');
    expect(allClear?.text).toContain('The alert needs at least 20 emails to evaluate the rate.');
  });

  it.each<[string, Partial<Record<Outcome['kind'], number>>, string]>([
    ['complaint_rate', { delivered: 90, complained: 10 }, '10% (10 of 100) of delivered emails'],
    [
      'failure_rate',
      { delivered: 60, bounced: 20, failed: 20 },
      '20% (20 of 100) of emails that were delivered, bounced',
    ],
  ])('supports the %s', async (kind, outcomes, words) => {
    const own = await app.newAccount();
    await addAlert(own, { ...RATE, kind, email: 'team@acme.example' });
    await happen(own, 'receipt', NOON, outcomes);
    const [mail] = await evaluate(own, NOON + MINUTE_MS);
    expect(mail?.to).toBe('team@acme.example');
    expect(mail?.text).toContain(words);
  });

  it('reports silence of a used tag and its end', async () => {
    const own = await app.newAccount();
    await addAlert(own, SILENCE);
    expect(await evaluate(own, NOON)).toEqual([]);
    await happen(own, 'receipt', NOON, { delivered: 1 });
    expect(await evaluate(own, NOON + 89 * MINUTE_MS)).toEqual([]);
    const [mail] = await evaluate(own, NOON + 90 * MINUTE_MS);
    expect(mail?.subject).toBe('Alert: no emails for "receipt"');
    expect(mail?.text).toContain('within 90 minutes');
    expect(mail?.text).toContain('Last result: 2026-06-15 12:00 UTC');
    await happen(own, 'receipt', NOON + 100 * MINUTE_MS, { bounced: 1 });
    expect(await evaluate(own, NOON + 101 * MINUTE_MS)).toMatchObject([
      { subject: 'Alert resolved: no emails for "receipt"', text: expect.stringContaining('2026-06-15 13:40 UTC') },
    ]);
  });

  it('does not count an open as a message', async () => {
    const own = await app.newAccount();
    await addAlert(own, SILENCE);
    await happen(own, 'receipt', NOON, { delivered: 1 });
    await countEngagement(app.installation.db, own.account.id, new Date(NOON + 80 * MINUTE_MS), [
      { tag: 'receipt', kind: 'opened' },
    ]);
    expect(await evaluate(own, NOON + 90 * MINUTE_MS)).toHaveLength(1);
  });

  it('keeps an alert unchanged if its email is refused, and continues with others', async () => {
    const own = await app.newAccount();
    const [first, second] = [await addAlert(own), await addAlert(own, { ...RATE, threshold_percent: 1 })];
    await happen(own, 'receipt', NOON, { bounced: 100 });
    let calls = 0;
    const reported = await evaluate(own, NOON + MINUTE_MS, () => {
      calls += 1;
      if (calls === 1) throw new Error('No quota is left');
    });
    expect(reported).toHaveLength(1);
    expect((await own.get(`/transactional/alerts/${first.id}`)).body.firing_since).toBeNull();
    expect((await own.get(`/transactional/alerts/${second.id}`)).body.firing_since).not.toBeNull();
    expect(await evaluate(own, NOON + 2 * MINUTE_MS)).toHaveLength(1);
  });

  it('notifies once for concurrent runs', async () => {
    const own = await app.newAccount();
    await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    const reported = await Promise.all([1, 2, 3].map(() => evaluate(own, NOON + MINUTE_MS)));
    expect(reported.flat()).toHaveLength(1);
  });

  it('covers every alert of every account across batches', async () => {
    const owners = await Promise.all([1, 2, 3].map(() => app.newAccount()));
    for (const own of owners) {
      await Promise.all(Array.from({ length: 90 }, () => addAlert(own)));
      await happen(own, 'receipt', NOON, { bounced: 100 });
    }
    const [first, ...others] = owners;
    expect(await evaluate(first as Tenant, NOON + MINUTE_MS)).toHaveLength(90);
    for (const own of others) {
      const { body } = await own.get('/transactional/alerts');
      expect(body.data.filter((alert: { firing_since: unknown }) => alert.firing_since)).toHaveLength(90);
    }
  });

  it('covers the alerts after a batch that contains an alert of a closed account', async () => {
    const owners = await Promise.all([1, 2, 3, 4].map(() => app.newAccount()));
    for (const own of owners) await Promise.all(Array.from({ length: 90 }, () => addAlert(own)));
    const [closed, , , last] = owners.toSorted((one, other) => one.account.id - other.account.id);
    if (!closed || !last) throw new Error('There are no accounts');
    for (const own of [closed, last]) await happen(own, 'receipt', NOON, { bounced: 100 });
    await app.installation.db.script(`update account set closed_at = now() where account_id = ${closed.account.id}`);
    expect(await evaluate(last, NOON + MINUTE_MS)).toHaveLength(90);
    const firing = `select from tag_alert where account_id = $1 and firing_since is not null`;
    expect(await rowsOf(app.installation.db, firing, [closed.account.id])).toEqual([]);
  });

  it("resets when the alert's tag or kind changes, but not its limits", async () => {
    const own = await app.newAccount();
    const { id } = await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    await evaluate(own, NOON + MINUTE_MS);
    const path = `/transactional/alerts/${id}`;
    expect((await call(own, 'PATCH', path, { threshold_percent: 6 })).body.firing_since).not.toBeNull();
    expect((await call(own, 'PATCH', path, { tag: 'other' })).body.firing_since).toBeNull();
  });
});

describe('alert webhook', () => {
  it('is called once when an alert fires and once when it ends, with the numbers', async () => {
    const own = await ownerOfWebhook(['alert']);
    const { id } = await addAlert(own);
    await happen(own, 'receipt', NOON, { delivered: 93, bounced: 7 });
    await evaluate(own, NOON + MINUTE_MS);
    await evaluate(own, NOON + 2 * MINUTE_MS);
    const known = { tag: 'receipt', kind: 'bounce_rate', threshold_percent: 5, window_minutes: 60, minimum_volume: 20 };
    const fired = {
      event: 'alert',
      occurred_at: new Date(NOON + MINUTE_MS),
      tag: 'receipt',
      message_id: null,
      recipient: null,
      status: null,
      reason:
        'Bounce rate for the tag "receipt" within 1 hour: 7% (7 of 100) of emails that were delivered or bounced. The rate is ' +
        'above the threshold of 5%.',
      extra: {
        ...known,
        id,
        state: 'firing',
        volume: 100,
        value_percent: 7,
        firing_since: '2026-06-15T12:01:00.000Z',
        last_outcome_at: '2026-06-15T12:00:00.000Z',
      },
    };
    expect(await eventsOf(own)).toEqual([fired]);

    await happen(own, 'receipt', NOON + 30 * MINUTE_MS, { delivered: 100 });
    await evaluate(own, NOON + 31 * MINUTE_MS);
    await evaluate(own, NOON + 32 * MINUTE_MS);
    expect(await eventsOf(own)).toEqual([
      fired,
      {
        ...fired,
        occurred_at: new Date(NOON + 31 * MINUTE_MS),
        reason: expect.stringContaining('3.5% (7 of 200)'),
        extra: {
          ...fired.extra,
          state: 'ended',
          volume: 200,
          value_percent: 3.5,
          last_outcome_at: '2026-06-15T12:30:00.000Z',
        },
      },
    ]);
  });

  it('gets the time of the last outcome instead of a rate for silence', async () => {
    const own = await ownerOfWebhook(['alert']);
    await addAlert(own, SILENCE);
    await happen(own, 'receipt', NOON, { delivered: 1 });
    await evaluate(own, NOON + 90 * MINUTE_MS);
    const nothing = { volume: null, value_percent: null, minimum_volume: null, threshold_percent: null };
    expect(await eventsOf(own)).toMatchObject([
      { extra: { ...nothing, kind: 'silence', window_minutes: 90, last_outcome_at: '2026-06-15T12:00:00.000Z' } },
    ]);
  });

  it('shows a rate slightly over the threshold as over it', async () => {
    const own = await ownerOfWebhook(['alert']);
    await addAlert(own, { ...RATE, kind: 'complaint_rate', threshold_percent: 33.33 });
    await happen(own, 'receipt', NOON, { delivered: 60, complained: 30 });
    await evaluate(own, NOON + MINUTE_MS);
    expect(await eventsOf(own)).toMatchObject([{ extra: { value_percent: 33.34, threshold_percent: 33.33 } }]);
  });

  it('gets nothing unless it is subscribed to alerts', async () => {
    const [own, without] = [await ownerOfWebhook(undefined), await app.newAccount()];
    for (const owner of [own, without]) {
      await addAlert(owner);
      await happen(owner, 'receipt', NOON, { bounced: 100 });
      expect(await evaluate(owner, NOON + MINUTE_MS)).toHaveLength(1);
      expect(await eventsOf(owner)).toEqual([]);
    }
  });

  it('gets nothing for an alert until its email is accepted', async () => {
    const own = await ownerOfWebhook(['alert']);
    await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    await evaluate(own, NOON + MINUTE_MS, () => {
      throw new Error('No quota is left');
    });
    expect(await eventsOf(own)).toEqual([]);
    await evaluate(own, NOON + 2 * MINUTE_MS);
    expect(await eventsOf(own)).toHaveLength(1);
  });

  it('and email get nothing if the event cannot be written, and the alert is unchanged', async () => {
    const own = await ownerOfWebhook(['alert']);
    const { id } = await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    const reported = await evaluate(own, NOON + MINUTE_MS, undefined, async (tx, event) => {
      await createAlertListener()(tx, event);
      throw new Error('The day has no partition');
    });
    expect([reported, await eventsOf(own)]).toEqual([[], []]);
    expect((await own.get(`/transactional/alerts/${id}`)).body.firing_since).toBeNull();
  });

  it('is called once for concurrent evaluations', async () => {
    const own = await ownerOfWebhook(['alert']);
    await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    await Promise.all([1, 2, 3].map(() => evaluate(own, NOON + MINUTE_MS)));
    expect(await eventsOf(own)).toHaveLength(1);
  });

  it('has alerts in its log, found by event and by tag', async () => {
    const own = await ownerOfWebhook(['alert', 'bounced'], false);
    await addAlert(own);
    await happen(own, 'receipt', NOON, { bounced: 100 });
    await evaluate(own, NOON + MINUTE_MS);
    const found = async (query: string) => {
      const { status, body } = await own.get(`/transactional/webhook/deliveries?${query}`);
      expect(status).toBe(200);
      return body.data;
    };
    expect(await found('event=alert&tag=receipt')).toMatchObject([
      { event: 'alert', tag: 'receipt', message_id: null, recipient: null, test: false, state: 'held' },
    ]);
    expect(await found('event=bounced')).toEqual([]);
    expect(await found('tag=other')).toEqual([]);
  });
});

/** Creates an account with a webhook. By default, the webhook receives the same events as any new webhook. */
async function ownerOfWebhook(events: readonly string[] | undefined, enabled = true): Promise<Tenant> {
  const own = await app.newAccount();
  const settings = { url: 'https://hooks.acme.example/', enabled, ...(events && { events }) };
  expect((await call(own, 'PUT', '/transactional/webhook', settings)).status).toBe(201);
  return own;
}

/** Returns the queued events of the account's webhook, oldest first. */
async function eventsOf(of: Tenant) {
  const text =
    'select event, occurred_at, tag, message_id, recipient, status, reason, extra from webhook_delivery ' +
    'where account_id = $1 order by occurred_at';
  return app.installation.db.query({ name: '', text }, [of.account.id]);
}

/** Records outcomes for a tag at the given time: the given number of each kind. */
async function happen(
  of: Tenant,
  tag: string,
  timeMs: number,
  counts: Partial<Record<Outcome['kind'], number>>,
): Promise<void> {
  const { status, body } = await of.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
    tag,
  });
  expect(status).toBe(202);
  const finishedAt = new Date(timeMs);
  // Safe cast: the keys of the record are outcome kinds.
  const outcomes = (Object.entries(counts) as [Outcome['kind'], number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index): Outcome => ({
      messageId: body.id.slice(3),
      recipientNo: index,
      kind,
      handedOverAt: finishedAt,
      wasSent: false,
      finishedAt,
      becameDelayed: false,
      route: 'direct',
    })),
  );
  await app.installation.db.transaction((tx) => record(tx, of.account.id, outcomes));
}

/** Runs the job at the given time, and returns the emails to the account. */
async function evaluate(
  of: Tenant,
  nowMs: number,
  beforeSending: () => void = () => {},
  onAlert = createAlertListener(),
) {
  const reported: { accountId: number; to: string; subject: string; text: string }[] = [];
  await evaluateAlerts({
    db: app.installation.db,
    clock: { now: () => nowMs },
    log: silentLog,
    async sendMail(tx, mail) {
      if (mail.accountId === of.account.id) beforeSending();
      const sendNotice = inReaderLanguage((_tx, notice) => Promise.resolve(void reported.push(notice)));
      await sendNotice(tx, mail);
    },
    onAlert,
  });
  return reported.filter((mail) => mail.accountId === of.account.id);
}

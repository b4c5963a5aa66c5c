import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/app/api.ts';
import { accountCommand } from '../../src/app/commands/account.ts';
import { keyCommand } from '../../src/app/commands/key.ts';
import { planCommand } from '../../src/app/commands/plan.ts';
import { queueCommand } from '../../src/app/commands/queue.ts';
import { createAccount, findAccount, hindrancesOf } from '../../src/features/tenants/accounts/index.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { sitesOf } from '../../src/features/administration/operator/queues.ts';
import { areSitesQuiet } from '../../src/features/sending/delivery/index.ts';
import { eventually, startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, withToken, type Caller } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

let chief: Caller;
let operatorId: number;

const ACCOUNTS = '/dashboard/operator/accounts';

const app = shared(startApp);

beforeAll(async () => {
  const account = await findAccount(app.installation.db, app.installation.config.ownerEmail);
  operatorId = account?.id ?? 0;
  chief = (await newPerson(app, operatorId, 'owner')).session;
});

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

function send(tenant: Tenant, to = 'delivered@sandbox.localhost'): Promise<Answer> {
  return tenant.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: [to],
    subject: 'Hello',
    text: 'Hi',
  });
}

async function write<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

function operate(tenant: Tenant, change: unknown, by = chief): Promise<Answer> {
  return by.call('PATCH', `${ACCOUNTS}/${tenant.account.id}`, change);
}

/** Sends messages until a response has this status, and resolves with this response. */
function untilSendIs(tenant: Tenant, status: number, to?: string): Promise<Answer> {
  return eventually(`a send returns ${status}`, async () => {
    const answer = await send(tenant, to);
    return answer.status === status ? answer : undefined;
  });
}

function everyOperation(accountId: number): [method: string, path: string, body?: unknown][] {
  return [
    ['GET', ACCOUNTS],
    ['POST', ACCOUNTS, { email: 'nobody@tenants.example' }],
    ['GET', `${ACCOUNTS}/${accountId}`],
    ['PATCH', `${ACCOUNTS}/${accountId}`, { plan: 'free' }],
    ['GET', `${ACCOUNTS}/${accountId}/audit`],
    ['POST', `${ACCOUNTS}/${accountId}/review`, { decision: 'approve' }],
    ['GET', '/dashboard/operator/reviews'],
    ['GET', '/dashboard/operator/plans'],
    ['POST', '/dashboard/operator/plans', { name: 'mine' }],
    ['PATCH', '/dashboard/operator/plans/free', { monthly_quota: null }],
    ['GET', '/dashboard/operator/queues'],
    ['POST', '/dashboard/operator/queues/stops', { site: 'example.com', reason: 'x' }],
    ['DELETE', '/dashboard/operator/queues/stops/example.com'],
    ['GET', '/dashboard/operator/system'],
  ];
}

describe('operator operations', () => {
  it.each(['owner', 'admin', 'member', 'read_only'] as const)(
    'are refused to the %s of another account, by session and by token',
    async (role) => {
      const tenant = await app.newAccount({ plan: 'unlimited' });
      const person = await newPerson(app, tenant.account.id, role);
      for (const [method, path, body] of everyOperation(tenant.account.id)) {
        expect(`${method} ${path} ${(await person.session.call(method, path, body)).status}`).toBe(
          `${method} ${path} 403`,
        );
        expect(`${method} ${path} ${(await person.call(method, path, body)).status}`).toBe(`${method} ${path} 403`);
      }
      expect(await findAccount(app.installation.db, tenant.account.email)).toMatchObject({ plan: 'unlimited' });
    },
  );

  it.each(['member', 'read_only'] as const)("are refused to a %s of the operator's account", async (role) => {
    const { session } = await newPerson(app, operatorId, role);
    for (const [method, path, body] of everyOperation(operatorId)) {
      expect(`${method} ${path} ${(await session.call(method, path, body)).status}`).toBe(`${method} ${path} 403`);
    }
  });

  it.each(['owner', 'admin'] as const)("are allowed for the %s of the operator's account", async (role) => {
    const { session } = await newPerson(app, operatorId, role);
    for (const path of [ACCOUNTS, '/dashboard/operator/plans', '/dashboard/operator/queues']) {
      expect((await session.call('GET', path)).status).toBe(200);
    }
  });

  it('are refused to a key, even with the scope in another account', async () => {
    const tenant = await app.newAccount();
    const { db } = app.installation;
    const { key } = await createKey(db, { accountId: tenant.account.id, name: 'x', scopes: [SCOPES.operator] });
    for (const [method, path, body] of everyOperation(tenant.account.id)) {
      expect((await tenant.get('/dashboard/operator/accounts')).status).toBe(403);
      expect(`${method} ${path} ${(await withToken(app, key).call(method, path, body)).status}`).toBe(
        `${method} ${path} 403`,
      );
    }
  });

  it('are refused without valid credentials', async () => {
    for (const [method, path, body] of everyOperation(1)) {
      expect((await withToken(app, 'pr_nobody').call(method, path, body)).status).toBe(401);
    }
  });
});

describe('list of accounts', () => {
  async function idsOf(query: string): Promise<number[]> {
    const { body, status } = await chief.call('GET', `${ACCOUNTS}?${query}`);
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: number }) => id);
  }

  it('has the results of 30 days and the usage of the month', async () => {
    const tenant = await app.newAccount({ plan: 'free' });
    await write(
      `insert into transactional_tag_hour (account_id, tag, hour, sent, delivered, bounced, complained) values
         ($1, '', date_trunc('hour', now()), 110, 90, 10, 1),
         ($1, 'x', date_trunc('hour', now()), 7, 7, 0, 0),
         ($1, '', date_trunc('hour', now() - interval '29 days'), 100, 100, 0, 0),
         ($1, '', date_trunc('hour', now() - interval '31 days'), 100, 0, 100, 0)`,
      [tenant.account.id],
    );
    const { data } = (await chief.call('GET', `${ACCOUNTS}?search=${tenant.account.email}`)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id: tenant.account.id,
      plan: 'free',
      status: 'active',
      month: { used: 0, limit: 3000 },
      last_30_days: { sent: 210, delivered: 190, bounced: 10, complained: 1, bounce_rate: 5, complaint_rate: 0.53 },
    });
  });

  it('searches names and addresses case-insensitively and literally', async () => {
    const tenant = await app.newAccount();
    await operate(tenant, { name: 'Süß & 100%_Söhne' });
    for (const search of ['süß', 'SÖHNE', '100%_', tenant.account.email.toUpperCase()]) {
      expect(await idsOf(`search=${encodeURIComponent(search)}`)).toEqual([tenant.account.id]);
    }
    expect(await idsOf(`search=${encodeURIComponent('s%söhne')}`)).toEqual([]);
  });

  it('filters by displayed status and by plan', async () => {
    const { body: plan } = await chief.call('POST', '/dashboard/operator/plans', { name: 'filtered' });
    const tenants = await Promise.all(Array.from({ length: 4 }, () => app.newAccount()));
    for (const tenant of tenants) await operate(tenant, { plan: plan.name });
    const [active, paused, restricted, off] = tenants as [Tenant, Tenant, Tenant, Tenant];
    await operate(paused, { paused: true, pause_reason: 'x', transactional_enabled: false });
    await operate(restricted, { restricted: true, restricted_reason: 'x', paused: true, pause_reason: 'x' });
    await operate(off, { transactional_enabled: false });
    const expected = { active, paused, restricted, transactional_off: off };
    for (const [status, tenant] of Object.entries(expected)) {
      const { data } = (await chief.call('GET', `${ACCOUNTS}?plan=filtered&status=${status}`)).body;
      expect(data.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
        [tenant.account.id, status],
      ]);
    }
    expect(await idsOf('plan=filtered')).toHaveLength(4);
  });

  it('is paginated newest first while accounts are added', async () => {
    const made: number[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await app.newAccount()).account.id);
    const first = await idsOf('per_page=2');
    expect(first).toEqual(made.slice(0, 2));
    await app.newAccount();
    expect(await idsOf(`per_page=3&after=${first[1]}`)).toEqual(made.slice(2));
  });

  it.each([
    'per_page=0',
    'per_page=101',
    'after=0',
    'after=x',
    'status=x',
    `search=${'x'.repeat(201)}`,
    'search=%00',
    'plan=%00',
  ])('refuses %s', async (query) => {
    expect((await chief.call('GET', `${ACCOUNTS}?${query}`)).status).toBe(422);
  });

  it.each(['0', 'x', '999999999999999', '99999999999999999999', '-1'])('returns 404 for the account %s', async (id) => {
    expect((await chief.call('GET', `${ACCOUNTS}/${id}`)).status).toBe(404);
    expect((await chief.call('PATCH', `${ACCOUNTS}/${id}`, { plan: 'free' })).status).toBe(404);
    expect((await chief.call('POST', `${ACCOUNTS}/${id}/review`, { decision: 'approve' })).status).toBe(404);
    expect((await chief.call('GET', `${ACCOUNTS}/${id}/audit`)).status).toBe(404);
  });

  it('returns an account with its usage and newest review', async () => {
    const tenant = await app.newAccount({ plan: 'free' });
    const { body } = await chief.call('GET', `${ACCOUNTS}/${tenant.account.id}`);
    expect(body).toMatchObject({ id: tenant.account.id, usage: { plan: 'free' }, review: null, runs_out_on: null });
  });
});

describe('new account', () => {
  it('has the given plan and name and can be found', async () => {
    const wanted = { email: 'New@Tenants.Example', name: 'New', plan: 'paid' };
    const { body, status } = await chief.call('POST', ACCOUNTS, wanted);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'New', plan: 'paid', is_operator: false, status: 'active' });
    const audit = await chief.call('GET', `${ACCOUNTS}/${body.id}/audit`);
    expect(audit.body.data[0]).toMatchObject({ action: 'account.create', after: { plan: 'paid' } });
  });

  it('invites its owner by email only if it is created', async () => {
    const wanted = { email: 'invited@tenants.example' };
    const { body } = await chief.call('POST', ACCOUNTS, wanted);
    await chief.call('POST', ACCOUNTS, wanted);
    const invited = await write<{ account_id: number; role: string }>(
      'select account_id, role from invitation where email = $1',
      [wanted.email],
    );
    expect(invited).toEqual([{ account_id: body.id, role: 'owner' }]);
    const mails = await write<{ recipient: string }>('select recipient from delivery where recipient = $1', [
      wanted.email,
    ]);
    expect(mails).toHaveLength(1);
  });

  it('is created once per address', async () => {
    const make = () => chief.call('POST', ACCOUNTS, { email: 'twice@tenants.example' });
    expect((await Promise.all([make(), make()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 422,
    ]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@b.example\r\nRCPT TO:<c@d.example>' }, 'email'],
    [{ email: 'a@b.example', plan: 'gold' }, 'plan'],
    [{ email: 'a@b.example', name: 'x'.repeat(101) }, 'name'],
    [{ email: 'a@b.example', is_operator: true }, 'is_operator'],
  ])('is refused as %j', async (wanted, field) => {
    const { body, status } = await chief.call('POST', ACCOUNTS, wanted);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('pausing an account', () => {
  it('stops its sends within a second with the reason and can be lifted', async () => {
    const tenant = await app.newAccount();
    expect((await send(tenant)).status).toBe(202);
    const paused = await operate(tenant, { paused: true, pause_reason: 'complaints of yesterday' });
    expect(paused.body).toMatchObject({ status: 'paused', pause_reason: 'complaints of yesterday' });
    // Authentication results are cached, so wait until the first send is rejected.
    const refused = await untilSendIs(tenant, 403);
    expect(refused.body).toMatchObject({ name: 'account_paused' });
    expect(refused.body.message).toContain('complaints of yesterday');
    for (let tries = 0; tries < 5; tries += 1) expect((await send(tenant)).status).toBe(403);
    expect((await operate(tenant, { paused: false })).body.status).toBe('active');
    await untilSendIs(tenant, 202);
  });

  it('can be limited to a class of bulk email with a reason, and other messages are sent', async () => {
    const tenant = await app.newAccount();
    const bare = await operate(tenant, { class_pauses: { campaign: ' ' } });
    expect(Object.keys(bare.body.errors)).toEqual(['class_pauses.campaign']);
    expect((await operate(tenant, { class_pauses: { transactional: 'x' } })).status).toBe(422);
    const paused = await operate(tenant, { class_pauses: { campaign: 'a bought list', confirmation: null } });
    expect(paused.body).toMatchObject({ status: 'active', paused_at: null });
    expect(paused.body.paused_classes).toMatchObject([
      {
        mail_class: 'campaign',
        reason: 'a bought list',
        sentence:
          'Campaigns are paused: a bought list. These emails stay queued until the operator lifts the pause. Emails of other types are still sent.',
      },
    ]);
    expect((await send(tenant)).status).toBe(202);
    const reported = await app.installation.db.query<{ subject: string }>(
      {
        name: '',
        text: `select subject from message where account_id = $1 and subject like 'Campaign sending paused%'`,
      },
      [tenant.account.id],
    );
    expect(reported).toEqual([{ subject: `Campaign sending paused: ${tenant.account.email}` }]);
    expect((await operate(tenant, { class_pauses: { campaign: null } })).body.paused_classes).toEqual([]);
  });

  it('affects the other processes of the installation', async () => {
    const tenant = await app.newAccount();
    const other = await startApi(app.installation);
    try {
      const sendThere = async () =>
        fetch(`${other.baseUrl}/transactional/emails`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            from: 'onboarding@sandbox.localhost',
            to: ['delivered@sandbox.localhost'],
            subject: 'Hello',
            text: 'Hi',
          }),
        });
      expect((await sendThere()).status).toBe(202);
      await operate(tenant, { paused: true, pause_reason: 'x' });
      await eventually('the other process rejects sends', async () =>
        (await sendThere()).status === 403 ? true : undefined,
      );
    } finally {
      await other.close();
    }
  });

  it('requires a reason, notifies the account, and keeps the time of the pause', async () => {
    const tenant = await app.newAccount();
    const bare = await operate(tenant, { paused: true });
    expect(bare.body.errors).toHaveProperty('pause_reason');
    const first = (await operate(tenant, { paused: true, pause_reason: 'first' })).body;
    const again = (await operate(tenant, { paused: true, pause_reason: 'first' })).body;
    expect(again.paused_at).toBe(first.paused_at);
    const [mail] = await write<{ subject: string }>(
      `select m.subject from message m where m.account_id = $1 and m.subject like 'Sending paused%'`,
      [tenant.account.id],
    );
    expect(mail?.subject).toBe(`Sending paused: ${tenant.account.email}`);
  });

  it('includes turning transactional email off and on', async () => {
    const tenant = await app.newAccount();
    await operate(tenant, { transactional_enabled: false });
    expect((await untilSendIs(tenant, 403)).body.name).toBe('feature_not_available');
    await operate(tenant, { transactional_enabled: true });
    await untilSendIs(tenant, 202);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ paused: true, pause_reason: 'x'.repeat(501) }, 'pause_reason'],
    [{ paused: true, pause_reason: 'a\u0000' }, 'pause_reason'],
    [{ pause_reason: 'without pausing' }, 'pause_reason'],
    [{ restricted: false, restricted_reason: 'x' }, 'restricted_reason'],
    [{ restricted: true }, 'restricted_reason'],
    [{ plan: 'gold' }, 'plan'],
    [{ is_operator: true }, 'is_operator'],
    [{ email: 'a@b.example' }, 'email'],
  ])('is refused as %j and changes nothing', async (change, field) => {
    const tenant = await app.newAccount();
    const { body, status } = await operate(tenant, change);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    const account = await findAccount(app.installation.db, tenant.account.email);
    expect(account && hindrancesOf(account)).toEqual([]);
  });
});

describe('restricting an account', () => {
  it("shows the reason and can be lifted, but is refused for the operator's own account", async () => {
    const tenant = await app.newAccount();
    const { body } = await operate(tenant, { restricted: true, restricted_reason: 'unpaid' });
    expect(body).toMatchObject({ status: 'restricted', restricted_reason: 'unpaid' });
    expect((await operate(tenant, { restricted: false })).body).toMatchObject({
      status: 'active',
      restricted_at: null,
    });
    const own = await chief.call('PATCH', `${ACCOUNTS}/${operatorId}`, { restricted: true, restricted_reason: 'x' });
    expect(own.status).toBe(409);
  });
});

describe('two concurrent operators', () => {
  it('both make their changes, and the log has the changes of each', async () => {
    const tenant = await app.newAccount({ plan: 'free' });
    const other = (await newPerson(app, operatorId, 'admin')).session;
    const answers = await Promise.all([
      operate(tenant, { plan: 'paid' }),
      operate(tenant, { paused: true, pause_reason: 'x' }, other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const now = (await chief.call('GET', `${ACCOUNTS}/${tenant.account.id}`)).body;
    expect(now).toMatchObject({ plan: 'paid', status: 'paused' });
    const { data } = (await chief.call('GET', `${ACCOUNTS}/${tenant.account.id}/audit`)).body;
    expect(data).toHaveLength(2);
    expect(data[0].before).toEqual(data[1].after);
    expect(data[0].by.email).not.toBe(data[1].by.email);
  });
});

describe('plans', () => {
  it("are created, listed with their accounts and changed, with entries in the operator's log", async () => {
    const wanted = { name: 'team', monthly_quota: 5, rate_per_second: 9, api_access: false };
    const made = await chief.call('POST', '/dashboard/operator/plans', wanted);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      ...wanted,
      daily_quota: null,
      rate_per_minute: null,
      overage_cents_per_thousand: null,
      contact_limit: null,
      form_limit: null,
      campaign_monthly_quota: null,
      campaign_daily_quota: null,
      campaign_hourly_quota: null,
    });
    const tenant = await app.newAccount();
    await operate(tenant, { plan: 'team' });
    const { data } = (await chief.call('GET', '/dashboard/operator/plans')).body;
    expect(data.find((plan: { name: string }) => plan.name === 'team')).toMatchObject({
      accounts: 1,
      monthly_quota: 5,
    });
    const changed = await chief.call('PATCH', '/dashboard/operator/plans/team', { monthly_quota: null });
    expect(changed.body).toMatchObject({ monthly_quota: null, rate_per_second: 9, api_access: false });
    const audit = await chief.call('GET', '/dashboard/account/audit');
    expect(audit.body.data[0]).toMatchObject({
      action: 'plan.change',
      subject: 'team',
      before: { monthly_quota: 5 },
      after: { monthly_quota: null },
    });
  });

  it('take effect immediately: a lowered limit refuses the next send, a raised one accepts it', async () => {
    await chief.call('POST', '/dashboard/operator/plans', { name: 'tight', monthly_quota: 1 });
    const tenant = await app.newAccount();
    await operate(tenant, { plan: 'tight' });
    const to = tenant.account.email;
    expect((await send(tenant, to)).status).toBe(202);
    expect((await send(tenant, to)).body.name).toBe('monthly_quota_exceeded');
    await chief.call('PATCH', '/dashboard/operator/plans/tight', { monthly_quota: 2 });
    await untilSendIs(tenant, 202, to);
    expect((await send(tenant, to)).status).toBe(429);
    await operate(tenant, { plan: 'unlimited' });
    await untilSendIs(tenant, 202, to);
  });

  it('keep both of two concurrent changes', async () => {
    await chief.call('POST', '/dashboard/operator/plans', { name: 'both' });
    const path = '/dashboard/operator/plans/both';
    await Promise.all([
      chief.call('PATCH', path, { monthly_quota: 10 }),
      chief.call('PATCH', path, { daily_quota: 3 }),
    ]);
    expect((await chief.call('PATCH', path, {})).body).toMatchObject({ monthly_quota: 10, daily_quota: 3 });
  });

  it.each<[Record<string, unknown>, number]>([
    [{ name: 'free' }, 409],
    [{ name: 'Free' }, 422],
    [{ name: '' }, 422],
    [{ name: `a${'x'.repeat(32)}` }, 422],
    [{ name: `a${'x'.repeat(31)}` }, 201],
    [{ name: 'n1', monthly_quota: -1 }, 422],
    [{ name: 'n2', monthly_quota: 1_000_000_000_001 }, 422],
    [{ name: 'n3', monthly_quota: 1_000_000_000_000 }, 201],
    [{ name: 'n4', rate_per_second: 0 }, 422],
    [{ name: 'n5', rate_per_minute: 1_000_001 }, 422],
    [{ name: 'n6', accounts: 3 }, 422],
  ])('as %j return %s', async (wanted, expected) => {
    expect((await chief.call('POST', '/dashboard/operator/plans', wanted)).status).toBe(expected);
  });

  it('that are unknown return 404', async () => {
    expect((await chief.call('PATCH', '/dashboard/operator/plans/gold', { daily_quota: 1 })).status).toBe(404);
  });
});

describe('queues', () => {
  it('show waiting messages by class and by domain', async () => {
    const tenant = await app.newAccount();
    await send(tenant, tenant.account.email);
    const { body } = await chief.call('GET', '/dashboard/operator/queues');
    expect(body.waiting.total).toBeGreaterThanOrEqual(1);
    expect(body.waiting.by_class[0]).toMatchObject({ class: 'transactional' });
    const domain = body.domains.find((one: { domain: string }) => one.domain === 'tenants.example');
    expect(domain.due).toBeGreaterThanOrEqual(1);
    expect(Date.parse(domain.oldest_due_at)).toBeLessThanOrEqual(Date.now());
  });

  it('are not quiet while a process is connected to a site, however many other sites have email waiting', async () => {
    await write(
      `insert into delivery_site (worker, site, waiting, connections, allowed_connections, per_second)
       select 7, 'mx' || n || '.busy.example', n, (n = 0)::integer, 2, 1 from generate_series(0, 150) n`,
    );
    expect(await areSitesQuiet(app.installation.db, ['busy.example'])).toBe(false);
    expect(await areSitesQuiet(app.installation.db, ['other.example'])).toBe(true);
    await write(`delete from delivery_site where worker = 7`);
  });

  it('show sites summed over all workers with the stops that hold them', async () => {
    await write(
      `insert into delivery_site (worker, site, waiting, connections, allowed_connections, per_second, resting_until, reason)
       values (1, 'mx.slow.example', 5, 1, 2, 1.5, now() + interval '1 minute', '421 slow down'),
         (2, 'mx.slow.example', 3, 0, 2, 0.5, null, null)`,
    );
    const stop = { site: 'Slow.Example', reason: 'asked to', minutes: 5 };
    const stopped = await chief.call('POST', '/dashboard/operator/queues/stops', stop);
    expect(stopped.status).toBe(201);
    expect(stopped.body).toMatchObject({ site: 'slow.example', reason: 'asked to' });
    const { body } = await chief.call('GET', '/dashboard/operator/queues');
    const site = body.sites.find((one: { site: string }) => one.site === 'mx.slow.example');
    expect(site).toMatchObject({
      waiting: 8,
      in_flight: 1,
      window: 4,
      per_second: 2,
      last_reply: '421 slow down',
      stopped: { site: 'slow.example' },
    });
    expect(site.workers.map(({ worker }: { worker: number }) => worker).toSorted()).toEqual([1, 2]);
    expect(body.stops).toContainEqual(stopped.body);
    expect((await chief.call('DELETE', '/dashboard/operator/queues/stops/slow.example')).status).toBe(200);
    expect((await chief.call('DELETE', '/dashboard/operator/queues/stops/slow.example')).status).toBe(404);
    const ofAll = { site: '*', reason: 'asked to', minutes: 5 };
    expect((await chief.call('POST', '/dashboard/operator/queues/stops', ofAll)).body).toMatchObject({ site: '*' });
    const all = await chief.call('GET', '/dashboard/operator/queues');
    expect(all.body).toMatchObject({ draining_until: null, stops: [{ site: '*' }] });
    expect(all.body.sites.every(({ stopped: by }: { stopped: unknown }) => by !== null)).toBe(true);
    expect((await chief.call('DELETE', '/dashboard/operator/queues/stops/*')).status).toBe(200);
    const audit = (await chief.call('GET', '/dashboard/account/audit')).body.data;
    expect(
      audit.slice(2, 4).map((entry: { action: string; subject: string }) => [entry.action, entry.subject]),
    ).toEqual([
      ['queue.resume', 'slow.example'],
      ['queue.stop', 'slow.example'],
    ]);
  });

  it.each<[Record<string, unknown>, number]>([
    [{ site: 'ab', reason: 'x' }, 422],
    [{ site: 'abc', reason: 'x' }, 201],
    [{ site: 'x'.repeat(200), reason: 'x' }, 201],
    [{ site: 'x'.repeat(201), reason: 'x' }, 422],
    [{ site: 'a\u0000bcd', reason: 'x' }, 422],
    [{ site: '\ud800bcd', reason: 'x' }, 422],
    [{ site: 'abc', reason: '' }, 422],
    [{ site: 'abc', reason: 'x'.repeat(201) }, 422],
    [{ site: 'abc', reason: 'x', minutes: 0 }, 422],
    [{ site: 'abc', reason: 'x', minutes: 10_080 }, 201],
    [{ site: 'abc', reason: 'x', minutes: 10_081 }, 422],
    [{ site: 'abc' }, 422],
  ])('for the stop %j return the status %s', async (stop, expected) => {
    expect((await chief.call('POST', '/dashboard/operator/queues/stops', stop)).status).toBe(expected);
  });

  it('of no worker have no sites', () => {
    expect(sitesOf({ sites: [], stops: [] })).toEqual([]);
  });
});

describe('system', () => {
  it('shows its version, database, disk, jobs and findings of the doctor', async () => {
    const { body, status } = await chief.call('GET', '/dashboard/operator/system');
    expect(status).toBe(200);
    expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(body.node_version).toBe(process.version);
    expect(body.database.bytes).toBeGreaterThan(1_000_000);
    expect(body.database.durability).toMatchObject({ full_page_writes: expect.any(Boolean) });
    expect(body.disk.total_bytes).toBeGreaterThan(body.disk.free_bytes);
    expect(body.processes).toContainEqual(expect.objectContaining({ role: 'test', connections: expect.any(Number) }));
    const subjects = body.findings.map(({ subject }: { subject: string }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['queue', 'outcomes']));
  });

  it('contains no secrets', async () => {
    const text = JSON.stringify((await chief.call('GET', '/dashboard/operator/system')).body);
    expect(text).not.toContain(new URL(app.installation.databaseUrl).password || 'no password');
  });
});

describe('command line', () => {
  it("is recorded in the account's log, and in the operator's for installation changes", async () => {
    const tenant = await app.newAccount();
    const { email, id } = tenant.account;
    await accountCommand(app.installation, ['pause', email, '--reason', 'by hand']);
    await keyCommand(app.installation, ['create', '--account', email, '--name', 'Till']);
    const entries = (await chief.call('GET', `${ACCOUNTS}/${id}/audit`)).body.data;
    expect(entries.map((one: Record<string, unknown>) => [one['action'], one['via'], one['by']])).toEqual([
      ['key.create', 'command', null],
      ['account.pause', 'command', null],
    ]);
    expect(entries[1].after).toEqual({ arguments: ['--reason', 'by hand'] });
    await queueCommand(app.installation, ['stop', 'Stopped.Example', '--reason', 'by hand']);
    await planCommand(app.installation, ['set', 'paid', '--daily', '9000']);
    const own = (await chief.call('GET', '/dashboard/account/audit')).body.data;
    expect(
      own.slice(0, 2).map(({ action, subject }: { action: string; subject: string }) => [action, subject]),
    ).toEqual([
      ['plan.change', 'paid'],
      ['queue.stop', 'stopped.example'],
    ]);
  });

  it('records nothing for refused and reading commands', async () => {
    const { email, id } = (await app.newAccount()).account;
    await expect(accountCommand(app.installation, ['plan', email, 'golden'])).rejects.toThrow('must be one of');
    await expect(keyCommand(app.installation, ['revoke', '999999', '--account', email])).rejects.toThrow(
      'no key with this ID',
    );
    await accountCommand(app.installation, ['usage', email]);
    expect((await chief.call('GET', `${ACCOUNTS}/${id}/audit`)).body.data).toEqual([]);
  });
});

describe('a hundred plans', () => {
  it('are the maximum', async () => {
    await write(
      `insert into plan (name) select 'filler' || n from generate_series(1, 100 - (select count(*)::integer from plan)) n`,
    );
    expect((await chief.call('POST', '/dashboard/operator/plans', { name: 'one-more' })).status).toBe(409);
  });

  it('do not prevent new accounts', async () => {
    const account = await createAccount(app.installation.db, {
      email: 'last@tenants.example',
      plan: 'free',
      isOperator: false,
    });
    expect(account.name).toBe('last@tenants.example');
  });
});

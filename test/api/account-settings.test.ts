import { describe, expect, it } from 'vitest';
import {
  findAccount,
  pauseAccount,
  pauseMailClass,
  setTransactional,
} from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);

type Tenant = Awaited<ReturnType<TestApp['newAccount']>> & { readonly owner: Caller };

async function newTenant(options: Parameters<TestApp['newAccount']>[0] = {}): Promise<Tenant> {
  const tenant = await app.newAccount(options);
  return { ...tenant, owner: (await newPerson(app, tenant.account.id, 'owner')).session };
}

async function operator(): Promise<Caller> {
  const account = await findAccount(app.installation.db, app.installation.config.ownerEmail);
  return (await newPerson(app, account?.id ?? 0, 'admin')).session;
}

async function write(text: string, values: unknown[] = []): Promise<void> {
  await app.installation.db.query({ name: '', text }, values);
}

/** Returns the emails to an address, newest last. */
async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  return app.installation.db.query<{ subject: string; text: string }>(
    {
      name: '',
      text: `select m.subject, encode(m.content, 'escape') as text
       from delivery d join message m on m.account_id = d.account_id and m.id = d.message_id
       where d.recipient = $1 order by m.id`,
    },
    [address],
  );
}

function send(tenant: Tenant) {
  return tenant.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost', 'bounced@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
  });
}

describe('account', () => {
  it('returns its plan, limits, usage and settings', async () => {
    const tenant = await newTenant({ plan: 'free' });
    const { body, status } = await tenant.owner.call('GET', '/dashboard/account');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: tenant.account.id,
      name: tenant.account.email,
      email: tenant.account.email,
      timezone: 'UTC',
      is_operator: false,
      status: 'active',
      report_suppressed: false,
      keeps_consent_ip: false,
      double_opt_in: false,
      usage: { plan: 'free', month: { used: 0, limit: 3000 }, overage: { available: false, cap_usd: 50 } },
      runs_out_on: null,
    });
  });

  it('shows the day on which its quota runs out, which is today when it is used up', async () => {
    const tenant = await newTenant({ plan: 'free' });
    await write(
      `insert into account_usage (account_id, month, used, day, day_used)
       select $1, date_trunc('month', d)::date, 3000, d, 100 from (select (now() at time zone 'utc')::date as d) today`,
      [tenant.account.id],
    );
    const { body } = await tenant.owner.call('GET', '/dashboard/account');
    const lastMoment = new Date(Date.parse(body.usage.day.resets_at) - 1);
    expect(body.runs_out_on).toBe(lastMoment.toISOString().slice(0, 10));
  });

  it('accepts a name, a time zone and the suppression setting, and keeps omitted fields', async () => {
    const tenant = await newTenant();
    const first = { name: 'Acme', timezone: 'Europe/Berlin' };
    expect((await tenant.owner.call('PATCH', '/dashboard/account', first)).body).toMatchObject(first);
    const second = await tenant.owner.call('PATCH', '/dashboard/account', { report_suppressed: true });
    expect(second.body).toMatchObject({ ...first, report_suppressed: true });
    const third = await tenant.owner.call('PATCH', '/dashboard/account', { name: '' });
    expect(third.body).toMatchObject({ name: tenant.account.email, timezone: 'Europe/Berlin' });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\r\nBcc: b@x.example' }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: '\udc00' }, 'name'],
    [{ timezone: 'Middle/Earth' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: 'x'.repeat(10_000) }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
    [{ overage_enabled: 'yes' }, 'overage_enabled'],
    [{ overage_cap_usd: -1 }, 'overage_cap_usd'],
    [{ overage_cap_usd: 1_000_001 }, 'overage_cap_usd'],
    [{ plan: 'unlimited' }, 'plan'],
  ])('refuses %j', async (change, field) => {
    const tenant = await newTenant();
    const { body, status } = await tenant.owner.call('PATCH', '/dashboard/account', change);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await tenant.owner.call('GET', '/dashboard/account')).body.usage.plan).toBe('unlimited');
  });

  it('accepts a name of a hundred characters', async () => {
    const tenant = await newTenant();
    const name = '😀'.repeat(100);
    expect((await tenant.owner.call('PATCH', '/dashboard/account', { name })).body.name).toBe(name);
  });

  it('enables overage from the next send if its plan has it', async () => {
    const free = await newTenant({ plan: 'free' });
    const refused = await free.owner.call('PATCH', '/dashboard/account', { overage_enabled: true });
    expect(refused.status).toBe(422);
    const tenant = await newTenant({ plan: 'paid' });
    await write(
      `insert into account_usage (account_id, month, used, day, day_used)
       select $1, date_trunc('month', d)::date, 50000, d, 0 from (select (now() at time zone 'utc')::date as d) today`,
      [tenant.account.id],
    );
    const mail = { from: 'onboarding@sandbox.localhost', to: [tenant.account.email], subject: 'x', text: 'x' };
    expect((await tenant.post('/transactional/emails', mail)).body.name).toBe('monthly_quota_exceeded');
    const { body } = await tenant.owner.call('PATCH', '/dashboard/account', {
      overage_enabled: true,
      overage_cap_usd: 0.5,
    });
    expect(body.usage).toMatchObject({ overage: { enabled: true, cap_usd: 0.5 }, month: { limit: 51_000 } });
    await eventually('the send is accepted', async () => {
      return (await tenant.post('/transactional/emails', mail)).status === 202 ? true : undefined;
    });
  });

  it('records changes with the previous values and records nothing without a change', async () => {
    const tenant = await newTenant();
    await tenant.owner.call('PATCH', '/dashboard/account', { timezone: 'Asia/Tokyo' });
    await tenant.owner.call('PATCH', '/dashboard/account', { timezone: 'Asia/Tokyo' });
    const { data } = (await tenant.owner.call('GET', '/dashboard/account/audit')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      action: 'account.change',
      before: { timezone: 'UTC' },
      after: { timezone: 'Asia/Tokyo' },
    });
  });

  it('applies each of two concurrent changes completely', async () => {
    const tenant = await newTenant();
    await Promise.all([
      tenant.owner.call('PATCH', '/dashboard/account', { name: 'Acme' }),
      tenant.owner.call('PATCH', '/dashboard/account', { timezone: 'Asia/Tokyo' }),
    ]);
    const { body } = await tenant.owner.call('GET', '/dashboard/account');
    expect(body).toMatchObject({ name: 'Acme', timezone: 'Asia/Tokyo' });
  });

  it.each([
    ['owner', 200],
    ['admin', 200],
    ['member', 403],
    ['read_only', 403],
  ] as const)('as %s can be changed with status %s and always be read', async (role, expected) => {
    const tenant = await newTenant();
    await pauseAccount(app.installation.db, tenant.account.id, 'test');
    const { session } = await newPerson(app, tenant.account.id, role);
    expect((await session.call('GET', '/dashboard/account')).status).toBe(200);
    expect((await session.call('GET', '/dashboard/account/status')).status).toBe(200);
    expect((await session.call('PATCH', '/dashboard/account', { name: 'x' })).status).toBe(expected);
    expect((await session.call('GET', '/dashboard/account/audit')).status).toBe(expected);
    const review = await session.call('POST', '/dashboard/account/review', { message: 'x' });
    expect(review.status).toBe(expected === 200 ? 201 : 403);
  });

  it('is not accessible with an API key', async () => {
    const tenant = await newTenant();
    expect((await tenant.get('/dashboard/account')).status).toBe(403);
  });
});

describe('account status', () => {
  it('shows that the account can send, with its numbers and limits', async () => {
    const tenant = await newTenant();
    const { body } = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(body).toMatchObject({
      status: 'active',
      may_send: true,
      transactional: { enabled: true },
      pause: null,
      restriction: null,
      review: null,
      may_ask_for_review: false,
      health: { days: 7, delivered: 0, bounce_rate: 0, bounce_limit: 5, complaint_limit: 0.3, minimum_volume: 200 },
    });
  });

  it('shows why and since when sending is paused, the numbers and how to resume', async () => {
    const tenant = await newTenant();
    await write(
      `insert into transactional_tag_hour (account_id, tag, hour, delivered, bounced)
       values ($1, '', date_trunc('hour', now()), 469, 31)`,
      [tenant.account.id],
    );
    const reason = 'bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%';
    await pauseAccount(app.installation.db, tenant.account.id, reason);
    const { body } = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(body).toMatchObject({ status: 'paused', may_send: false, may_ask_for_review: true });
    expect(body.pause).toMatchObject({ since: expect.any(String), reason });
    expect(body.pause.sentence).toBe(
      `Sending is paused: ${reason}. After you fix the cause, ask the operator for a review.`,
    );
    expect(body.health).toMatchObject({ delivered: 469, bounced: 31, bounce_rate: 6.2 });
    expect(body.health.sentence).toContain(
      'Of 500 emails in the last 7 days, 6.2% bounced and 0% were reported as spam. If more than 5% bounce or more than 0.3% are reported as spam, sending is paused.',
    );
  });

  it('shows the paused classes of bulk email with numbers, and allows a review request', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    await write(
      `insert into mail_class_hour (account_id, class, hour, delivered, complained)
       values ($1, 3, date_trunc('hour', now()), 1000, 4)`,
      [id],
    );
    const reason = 'complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%';
    await pauseMailClass(app.installation.db, id, 'campaign', reason);
    const { body } = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(body).toMatchObject({ status: 'active', may_send: true, may_ask_for_review: true });
    expect(body.paused_classes).toMatchObject([{ mail_class: 'campaign', since: expect.any(String) }]);
    expect(body.mail_classes).toEqual([
      {
        mail_class: 'campaign',
        delivered: 1000,
        bounced: 0,
        complained: 4,
        bounce_rate: 0,
        complaint_rate: 0.4,
        sentence:
          'Of 1000 emails in the last 7 days, 0% bounced and 0.4% were reported as spam. If more than 5% bounce or more than 0.3% are reported as spam, campaigns are paused.',
      },
    ]);
    const asked = await tenant.owner.call('POST', '/dashboard/account/review', { message: 'The list is gone.' });
    expect(asked.body).toMatchObject({ asks_for: ['mail_classes'] });
    const chief = await operator();
    await chief.call('POST', `/dashboard/operator/accounts/${id}/review`, { decision: 'approve' });
    const after = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(after.body).toMatchObject({ paused_classes: [], may_ask_for_review: false });
  });

  it('shows that transactional email is off and that the account is restricted', async () => {
    const tenant = await newTenant();
    await setTransactional(app.installation.db, tenant.account.id, false);
    const off = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(off.body).toMatchObject({ status: 'transactional_off', may_send: false, transactional: { enabled: false } });
    await write(`update account set restricted_at = now(), restricted_reason = 'abuse' where account_id = $1`, [
      tenant.account.id,
    ]);
    const restricted = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(restricted.body).toMatchObject({ status: 'restricted', restriction: { reason: 'abuse' } });
  });
});

describe('review request', () => {
  it('notifies the operator and, when approved, lifts the restrictions and notifies the requester', async () => {
    const tenant = await newTenant();
    const { db, config } = app.installation;
    const asker = await newPerson(app, tenant.account.id, 'admin');
    await tenant.owner.call('PATCH', '/dashboard/account', { name: 'Acme Ltd' });
    await pauseAccount(db, tenant.account.id, 'too many bounces');
    await setTransactional(db, tenant.account.id, false);
    const asked = await asker.session.call('POST', '/dashboard/account/review', { message: 'It is\nmended.' });
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      asks_for: ['pause', 'transactional'],
      state: 'open',
      message: 'It is\nmended.',
    });
    const reported = (await mailsTo(config.ownerEmail)).find(({ subject }) => subject === 'Review requested: Acme Ltd');
    expect(reported?.text).toContain('mended.');
    expect((await tenant.owner.call('GET', '/dashboard/account/status')).body).toMatchObject({
      may_ask_for_review: false,
      review: { state: 'open' },
    });

    const chief = await operator();
    const waiting = (await chief.call('GET', '/dashboard/operator/reviews')).body.data;
    expect(waiting.map((one: { account: { id: number } }) => one.account.id)).toContain(tenant.account.id);
    const path = `/dashboard/operator/accounts/${tenant.account.id}/review`;
    const decided = await chief.call('POST', path, { decision: 'approve', reason: 'Thank you.' });
    expect(decided.body).toMatchObject({ state: 'approved', reason: 'Thank you.' });
    await eventually('sends are accepted', async () => ((await send(tenant)).status === 202 ? true : undefined), 2_000);
    const [mail] = await mailsTo(asker.email);
    expect(mail?.subject).toBe('Your request was approved: Acme Ltd');
    expect(mail?.text).toContain('Thank you.');
    expect((await tenant.owner.call('GET', '/dashboard/account/status')).body).toMatchObject({
      status: 'active',
      review: { state: 'approved', reason: 'Thank you.' },
    });
  });

  it('requires a reason to decline, sends it to the requester, and allows a new request', async () => {
    const tenant = await newTenant();
    const asker = await newPerson(app, tenant.account.id, 'owner');
    await pauseAccount(app.installation.db, tenant.account.id, 'too many bounces');
    await asker.session.call('POST', '/dashboard/account/review', { message: 'Please.' });
    const chief = await operator();
    const path = `/dashboard/operator/accounts/${tenant.account.id}/review`;
    expect((await chief.call('POST', path, { decision: 'decline' })).status).toBe(422);
    expect((await chief.call('POST', path, { decision: 'decline', reason: 'Clean the list.' })).status).toBe(200);
    const [mail] = await mailsTo(asker.email);
    expect(mail?.subject).toContain('Your request was declined');
    expect(mail?.text).toContain('Clean the list.');
    expect((await send(tenant)).status).toBe(403);
    expect((await asker.session.call('POST', '/dashboard/account/review', { message: 'Now.' })).status).toBe(201);
  });

  it('can be open only once, also for concurrent requests, and only while something is restricted', async () => {
    const tenant = await newTenant();
    const ask = () => tenant.owner.call('POST', '/dashboard/account/review', { message: 'Please.' });
    expect((await ask()).status).toBe(409);
    await pauseAccount(app.installation.db, tenant.account.id, 'x');
    expect((await Promise.all([ask(), ask()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409,
    ]);
    expect((await ask()).status).toBe(409);
  });

  it('is decided once if two operators decide concurrently', async () => {
    const tenant = await newTenant();
    await pauseAccount(app.installation.db, tenant.account.id, 'x');
    await tenant.owner.call('POST', '/dashboard/account/review', { message: 'Please.' });
    const [one, two] = [await operator(), await operator()];
    const path = `/dashboard/operator/accounts/${tenant.account.id}/review`;
    const decided = await Promise.all([
      one.call('POST', path, { decision: 'approve' }),
      two.call('POST', path, { decision: 'decline', reason: 'No.' }),
    ]);
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isApproved = decided[0]?.status === 200;
    const { body } = await tenant.owner.call('GET', '/dashboard/account/status');
    expect(body.status).toBe(isApproved ? 'active' : 'paused');
    expect(body.review.state).toBe(isApproved ? 'approved' : 'declined');
  });

  it('is limited to five per day', async () => {
    const tenant = await newTenant();
    const chief = await operator();
    await pauseAccount(app.installation.db, tenant.account.id, 'x');
    const ask = () => tenant.owner.call('POST', '/dashboard/account/review', { message: 'Please.' });
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask()).status).toBe(201);
      const path = `/dashboard/operator/accounts/${tenant.account.id}/review`;
      await chief.call('POST', path, { decision: 'decline', reason: 'No.' });
    }
    const sixth = await ask();
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000);
    await write(`update account_review set asked_at = asked_at - interval '1 day' where account_id = $1`, [
      tenant.account.id,
    ]);
    expect((await ask()).status).toBe(201);
  });

  it.each([
    ['', 422],
    [' \n ', 422],
    ['x'.repeat(2_000), 201],
    ['x'.repeat(2_001), 422],
    ['a\u0000b', 422],
    ['\ud800', 422],
    ['.\r\n.\r\nQUIT', 201],
  ])('with the message %j returns %s', async (message, expected) => {
    const tenant = await newTenant();
    await pauseAccount(app.installation.db, tenant.account.id, 'x');
    expect((await tenant.owner.call('POST', '/dashboard/account/review', { message })).status).toBe(expected);
  });

  it('is approved automatically when the operator lifts the restrictions', async () => {
    const tenant = await newTenant();
    const asker = await newPerson(app, tenant.account.id, 'owner');
    await pauseAccount(app.installation.db, tenant.account.id, 'x');
    await asker.session.call('POST', '/dashboard/account/review', { message: 'Please.' });
    const chief = await operator();
    const lifted = await chief.call('PATCH', `/dashboard/operator/accounts/${tenant.account.id}`, { paused: false });
    expect(lifted.body).toMatchObject({ status: 'active', has_open_review: false });
    expect((await mailsTo(asker.email))[0]?.subject).toContain('Your request was approved');
  });
});

describe('audit log', () => {
  it("returns the account's own entries in pages, newest first", async () => {
    const tenant = await newTenant();
    for (const name of ['a', 'b', 'c']) await tenant.owner.call('PATCH', '/dashboard/account', { name });
    const first = (await tenant.owner.call('GET', '/dashboard/account/audit?per_page=2')).body;
    expect(first).toMatchObject({ per_page: 2, has_more: true });
    expect(first.data.map((entry: { after: { name: string } }) => entry.after.name)).toEqual(['c', 'b']);
    const next = (await tenant.owner.call('GET', `/dashboard/account/audit?before=${first.data[1].id}`)).body;
    expect(next.data.map((entry: { after: { name: string } }) => entry.after.name)).toEqual(['a']);
    expect(next.has_more).toBe(false);
    const query = `per_page=1&after=${next.data[0].id}`;
    const back = (await tenant.owner.call('GET', `/dashboard/account/audit?${query}`)).body;
    expect(back.data.map((entry: { after: { name: string } }) => entry.after.name)).toEqual(['b']);
    expect(back.has_more).toBe(true);
    const other = await newTenant();
    expect((await other.owner.call('GET', '/dashboard/account/audit')).body.data).toEqual([]);
  });

  it.each([
    'per_page=0',
    'per_page=201',
    'per_page=x',
    'before=0',
    'before=-1',
    'before=99999999999999999999',
    'before=2&after=1',
  ])('refuses %s', async (query) => {
    const tenant = await newTenant();
    expect((await tenant.owner.call('GET', `/dashboard/account/audit?${query}`)).status).toBe(422);
  });

  it("shows the names of the operator's people to the operator only", async () => {
    const tenant = await newTenant();
    const chief = await operator();
    await chief.call('PATCH', `/dashboard/operator/accounts/${tenant.account.id}`, { plan: 'paid' });
    const seen = (await tenant.owner.call('GET', '/dashboard/account/audit')).body.data[0];
    expect(seen).toMatchObject({
      action: 'account.operate',
      is_operator: true,
      by: { name: 'The operator', email: null },
    });
    const own = await chief.call('GET', `/dashboard/operator/accounts/${tenant.account.id}/audit`);
    expect(own.body.data[0].by.name).toContain('Person');
  });
});

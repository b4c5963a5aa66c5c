import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCommand } from '../../src/app/commands/account.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, type Caller, type TestPerson } from '../support/callers.ts';

// Tests account settings and decisions of the operator over HTTP, and their effects on the account API.

const ACCOUNTS = '/dashboard/operator/accounts';
const DRAFT = {
  title: 'November',
  subject: 'What is new',
  html: '<p>Hi</p>',
  from_name: 'Acme',
  from_email: 'a@acme.example',
};

let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await startApp();
  const { db, config } = app.installation;
  operator = (await newPerson(app, (await findAccount(db, config.ownerEmail))?.id ?? 0, 'owner')).session;
});
afterAll(() => app.close());

async function newOwner(): Promise<{ id: number; email: string; owner: TestPerson }> {
  const { account } = await app.newAccount();
  return { id: account.id, email: account.email, owner: await newPerson(app, account.id) };
}

const operate = async (id: number, change: object) => operator.call('PATCH', `${ACCOUNTS}/${id}`, change);

/**
 * Polls until requests with the token get this status, and resolves with the response. Polls slowly enough to stay
 * below 60 requests per minute.
 */
async function answered(owner: Caller, status: number, path = '/me') {
  return eventually(`${path} returns ${status}`, async () => {
    const answer = await owner.call('GET', path);
    if (answer.status === status) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return undefined;
  });
}

describe('account settings', () => {
  it('are the defaults of new campaigns: time zone and tracking', async () => {
    const { owner } = await newOwner();
    expect((await owner.call('POST', '/campaigns', DRAFT)).body).toMatchObject({ timezone: 'UTC', track_opens: true });
    await owner.session.call('PATCH', '/dashboard/account', { timezone: 'Asia/Tokyo' });
    await owner.session.call('PATCH', '/dashboard/campaign-settings', { tracks_opens: false });
    const { body } = await owner.call('POST', '/campaigns', DRAFT);
    expect(body).toMatchObject({ timezone: 'Asia/Tokyo', track_opens: false, track_clicks: true });
  });

  it('can be read by applications and changed by those with write access', async () => {
    const { id, owner } = await newOwner();
    const change = { postal_address: '1 High Street\nLondon', from_name: 'Acme', from_email: 'news@acme.example' };
    expect(await owner.call('PATCH', '/campaign-settings', change)).toMatchObject({ status: 200, body: change });
    const reader = await newPerson(app, id, 'read_only');
    expect(await reader.call('GET', '/campaign-settings')).toMatchObject({ status: 200, body: change });
    expect((await reader.call('PATCH', '/campaign-settings', { from_name: 'Mallory' })).status).toBe(403);
    expect((await owner.call('GET', '/campaign-settings')).body.from_name).toBe('Acme');
  });

  it('include the plan that the operator assigned and its contact limit', async () => {
    const { id, owner } = await newOwner();
    const plan = { name: 'village', contact_limit: 1 };
    expect((await operator.call('POST', '/dashboard/operator/plans', plan)).status).toBe(201);
    expect((await operate(id, { plan: 'village' })).status).toBe(200);
    expect((await owner.session.call('GET', '/dashboard/account')).body.usage.plan).toBe('village');
    expect((await owner.call('GET', '/me')).body).toMatchObject({ contact_limit: 1, contacts_count: 0 });
    expect((await owner.call('POST', '/contacts', { email: 'bea@x.example' })).status).toBe(200);
    expect((await owner.call('POST', '/contacts', { email: 'cal@x.example' })).status).toBe(402);
  });
});

describe('account restricted by the operator', () => {
  it('gets the reason on every route and on the linked page until the restriction is lifted', async () => {
    const { id, owner } = await newOwner();
    await owner.call('POST', '/lists', { name: 'News' });
    const reason = 'Mail to addresses that never asked for it.';
    expect((await operate(id, { restricted: true })).body.errors).toHaveProperty('restricted_reason');
    expect(await operate(id, { restricted: true, restricted_reason: reason })).toMatchObject({
      status: 200,
      body: { status: 'restricted', restricted_reason: reason },
    });
    const { body } = await answered(owner, 403);
    expect(body).toMatchObject({ code: 'account_restricted', error: expect.stringContaining(reason) });
    const page = await fetch(body.account_status_url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const status = await owner.session.call('GET', '/dashboard/account/status');
    expect(status.body).toMatchObject({
      status: 'restricted',
      restriction: {
        since: expect.any(String),
        reason,
        sentence: expect.stringContaining('ask the operator for a review'),
      },
      may_ask_for_review: true,
    });
    for (const path of ['/lists', '/campaigns', '/contacts', '/campaign-settings', '/contact-tags']) {
      expect([path, (await owner.session.call('GET', path)).body.code]).toEqual([path, 'account_restricted']);
    }
    expect(await operate(id, { restricted: false })).toMatchObject({ status: 200, body: { restricted_at: null } });
    expect((await answered(owner, 200, '/lists')).body.total).toBe(1);
    expect((await owner.session.call('GET', '/dashboard/account/status')).body).toMatchObject({
      status: 'active',
      restriction: null,
    });
  });

  it('regains access when its review is approved', async () => {
    const { id, owner } = await newOwner();
    await operate(id, { restricted: true, restricted_reason: 'Fraud' });
    const asked = await owner.session.call('POST', '/dashboard/account/review', { message: 'It was a mistake.' });
    expect(asked).toMatchObject({ status: 201, body: { asks_for: ['restriction'] } });
    expect((await operator.call('POST', `${ACCOUNTS}/${id}/review`, { decision: 'approve' })).status).toBe(200);
    await answered(owner, 200);
  });

  it('cannot be restricted or unrestricted by its own people', async () => {
    const { id, owner } = await newOwner();
    expect((await owner.session.call('PATCH', `${ACCOUNTS}/${id}`, { restricted: false })).status).toBe(403);
    expect((await owner.session.call('PATCH', '/dashboard/account', { restricted: false })).status).toBe(422);
  });
});

describe('account command', () => {
  it('restricts with a reason and lifts the restriction', async () => {
    const { email, id, owner } = await newOwner();
    await expect(accountCommand(app.installation, ['restrict', email])).rejects.toThrow('--reason');
    await accountCommand(app.installation, ['restrict', email, '--reason', 'Bought addresses']);
    expect((await answered(owner, 403)).body.message).toMatch(/: Bought addresses\.$/);
    await accountCommand(app.installation, ['unrestrict', email]);
    await answered(owner, 200);
    const { data } = (await operator.call('GET', `${ACCOUNTS}/${id}/audit`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['account.unrestrict', 'account.restrict']);
  });

  it("refuses to restrict the operator's own account", async () => {
    const { ownerEmail } = app.installation.config;
    const command = accountCommand(app.installation, ['restrict', ownerEmail, '--reason', 'x']);
    await expect(command).rejects.toThrow('cannot be restricted');
  });
});

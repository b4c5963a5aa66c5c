// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';

const PATH = '/dashboard/adapters';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function newTenant() {
  const tenant = await app.newAccount();
  const { session } = await newPerson(app, tenant.account.id, 'admin');
  return { ...tenant, admin: session };
}

/** Sends a request like a SendGrid client, and returns the status of the response. */
async function asked(key: string): Promise<number> {
  const response = await fetch(`${app.url}/v3/scopes`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Waits until requests get this status, because a switch does not take effect immediately. */
async function answered(key: string, status: number): Promise<void> {
  await eventually(`the adapter returns ${status}`, async () => {
    if ((await asked(key)) === status) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return undefined;
  });
}

describe('adapters of an account', () => {
  it('are off until an admin enables one, for that account only', async () => {
    const [own, other] = [await newTenant(), await newTenant()];
    expect(await asked(own.key)).toBe(403);
    const { body } = await own.admin.call('GET', PATH);
    expect(body.data).toEqual([
      { vendor: 'mailgun', name: 'Mailgun', is_on: false, is_locked: false },
      { vendor: 'postmark', name: 'Postmark', is_on: false, is_locked: false },
      { vendor: 'sendgrid', name: 'SendGrid', is_on: false, is_locked: false },
      { vendor: 'ses', name: 'Amazon SES', is_on: false, is_locked: false },
    ]);
    const changed = await own.admin.call('PATCH', `${PATH}/sendgrid`, { is_on: true });
    expect(changed).toMatchObject({ status: 200, body: { vendor: 'sendgrid', is_on: true } });
    await answered(own.key, 200);
    const after: { vendor: string; is_on: boolean }[] = (await own.admin.call('GET', PATH)).body.data;
    expect(after.filter((adapter) => adapter.is_on).map(({ vendor }) => vendor)).toEqual(['sendgrid']);
    expect(await asked(other.key)).toBe(403);
    await own.admin.call('PATCH', `${PATH}/sendgrid`, { is_on: false });
    await answered(own.key, 403);
  });

  it('are recorded in the audit log if they change', async () => {
    const { admin } = await newTenant();
    for (const is_on of [false, true, true]) await admin.call('PATCH', `${PATH}/ses`, { is_on });
    const { body } = await admin.call('GET', '/dashboard/account/audit');
    const acts: { action: string }[] = body.data.filter((act: { action: string }) => act.action === 'adapter.change');
    expect(acts).toEqual([
      expect.objectContaining({ subject: 'Amazon SES', before: { is_on: false }, after: { is_on: true } }),
    ]);
  });

  it('exist for four vendors and accept only a boolean', async () => {
    const { admin } = await newTenant();
    expect((await admin.call('PATCH', `${PATH}/toString`, { is_on: true })).status).toBe(404);
    expect((await admin.call('PATCH', `${PATH}/ses`, {})).status).toBe(422);
    expect((await admin.call('PATCH', `${PATH}/ses`, { is_on: 'yes' })).status).toBe(422);
    expect((await admin.call('PATCH', `${PATH}/ses`, { is_on: true, vendor: 'mailgun' })).status).toBe(422);
  });

  it('disabled by the operator can be enabled only by the operator', async () => {
    const { account, admin, key } = await newTenant();
    const { db } = app.installation;
    await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: true });
    await switchAdapter(db, account.id, 'sendgrid', false);
    await answered(key, 403);
    const locked = { vendor: 'sendgrid', name: 'SendGrid', is_on: false, is_locked: true };
    expect((await admin.call('GET', PATH)).body.data).toContainEqual(locked);
    const refused = await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: true });
    expect(refused).toMatchObject({ status: 403, body: { name: 'feature_not_available' } });
    expect(refused.body.message).toContain('operator of this installation');
    expect(refused.body.fix).toContain(`postrider account adapter ${account.email} sendgrid on`);
    // The response refers the client to the operator, because the user cannot turn the adapter on.
    const reported = await fetch(`${app.url}/v3/scopes`, { headers: { authorization: `Bearer ${key}` } });
    expect([reported.status, await reported.text()]).toEqual([
      403,
      expect.stringContaining('operator of this installation'),
    ]);
    // Turning the adapter off does not remove the operator's lock.
    expect((await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: false })).body).toEqual(locked);
    expect((await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: true })).status).toBe(403);
    expect((await admin.call('PATCH', `${PATH}/ses`, { is_on: true })).status).toBe(200);
    await switchAdapter(db, account.id, 'sendgrid', true);
    expect((await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: false })).body.is_locked).toBe(false);
    expect((await admin.call('PATCH', `${PATH}/sendgrid`, { is_on: true })).status).toBe(200);
    await answered(key, 200);
  });

  it("of the operator's own account are on", async () => {
    const account = await findAccount(app.installation.db, app.installation.config.ownerEmail);
    const { session } = await newPerson(app, account?.id ?? 0, 'read_only');
    const data: { is_on: boolean }[] = (await session.call('GET', PATH)).body.data;
    expect(data.map((adapter) => adapter.is_on)).toEqual([true, true, true, true]);
    expect((await session.call('PATCH', `${PATH}/ses`, { is_on: false })).status).toBe(403);
  });
});

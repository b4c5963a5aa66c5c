import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReportSuppressed } from '../../src/features/tenants/usage/index.ts';
import { eventually, startApp, type Answer, type TestApp } from '../support/app.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.deliver();
});
afterAll(() => app.close());

/** Creates an account that can send from acme.example and that suppresses the given addresses. */
async function tenantWith(...suppressed: string[]): Promise<Tenant> {
  const tenant = await app.newAccount();
  await app.installation.db.script(
    `insert into domain (account_id, name, status, verified_at)
     values (${tenant.account.id}, 'acme.example', 'verified', now())`,
  );
  for (const address of suppressed) {
    await app.installation.db.query(
      { name: '', text: `insert into suppression (account_id, address, reason) values ($1, lower($2), 'bounced')` },
      [tenant.account.id, address],
    );
  }
  return tenant;
}

function send(tenant: Tenant, changes: Record<string, unknown>): Promise<Answer> {
  const mail = { from: 'post@acme.example', subject: 'Hello', text: 'Hi', to: ['delivered@sandbox.localhost'] };
  return tenant.post('/transactional/emails', { ...mail, ...changes });
}

async function finalRecord(tenant: Tenant, id: string, status: string) {
  return eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status ? body : undefined;
  });
}

describe('recipient_suppressed', () => {
  it.each(['to', 'cc', 'bcc'])('refuses a message with a suppressed address in %s and names it', async (field) => {
    const tenant = await tenantWith('gone@customer.example');
    const { status, body } = await send(tenant, { [field]: ['gone@customer.example'] });
    expect({ status, name: body.name }).toEqual({ status: 403, name: 'recipient_suppressed' });
    expect(body.message).toContain('gone@customer.example');
    expect(body.fix).toMatch(/suppression list/);
  });

  it('refuses the whole message and counts nothing', async () => {
    const tenant = await tenantWith('gone@customer.example');
    await send(tenant, { to: ['gone@customer.example', 'delivered@sandbox.localhost'] });
    expect((await tenant.get('/transactional/emails')).body.data).toEqual([]);
    expect((await tenant.get('/transactional/usage')).body.month.used).toBe(0);
  });

  it('compares addresses case-insensitively', async () => {
    const tenant = await tenantWith('Gone@customer.example');
    expect((await send(tenant, { to: ['gOnE@Customer.EXAMPLE'] })).status).toBe(403);
  });

  it('applies to the account only', async () => {
    await tenantWith('delivered+other@sandbox.localhost');
    const other = await tenantWith();
    expect((await send(other, { to: ['delivered+other@sandbox.localhost'] })).status).toBe(202);
  });

  it('ends when the address is removed from the list', async () => {
    const tenant = await tenantWith('delivered+back@sandbox.localhost');
    expect((await send(tenant, { to: ['delivered+back@sandbox.localhost'] })).status).toBe(403);
    await app.installation.db.script(`delete from suppression where account_id = ${tenant.account.id}`);
    expect((await send(tenant, { to: ['delivered+back@sandbox.localhost'] })).status).toBe(202);
  });
});

describe('account that reports suppressed recipients', () => {
  it('gets the message accepted, the address reported and the others delivered', async () => {
    const tenant = await tenantWith('gone@customer.example');
    await setReportSuppressed(app.installation.db, tenant.account.id, true);
    const { status, body } = await send(tenant, { to: ['gone@customer.example', 'delivered@sandbox.localhost'] });
    expect(status).toBe(202);
    const record = await finalRecord(tenant, body.id, 'delivered');
    const events = await eventually('both events are reported to the webhook', async () => {
      const { body: now } = await tenant.get(`/transactional/emails/${record.id}`);
      const reported = now.events.filter(({ event }: { event: string }) => event !== 'queued');
      return reported.some(({ event }: { event: string }) => event === 'suppressed') ? reported : undefined;
    });
    const ofGone = events.filter(({ recipient }: { recipient: string }) => recipient === 'gone@customer.example');
    expect(ofGone).toEqual([
      {
        event: 'suppressed',
        recipient: 'gone@customer.example',
        occurred_at: expect.any(String),
        status: '5.7.1',
        reason: expect.stringContaining('suppression list'),
      },
    ]);
  });

  it('gets the status suppressed for a message without other recipients', async () => {
    const tenant = await tenantWith('gone@customer.example');
    await setReportSuppressed(app.installation.db, tenant.account.id, true);
    const { body } = await send(tenant, { to: ['gone@customer.example'] });
    expect(body.status).toBe('queued');
    await finalRecord(tenant, body.id, 'suppressed');
  });
});

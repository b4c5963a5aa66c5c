import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';

const SCOPES = [
  'dashboard:read',
  'dashboard:write',
  'transactional:read',
  'transactional:send',
  'transactional:manage',
];

let app: TestApp;
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await startApp({ POSTRIDER_RESOLVER: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

async function newTenant() {
  return app.newAccount({ scopes: SCOPES });
}

async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return app.installation.db.query({ name: '', text }, values);
}

describe('preview of a message in the inbox', () => {
  async function keep(raw: string, accountId = 0): Promise<string> {
    const [row] = await query(
      `insert into inbox_mail (id, mail_from, recipients, sender, subject, raw, account_id)
       values (uuid_now(), '', '{ann@example.com}', '', '', convert_to($1, 'UTF8'), $2) returning id`,
      [raw, accountId],
    );
    return String(row?.['id']);
  }

  async function preview(key: string, id: string, more = ''): Promise<{ response: Response; text: string }> {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${app.api.baseUrl}/inbox/${id}/preview${more}`, { headers });
    return { response, text: await response.text() };
  }

  it('disables scripts, redirects and requests', async () => {
    const { account, key } = await newTenant();
    const id = await keep(
      'Content-Type: text/html\r\n\r\n<b>Hello</b><script>alert(1)</script><img src="https://x.example/p" onerror=alert(1)>',
      account.id,
    );
    const { response, text } = await preview(key, id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(
      `sandbox; default-src 'none'; img-src data: ${app.api.baseUrl}/i/;`,
    );
    expect(text).toContain('<b>Hello</b>');
    expect(text).not.toContain('alert');
    const withImages = await preview(key, id, '?images=1&mode=dark');
    expect(withImages.response.headers.get('content-security-policy')).toContain(
      `img-src data: ${app.api.baseUrl}/i/ https:;`,
    );
  });

  it('shows a message without HTML as escaped text', async () => {
    const { account, key } = await newTenant();
    const { text } = await preview(key, await keep('Subject: x\r\n\r\n1 < 2 <script>alert(1)</script>', account.id));
    expect(text).toContain('1 &lt; 2 &lt;script&gt;');
  });

  it('returns 404 for other accounts and for an unknown mode', async () => {
    const id = await keep('\r\nx');
    expect((await preview((await newTenant()).key, id)).response.status).toBe(404);
    const { key } = await newTenant();
    expect((await preview(key, 'nonsense')).response.status).toBe(404);
    expect((await preview(key, id, '?mode=sepia')).response.status).toBe(422);
  });
});

describe('removal of a suppression with a reason', () => {
  const removal = (address: string): string => `/dashboard/suppressions/${encodeURIComponent(address)}/removal`;

  it('removes the address and records who gave the reason', async () => {
    const tenant = await newTenant();
    await tenant.post('/transactional/suppressions', { address: 'Ann@Example.com', detail: 'asked' });
    const { body, status } = await tenant.post(removal('ann@example.com'), { why: ' She asked again ' });
    expect({ body, status }).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('is no longer suppressed') },
    });
    expect((await tenant.get('/transactional/suppressions')).body.data).toEqual([]);
    const acts = await query('select action, before, after from audit_entry where account_id = $1', [
      tenant.account.id,
    ]);
    expect(acts).toEqual([
      {
        action: 'suppression.remove',
        before: { reason: 'manual', detail: 'asked' },
        after: { why: 'She asked again' },
      },
    ]);
  });

  it('is refused without a reason or with one of 501 characters, and accepts one of 500', async () => {
    const tenant = await newTenant();
    await tenant.post('/transactional/suppressions', { address: 'ann@example.com' });
    for (const why of ['', '   ', 'x'.repeat(501)]) {
      const { body, status } = await tenant.post(removal('ann@example.com'), { why });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['why']]);
    }
    expect((await tenant.post(removal('ann@example.com'), { why: 'x'.repeat(500) })).status).toBe(200);
  });

  it('finds no addresses of another account and records nothing then', async () => {
    const ann = await newTenant();
    await ann.post('/transactional/suppressions', { address: 'ann@example.com' });
    const bob = await newTenant();
    expect((await bob.post(removal('ann@example.com'), { why: 'x' })).status).toBe(404);
    expect(await query('select 1 from audit_entry where account_id = $1', [bob.account.id])).toEqual([]);
  });
});

describe('check of a domain from its page', () => {
  it('returns the page even if records are missing, and finds new or fixed records immediately', async () => {
    const tenant = await newTenant();
    const { id } = await addDomain(domainPartsOf(app.installation), tenant.account.id, 'check.example');
    const look = async () => {
      const { body, status } = await tenant.post(`/dashboard/domains/${id}/check`, {});
      expect(status).toBe(200);
      return { page: body, record: body.records.find(({ name }: { name: string }) => name === 'dkim1') };
    };
    const { record: missing } = await look();
    expect(missing).toMatchObject({ valid: false, found: [] });
    dns.set(missing.host, 'TXT', ['v=DKIM1; p=x']);
    expect((await look()).record).toMatchObject({ valid: false, found: ['v=DKIM1; p=x'] });
    dns.set(missing.host, 'TXT', [missing.wanted]);
    const { page, record } = await look();
    expect([page.status, record.valid]).toEqual(['verified', true]);
  });

  it('returns 404 for other accounts', async () => {
    const ann = await newTenant();
    const { id } = await addDomain(domainPartsOf(app.installation), ann.account.id, 'ann.example');
    expect((await (await newTenant()).post(`/dashboard/domains/${id}/check`, {})).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { createKey } from '../../src/features/tenants/access/index.ts';
import { missingOfServer } from '../../src/features/transactional/message-views/checklist.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const HOSTNAME = 'mail.postrider.example';
const SCOPES = [
  'transactional:send',
  'transactional:read',
  'transactional:manage',
  'dashboard:read',
  'dashboard:write',
];

let dns: DnsServer;
let sink: SmtpSink;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let stranger: typeof tenant;
let deferrals = 0;

beforeAll(async () => {
  sink = await startSmtpSink({
    tls: 'starttls',
    on: {
      rcpt: ({ line }) => {
        if (line.includes('nobody@')) return { say: '550 5.1.1 No such user' };
        if (!line.includes('later@') || deferrals === 0) return undefined;
        deferrals -= 1;
        return { say: '451 4.7.1 Greylisted, come back' };
      },
    },
  });
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_HOSTNAME: HOSTNAME,
    POSTRIDER_SOURCE_ADDRESS: '127.0.0.1',
    POSTRIDER_WARM_UP: 'off',
  });
  [tenant, stranger] = [await app.newAccount({ scopes: SCOPES }), await app.newAccount({ scopes: SCOPES })];
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, 'acme.example');
  for (const { data, host } of records) if (host.includes('._domainkey.')) dns.set(host, 'TXT', [data]);
  expect((await verifyDomain(parts, tenant.account.id, 'acme.example')).status).toBe('verified');
  dns.set('one.example', 'MX', [{ preference: 10, exchange: 'mx.one.example' }]);
  dns.set('mx.one.example', 'A', ['127.0.0.1']);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
});

async function send(changes: Record<string, unknown>): Promise<string> {
  const { status, body } = await tenant.post('/transactional/emails', {
    from: 'Acme <post@acme.example>',
    to: ['ann@one.example'],
    subject: 'Hello',
    text: 'Hi',
    ...changes,
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function settled(id: string, status = 'delivered'): Promise<void> {
  await eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status ? true : undefined;
  });
}

async function raw(path: string, key = tenant.key): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${app.api.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Makes a deferred message due immediately. */
async function makeDue(id: string): Promise<void> {
  const uuid = parseMessageId(id, Date.now()) ?? '';
  await app.installation.db.script(
    `update delivery set next_at = now() where message_id = '${uuid}' and next_at > now()`,
  );
}

interface SeenLeg {
  readonly id: string;
  readonly kind: string;
  readonly ms: number | null;
  readonly event?: string;
}

describe('route of a message', () => {
  it('has each leg in order with the reply and its meaning', async () => {
    const id = await send({});
    await settled(id);
    const { status, body } = await tenant.get(`/dashboard/messages/${id}/route`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ message_id: id, recipient: 'ann@one.example', status: 'delivered', is_final: true });
    expect(body.legs.map((leg: SeenLeg) => leg.event ?? leg.kind)).toEqual([
      'accepted',
      'signed',
      'routed',
      'connected',
      'sent',
      'attempt',
      'delivered',
    ]);
    const of = (kind: string) => body.legs.find((leg: SeenLeg) => leg.kind === kind);
    expect(of('accepted')).toMatchObject({ ms: 0, recipients: 1, by: { via: 'key', name: 'test' } });
    expect(of('signed').signatures).toMatchObject([{ domain: 'acme.example', algorithm: 'rsa-sha256' }]);
    expect(of('connected')).toMatchObject({ address: '127.0.0.1', tls: { version: 'TLSv1.3' } });
    expect(of('attempt')).toMatchObject({ outcome: 'delivered', status: '2.0.0', meaning: 'Accepted.' });
    expect(of('attempt').conversation).toContainEqual(
      expect.objectContaining({ from: 'us', text: 'RCPT TO:<ann@one.example>' }),
    );
  });

  it('has every attempt of a deferred message and the time of the next one', async () => {
    deferrals = 2;
    const id = await send({ to: ['later@one.example'] });
    const attempts = async (): Promise<SeenLeg[]> => {
      const { body } = await tenant.get(`/dashboard/messages/${id}/route`);
      return body.legs.filter(({ kind }: SeenLeg) => kind === 'attempt');
    };
    for (const count of [1, 2]) {
      await eventually(`attempt ${count} is recorded`, async () =>
        (await attempts()).length === count ? true : undefined,
      );
      const legs = await attempts();
      expect(legs.at(-1)).toMatchObject({ outcome: 'deferred', status: '4.7.1', next_attempt_at: expect.any(String) });
      expect(legs.slice(0, -1).every((leg) => 'next_attempt_at' in leg && leg.next_attempt_at === null)).toBe(true);
      await makeDue(id);
    }
    await settled(id);
    expect((await attempts()).map(({ id: leg }) => leg)).toEqual(['attempt-1', 'attempt-2', 'attempt-3']);
  });

  it('is separate for each recipient', async () => {
    const id = await send({ to: ['ann@one.example', 'nobody@one.example'] });
    await settled(id);
    const path = `/dashboard/messages/${id}/route?recipient=`;
    const bounced = await eventually('the message bounces', async () => {
      const { body } = await tenant.get(`${path}Nobody@one.example`);
      return body.is_final ? body : undefined;
    });
    expect(bounced).toMatchObject({ recipient: 'nobody@one.example', status: 'bounced' });
    expect(bounced.legs.at(-1)).toMatchObject({
      event: 'bounced',
      meaning: 'Permanently rejected: the mailbox does not exist.',
    });
    expect((await tenant.get(`${path}other@one.example`)).status).toBe(404);
  });

  it('shows the response of the webhook', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const { status } = await fetch(`${app.api.baseUrl}/transactional/webhook`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url, events: ['delivered'] }),
      });
      expect(status).toBe(201);
      const id = await send({});
      const leg = await eventually('the webhook is notified', async () => {
        const { body } = await tenant.get(`/dashboard/messages/${id}/route`);
        return body.legs.find(({ kind }: SeenLeg) => kind === 'webhook');
      });
      expect(leg).toMatchObject({ answer: 200, event: 'delivered', attempt: 1, fault: null });
    } finally {
      await receiver.close();
    }
  });
});

describe('source of a message', () => {
  it('is the bytes that were sent', async () => {
    const id = await send({ html: '<p>Grüße</p>', to: ['bytes@one.example'] });
    await settled(id);
    const { headers, status, text } = await raw(`/dashboard/messages/${id}/source`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const sent = sink.messages.find(({ to }) => to.includes('bytes@one.example'));
    expect(text).toBe(sent?.data.toString('utf8'));
  });

  it('can be saved as a file', async () => {
    const id = await send({});
    const { headers } = await raw(`/dashboard/messages/${id}/source?download=1`);
    expect(headers.get('content-type')).toBe('message/rfc822');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.eml"`);
  });
});

describe('preview of a message', () => {
  const HOSTILE =
    '<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">' +
    '<style>@media (prefers-color-scheme: dark) { p { color: #fff } }</style></head><body onload="alert(1)">' +
    '<script>alert(1)</script><form action="https://evil.example"><input name="x"></form>' +
    '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>' +
    '<a href="https://acme.example/" target="_top">go</a><p>Hello</p></body></html>';

  it('disables scripts, requests and redirects of a hostile message', async () => {
    const id = await send({ html: HOSTILE });
    const { headers, status, text } = await raw(`/dashboard/messages/${id}/preview`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<p>Hello</p>');
    expect(text).not.toMatch(/<script|<form|<base|<meta|onload|javascript:|target=|evil\.example/i);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      'sandbox',
      "default-src 'none'",
      `img-src data: ${app.api.baseUrl}/i/`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('shows images on request, and the dark style', async () => {
    const id = await send({ html: HOSTILE });
    const { headers, text } = await raw(`/dashboard/messages/${id}/preview?mode=dark&images=1`);
    expect(headers.get('content-security-policy')).toContain(`img-src data: ${app.api.baseUrl}/i/ https:;`);
    expect(text).toContain('@media (min-width:0px)');
  });

  it('shows a text as a page and refuses unknown modes', async () => {
    const id = await send({ text: '<b>1</b>' });
    expect((await raw(`/dashboard/messages/${id}/preview`)).text).toContain('&lt;b&gt;1&lt;/b&gt;');
    expect((await raw(`/dashboard/messages/${id}/preview?mode=blue`)).status).toBe(422);
  });
});

describe('delivery checks of a message', () => {
  async function checksOf(id: string): Promise<Record<string, { verdict: string; why: string; fix?: string }>> {
    const { body, status } = await tenant.get(`/dashboard/messages/${id}/checks`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return Object.fromEntries(
      body.checks.map((check: { id: string }) => [check.id.replace(/^dkim-.*/, 'dkim'), check]),
    );
  }

  it('verify the message over DNS and show what is missing', async () => {
    const id = await send({
      html: '<p style="display:flex"><img src="https://a.example/x.png"><a href="http://a.example">x</a>',
    });
    await settled(id);
    const checks = await checksOf(id);
    expect(checks['dkim']).toMatchObject({ verdict: 'pass' });
    expect(checks['spf']).toMatchObject({ verdict: 'warn', fix: expect.stringContaining('ip4:127.0.0.1') });
    expect(checks['dmarc']).toMatchObject({ verdict: 'warn', fix: expect.stringContaining('_dmarc.acme.example') });
    expect(checks['reverse-dns']).toMatchObject({ verdict: 'fail', fix: expect.stringContaining(HOSTNAME) });
    expect(checks['tls']).toMatchObject({ verdict: 'pass' });
    expect(checks['alt-texts']).toMatchObject({ verdict: 'warn' });
    expect(checks['links']).toMatchObject({ verdict: 'warn' });
    expect(checks['size']).toMatchObject({ verdict: 'pass' });
    expect(checks['client-support']?.verdict).toMatch(/warn|pass/);
  });

  it('pass with correct records', async () => {
    dns.set('acme.example', 'TXT', ['v=spf1 ip4:127.0.0.1 -all']);
    dns.set('_dmarc.acme.example', 'TXT', ['v=DMARC1; p=reject']);
    dns.set(HOSTNAME, 'A', ['127.0.0.1']);
    dns.set('1.0.0.127.in-addr.arpa', 'PTR', [HOSTNAME]);
    const id = await send({
      headers: {
        'List-Unsubscribe': '<https://acme.example/u>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    await settled(id);
    const checks = await checksOf(id);
    for (const name of ['dkim', 'spf', 'dmarc', 'reverse-dns', 'one-click']) {
      expect(checks[name], name).toMatchObject({ verdict: 'pass' });
    }
  });

  it('show what is unknown if DNS fails', async () => {
    dns.set('_dmarc.acme.example', 'TXT', 'TIMEOUT');
    const id = await send({});
    const checks = await checksOf(id);
    expect(checks['dmarc']?.verdict).not.toBe('fail');
    dns.set('_dmarc.acme.example', 'TXT', ['v=DMARC1; p=reject']);
  });
});

describe('sending again', () => {
  it('creates a new message with the same content, for other recipients if given', async () => {
    const id = await send({ subject: 'Once more', html: '<p>x</p>', tag: 'again', headers: { 'X-Order': '4711' } });
    const { body, status } = await tenant.post(`/dashboard/messages/${id}/send-again`, { to: 'bob@one.example' });
    expect([status, body.status]).toEqual([202, 'queued']);
    expect(body.id).not.toBe(id);
    const again = await tenant.get(`/transactional/emails/${body.id}`);
    expect(again.body).toMatchObject({
      subject: 'Once more',
      to: ['bob@one.example'],
      tag: 'again',
      headers: { 'X-Order': '4711' },
    });
  });

  it('applies the rules of every send', async () => {
    const id = await send({});
    const path = `/dashboard/messages/${id}/send-again`;
    expect((await tenant.post(path, { to: 'no address' })).status).toBe(422);
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason) values (${tenant.account.id}, 'gone@one.example', 'bounced')`,
    );
    expect((await tenant.post(path, { to: 'gone@one.example' })).body.name).toBe('recipient_suppressed');
  });
});

describe('messages of others', () => {
  it.each(['route', 'source', 'preview', 'checks'])('have no %s', async (view) => {
    const id = await send({});
    expect((await stranger.get(`/dashboard/messages/${id}/${view}`)).status).toBe(404);
    expect((await stranger.get(`/dashboard/messages/tm_nonsense/${view}`)).status).toBe(404);
  });

  it('are not sent again', async () => {
    const id = await send({});
    expect((await stranger.post(`/dashboard/messages/${id}/send-again`, {})).status).toBe(404);
  });

  it('are visible only with the scope', async () => {
    const other = await app.newAccount();
    expect((await other.get('/dashboard/overview')).body.name).toBe('insufficient_scope');
  });
});

describe('overview', () => {
  it('sums the hours and lists domains with problems and the newest messages', async () => {
    const parts = domainPartsOf(app.installation);
    await addDomain(parts, tenant.account.id, 'pending.example');
    const id = await send({});
    await settled(id);
    const { body, status } = await tenant.get('/dashboard/overview?days=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ days: 1, step: 'hour' });
    expect(body.series).toHaveLength(24);
    expect(body.totals.delivered).toBeGreaterThan(0);
    expect(body.series.at(-1).delivered + body.series.at(-2).delivered).toBe(body.totals.delivered);
    expect(body.delivery_time).toMatchObject({ p50_ms: expect.any(Number), p95_ms: expect.any(Number) });
    expect(body.domains_needing_care).toMatchObject([{ name: 'pending.example', status: 'pending' }]);
    expect(body.quota).toMatchObject({ plan: 'unlimited', limit: null, runs_out_on: null });
    expect(body.latest[0].id).toBe(id);
  });

  it.each([
    ['', 7, 'day'],
    ['?days=30', 30, 'day'],
  ])('of "%s" has %i elements by %s', async (query, count, step) => {
    const { body } = await stranger.get(`/dashboard/overview${query}`);
    expect([body.series.length, body.step, body.delivery_time]).toEqual([count, step, null]);
  });

  it('refuses unknown periods', async () => {
    expect((await tenant.get('/dashboard/overview?days=2')).status).toBe(422);
  });
});

describe('first steps of an account', () => {
  const keyOf = async (accountId: number): Promise<number> => {
    const [row] = await app.installation.db.query<{ readonly id: number }>(
      { name: '', text: 'select id from api_key where account_id = $1 order by id limit 1' },
      [accountId],
    );
    return row?.id ?? 0;
  };

  it('find the first message of a key, but not of another key', async () => {
    const id = await keyOf(tenant.account.id);
    const { key } = await createKey(app.installation.db, {
      accountId: tenant.account.id,
      name: 'Later',
      scopes: SCOPES,
    });
    await send({});
    const [later] = await app.installation.db.query<{ readonly id: number }>(
      { name: '', text: 'select max(id)::integer as id from api_key where account_id = $1' },
      [tenant.account.id],
    );
    const path = `/dashboard/keys/${later?.id}/first-message`;
    expect((await tenant.get(path)).body).toEqual({ message_id: null });
    const mail = { from: 'mail@acme.example', to: ['ann@one.example'], subject: 'First', text: 'x' };
    const { body } = await app.client(key).post('/transactional/emails', mail);
    await app.client(key).post('/transactional/emails', mail);
    expect((await tenant.get(path)).body).toEqual({ message_id: body.id });
    expect((await stranger.get(path)).status).toBe(404);
    expect((await tenant.get(`/dashboard/keys/${id}/first-message`)).body.message_id).toMatch(/^tm_/);
  });

  it('have a checklist after the first message, which can be dismissed per account', async () => {
    const fresh = await app.newAccount({ scopes: SCOPES });
    expect((await fresh.get('/dashboard/checklist')).body).toEqual({ is_shown: false, steps: [] });
    const mail = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'a', text: 'a' };
    expect((await fresh.post('/transactional/emails', mail)).status).toBe(202);
    const { body } = await fresh.get('/dashboard/checklist');
    expect(body.is_shown).toBe(true);
    expect(body.steps.map(({ name }: { name: string }) => name)).toEqual(['domain', 'key', 'webhook', 'production']);
    expect((await fresh.post('/dashboard/checklist/put-away', {})).status).toBe(200);
    expect((await fresh.get('/dashboard/checklist')).body.is_shown).toBe(false);
    // The checklist disappears automatically when the account is completely set up.
    expect((await tenant.get('/dashboard/checklist')).body.is_shown).toBe(false);
  });

  it.each([
    [{ delivery: 'inbox', hostname: HOSTNAME, baseUrl: 'https://mail.example' }, /POSTRIDER_DELIVERY/],
    [{ delivery: 'direct', hostname: 'localhost', baseUrl: 'https://mail.example' }, /POSTRIDER_HOSTNAME/],
    [{ delivery: 'relay', hostname: HOSTNAME, baseUrl: 'http://localhost:8025' }, /POSTRIDER_BASE_URL/],
    [{ delivery: 'direct', hostname: HOSTNAME, baseUrl: 'https://mail.example' }, null],
  ])('of a server with %o show what production requires', ({ baseUrl, ...facts }, missing) => {
    const said = missingOfServer({ ...facts, baseUrl: () => baseUrl });
    if (missing === null) expect(said).toBeNull();
    else expect(said).toMatch(missing);
  });
});

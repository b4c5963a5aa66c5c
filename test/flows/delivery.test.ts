import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, sandboxDkimRecord, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const HOSTNAME = 'mail.postrider.example';

let dns: DnsServer;
let sink: SmtpSink;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
const records = new Map<string, string>();

beforeAll(async () => {
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => {
        if (line.includes('nobody@')) return { say: '550 5.1.1 No such user' };
        return line.includes('later@') ? { say: '451 4.7.1 Greylisted, come back' } : undefined;
      },
    },
  });
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_HOSTNAME: HOSTNAME,
  });
  tenant = await app.newAccount();
  await verifiedDomain('acme.example');
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
});

/** Adds a domain to the tenant, publishes its records in the test DNS, and verifies it. */
async function verifiedDomain(name: string): Promise<void> {
  const parts = domainPartsOf(app.installation);
  const domain = await addDomain(parts, tenant.account.id, name);
  for (const record of domain.records) {
    if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
    records.set(record.host, record.data);
  }
  const verified = await verifyDomain(parts, tenant.account.id, name);
  expect(verified.status).toBe('verified');
}

function receivingDomain(name: string): void {
  dns.set(name, 'MX', [{ preference: 10, exchange: `mx.${name}` }]);
  dns.set(`mx.${name}`, 'A', ['127.0.0.1']);
}

async function send(changes: Record<string, unknown>): Promise<string> {
  const { status, body } = await tenant.post('/transactional/emails', {
    from: 'Acme <post@acme.example>',
    subject: 'Hello',
    text: 'Hi',
    ...changes,
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function record(id: string, isReady: (body: { status: string; events: { event: string }[] }) => boolean) {
  return eventually(`the record of ${id} has the expected state`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return isReady(body) ? body : undefined;
  });
}

async function attemptsOf(id: string) {
  const uuid = parseMessageId(id, Date.now()) ?? '';
  return listAttempts(app.installation.db, tenant.account.id, uuid);
}

describe('direct delivery', () => {
  it('rejects a Feedback-ID from the caller', async () => {
    const mail = { from: 'post@acme.example', to: ['a@one.example'], subject: 'S', text: 'T' };
    const headers = { 'Feedback-ID': 'a:b:c:other' };
    const { status, body } = await tenant.post('/transactional/emails', { ...mail, headers });
    expect([status, body.name]).toEqual([422, 'validation_error']);
  });

  it('delivers a message that verifies, and stores the conversation', async () => {
    receivingDomain('one.example');
    const id = await send({
      to: ['"Lee, Ann" <ann@one.example>'],
      bcc: ['secret@one.example'],
      html: '<p>Grüße</p>',
      headers: { 'X-Order': '4711', 'List-Unsubscribe': '<https://acme.example/u>' },
    });
    const body = await record(id, ({ events }) => events.filter(({ event }) => event === 'delivered').length === 2);
    expect(body.status).toBe('delivered');

    const mails = sink.messages.filter(({ data }) => data.includes(id.slice(3)));
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['ann@one.example', 'secret@one.example']);
    const [first, second] = mails;
    if (!first || !second) throw new Error('two mails are expected');
    expect(first.data.equals(second.data), 'every recipient gets the same bytes').toBe(true);
    expect(first.data.includes('secret@'), 'bcc stays secret').toBe(false);
    const { results } = await dkimVerify(first.data, {
      resolver: (name: string) => Promise.resolve([[records.get(name) ?? '']]),
    });
    expect(results[0]).toMatchObject({ signingDomain: 'acme.example', status: { result: 'pass' } });
    const parsed = await PostalMime.parse(first.data);
    expect(parsed).toMatchObject({
      from: { name: 'Acme', address: 'post@acme.example' },
      to: [{ name: 'Lee, Ann', address: 'ann@one.example' }],
      subject: 'Hello',
    });
    expect(parsed.html).toContain('Grüße');
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
    expect(header('feedback-id')).toBe(`t:transactional:${tenant.account.id}:postrider`);
    expect(header('dkim-signature')).toMatch(/h=[^;]*:list-unsubscribe:\s*feedback-id/);

    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({
      outcome: 'delivered',
      route: 'direct',
      host: 'mx.one.example',
      address: '127.0.0.1',
    });
    expect(attempt?.conversation).toMatch(/> MAIL FROM:<post@acme\.example>/);
    expect(attempt?.conversation).not.toContain('Grüße');
  });

  it("bounces a permanent rejection with the server's reply", async () => {
    receivingDomain('two.example');
    const id = await send({ to: ['nobody@two.example'] });
    const body = await record(id, ({ status }) => status === 'bounced');
    expect(body.events.map((event: { event: string }) => event.event)).toEqual(['queued', 'sent', 'bounced']);
    expect(body.events[2]).toMatchObject({
      recipient: 'nobody@two.example',
      status: '5.1.1',
      reason: '550 5.1.1 No such user',
    });
  });

  it('suppresses the address of an unknown user, and refuses the next send until the address is removed', async () => {
    const mail = { from: 'Acme <post@acme.example>', subject: 'Hello', text: 'Hi', to: ['nobody@two.example'] };
    const entry = await eventually('the address is suppressed', async () => {
      const { status, body } = await tenant.get('/transactional/suppressions/nobody@two.example');
      return status === 200 ? body : undefined;
    });
    expect(entry).toMatchObject({ reason: 'bounced', detail: expect.stringContaining('No such user') });
    const refused = await tenant.post('/transactional/emails', mail);
    expect(refused.body).toMatchObject({ status: 403, name: 'recipient_suppressed' });
    const path = `${app.api.baseUrl}/transactional/suppressions/nobody@two.example`;
    await fetch(path, { method: 'DELETE', headers: { authorization: `Bearer ${tenant.key}` } });
    expect((await tenant.post('/transactional/emails', mail)).status).toBe(202);
  });

  it('keeps a temporarily rejected message and retries in a minute', async () => {
    receivingDomain('three.example');
    const id = await send({ to: ['later@three.example'] });
    const attempts = await eventually('an attempt is recorded', async () => {
      const made = await attemptsOf(id);
      return made.length > 0 ? made : undefined;
    });
    expect(attempts[0]).toMatchObject({ outcome: 'deferred', status: '4.7.1' });
    const body = await record(id, () => true);
    expect([body.status, body.events.map(({ event }: { event: string }) => event)]).toEqual([
      'queued',
      ['queued', 'delayed'],
    ]);
    const statement = {
      name: 'test_due',
      text: 'select extract(epoch from next_at - now()) as s from delivery where recipient = $1',
    };
    const [row] = await app.installation.db.query<{ s: string }>(statement, ['later@three.example']);
    expect(Number(row?.s)).toBeGreaterThan(40);
    expect(Number(row?.s)).toBeLessThan(75);
  });

  it('bounces a null MX immediately', async () => {
    dns.set('null.example', 'MX', [{ preference: 0, exchange: '' }]);
    const id = await send({ to: ['ann@null.example'] });
    const body = await record(id, ({ status }) => status === 'bounced');
    expect(body.events.at(-1)).toMatchObject({ status: '5.1.10' });
  });

  it('does not delay others if a server is unreachable', async () => {
    dns.set('dead.example', 'MX', [{ preference: 10, exchange: 'mx.dead.example' }]);
    dns.set('mx.dead.example', 'A', ['127.0.0.9']);
    receivingDomain('alive.example');
    const dead = await send({ to: ['ann@dead.example'] });
    const alive = await send({ to: ['ann@alive.example'] });
    await record(alive, ({ status }) => status === 'delivered');
    const [attempt] = await eventually('an attempt for the unreachable domain is recorded', async () => {
      const made = await attemptsOf(dead);
      return made.length > 0 ? made : undefined;
    });
    expect(attempt).toMatchObject({ outcome: 'deferred', host: 'mx.dead.example' });
  });

  it('does not change the recipient because of special characters in an address', async () => {
    receivingDomain('tricks.example');
    const tricks = [
      'a@tricks.example,evil@tricks.example',
      'a@tricks.example\r\nRCPT TO:<evil@tricks.example>',
      '<a@tricks.example> <evil@tricks.example>',
      'a@tricks.example> SIZE=1\r\nRCPT TO:<evil@tricks.example',
      '"x\r\nRCPT TO:<evil@tricks.example>"@tricks.example',
    ];
    for (const to of tricks) {
      const { status } = await tenant.post('/transactional/emails', {
        from: 'post@acme.example',
        to: [to],
        subject: 'S',
        text: 'T',
      });
      expect({ to, status }).toEqual({ to, status: 422 });
    }
    const kept = ["o'neil+tag@tricks.example", '"a b"@tricks.example', 'x@TRICKS.example'];
    const id = await send({ to: kept });
    await record(id, ({ events }) => events.filter(({ event }) => event === 'delivered').length === kept.length);
    const received = sink.messages.filter(({ data }) => data.includes(id.slice(3))).flatMap(({ to }) => to);
    expect(new Set(received)).toEqual(
      new Set(['x@tricks.example', "o'neil+tag@tricks.example", '"a b"@tricks.example']),
    );
  });

  it('delivers to international and maximum-length addresses by A-label with valid signatures', async () => {
    const long = `${'l'.repeat(63)}.${'m'.repeat(63)}.${'n'.repeat(55)}.example`;
    receivingDomain('xn--mnchen-3ya.example');
    receivingDomain(long);
    const longest = `${'a'.repeat(254 - long.length - 1)}@${long}`;
    const to = ['jürgen@münchen.example', longest];
    const id = await send({ to });
    await record(id, ({ events }) => events.filter(({ event }) => event === 'delivered').length === to.length);
    const mails = sink.messages.filter(({ data }) => data.includes(id.slice(3)));
    expect(new Set(mails.flatMap((mail) => mail.to))).toEqual(new Set(['jürgen@xn--mnchen-3ya.example', longest]));
    for (const { data } of mails) {
      const { results } = await dkimVerify(data, {
        resolver: (name: string) => Promise.resolve([[records.get(name) ?? '']]),
      });
      expect(results[0]?.status.result).toBe('pass');
    }
    const tooLong = await tenant.post('/transactional/emails', {
      from: 'post@acme.example',
      to: [`a${longest}`],
      subject: 'S',
      text: 'T',
    });
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([422, ['to.0']]);
  });
});

describe('DKIM signing', () => {
  it("rejects a send from another account's domain", async () => {
    const other = await app.newAccount();
    const { status, body } = await other.post('/transactional/emails', {
      from: 'post@acme.example',
      to: ['ann@one.example'],
      subject: 'S',
      text: 'T',
    });
    expect([status, body.name]).toEqual([403, 'domain_not_verified']);
  });

  it('has a separate key for the sandbox domain', async () => {
    const { config, db, vault } = app.installation;
    const sandbox = await sandboxDkimRecord(db, vault, config.sandboxDomain);
    expect(sandbox.host).toBe('pr1._domainkey.sandbox.localhost');
    expect(sandbox.data).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/);
  });
});

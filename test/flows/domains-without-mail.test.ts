import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { openAlerts } from '../../src/features/sending/delivery-alerts/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { purgeMaillessDomains } from '../../src/features/sending/suppressions/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const SENDER = 'acme.example';
const HOUR_MINUTES = 60;

let dns: DnsServer;
let sink: SmtpSink;
let app: TestApp;
let delivery: ReturnType<TestApp['deliver']>;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  sink = await startSmtpSink({});
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, SENDER);
  for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
  expect((await verifyDomain(parts, tenant.account.id, SENDER)).status).toBe('verified');
  delivery = app.deliver();
});
beforeEach(async () => app.installation.db.script('delete from suppression; delete from mailless_domain'));
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
});

function bear(domain: string): void {
  dns.set(domain, 'MX', [{ preference: 10, exchange: `mx.${domain}` }]);
  dns.set(`mx.${domain}`, 'A', ['127.0.0.1']);
}

async function send(to: string): Promise<string> {
  const mail = { from: `post@${SENDER}`, to: [to], subject: 'Hello', text: 'Hi' };
  const { body, status } = await tenant.post('/transactional/emails', mail);
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function afterAttempts(id: string, count: number) {
  return eventually(`${id} was tried ${count} times`, async () => {
    const uuid = parseMessageId(id, Date.now()) ?? '';
    const made = await listAttempts(app.installation.db, tenant.account.id, uuid);
    return made.length >= count ? made : undefined;
  });
}

async function becomes(id: string, status: string): Promise<void> {
  await eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status || undefined;
  });
}

/**
 * Moves all recorded lookups into the past, restarts the process without its DNS cache, and makes all waiting messages
 * due.
 */
async function pass(minutes: number): Promise<void> {
  await delivery.stop();
  await app.installation.db.script(`
    update mailless_domain set first_at = first_at - interval '${minutes} minutes',
      last_at = last_at - interval '${minutes} minutes';
    update delivery set next_at = now() where next_at is not null`);
  delivery = app.deliver();
}

async function suppressed(): Promise<readonly string[]> {
  const { body } = await tenant.get('/transactional/suppressions');
  return body.data.map(({ address }: { address: string }) => address).toSorted();
}

async function waits(address: string): Promise<number> {
  const text = 'select extract(epoch from next_at - now())::float8 as s from delivery where recipient = $1';
  const [row] = await app.installation.db.query<{ s: number }>({ name: 'test_waits', text }, [address]);
  return row?.s ?? 0;
}

describe('nonexistent domain', () => {
  it('is looked up again after an hour, bounces then, and suppresses no address within a day of the first lookup', async () => {
    const id = await send('ann@nowhere.example');
    expect(await afterAttempts(id, 1)).toMatchObject([{ outcome: 'deferred', status: '4.1.2', host: null }]);
    expect(await waits('ann@nowhere.example')).toBeGreaterThan(3_500);
    // An early retry is not enough to conclude that the domain does not accept email.
    await pass(10);
    expect((await afterAttempts(id, 2))[1]).toMatchObject({ outcome: 'deferred', status: '4.1.2' });
    await pass(50);
    await becomes(id, 'bounced');
    expect((await afterAttempts(id, 3))[2]).toMatchObject({ outcome: 'bounced', status: '5.1.2' });
    expect(await suppressed()).toEqual([]);

    await pass(22 * HOUR_MINUTES);
    const next = await send('ann@nowhere.example');
    await afterAttempts(next, 1);
    await pass(HOUR_MINUTES);
    await becomes(next, 'bounced');
    expect(await suppressed()).toEqual(['ann@nowhere.example']);
  });

  it('is forgotten when it exists again, so that its next failure is the first', async () => {
    const id = await send('ann@back.example');
    await afterAttempts(id, 1);
    bear('back.example');
    await pass(30 * HOUR_MINUTES);
    await becomes(id, 'delivered');
    const text = 'select domain from mailless_domain';
    expect(await app.installation.db.query({ name: 'test_mailless', text }, [])).toEqual([]);
  });
});

describe('domain without a mail server', () => {
  it('bounces immediately with a null MX, and suppresses from a day after the first lookup', async () => {
    dns.set('null.example', 'MX', [{ preference: 0, exchange: '' }]);
    const id = await send('ann@null.example');
    await becomes(id, 'bounced');
    expect(await afterAttempts(id, 1)).toMatchObject([{ outcome: 'bounced', status: '5.1.10' }]);
    expect(await suppressed()).toEqual([]);
    await pass(25 * HOUR_MINUTES);
    await becomes(await send('bob@null.example'), 'bounced');
    expect(await suppressed()).toEqual(['bob@null.example']);
  });

  it('without an address has a separate message and expires after four hours', async () => {
    dns.set('empty.example', 'TXT', ['nothing here']);
    const id = await send('ann@empty.example');
    const reason = 'empty.example has neither a mail server (MX) nor an IP address in DNS';
    const [first] = await afterAttempts(id, 1);
    expect(first).toMatchObject({
      outcome: 'deferred',
      status: '4.1.2',
      reason: `${reason}; Postrider checks again in an hour`,
    });
    await pass(2 * HOUR_MINUTES);
    expect((await afterAttempts(id, 2))[1]).toMatchObject({ outcome: 'deferred' });
    await pass(2 * HOUR_MINUTES);
    await becomes(id, 'bounced');
    expect((await afterAttempts(id, 3))[2]).toMatchObject({ outcome: 'bounced', status: '5.1.2', reason });
    expect(await suppressed()).toEqual([]);
  });

  it('with an MX without an address is reported', async () => {
    dns.set('dangling.example', 'MX', [{ preference: 10, exchange: 'mx.dangling.example' }]);
    const id = await send('ann@dangling.example');
    expect(await afterAttempts(id, 1)).toMatchObject([
      {
        outcome: 'deferred',
        status: '4.4.4',
        reason: 'No mail server for dangling.example has an IP address in DNS: mx.dangling.example',
      },
    ]);
  });
});

describe('name server with wrong negative answers', () => {
  it('bounces and suppresses nothing within a minute, notifies the operator, and all email arrives later', async () => {
    bear('known.example');
    await becomes(await send('ann@known.example'), 'delivered');
    const domains = Array.from({ length: 20 }, (_none, no) => `wave${no}.example`);
    // Simulate the negative responses of a DNS server that has lost its upstream server.
    for (const name of ['known.example', 'mx.known.example'])
      for (const type of ['MX', 'A'] as const) dns.set(name, type, 'NXDOMAIN');
    const ids = await Promise.all(domains.map((domain) => send(`ann@${domain}`)));
    const made = (await Promise.all(ids.map((id) => afterAttempts(id, 1)))).flat();
    expect(made.every(({ outcome }) => outcome === 'deferred')).toBe(true);
    const doubted = made.filter(({ status }) => status === '4.4.3');
    expect(doubted.length).toBeGreaterThanOrEqual(domains.length - 5);
    expect(doubted[0]?.reason).toMatch(/Postrider ignores the answer$/);
    const alerts = (await openAlerts(app.installation.db, 50)).filter(({ kind }) => kind === 'resolver');
    expect(alerts).toMatchObject([{ subject: 'the DNS resolver', count: doubted.length }]);
    // Messages with doubtful DNS responses are retried after the same delay as messages that failed for other reasons.
    expect(await waits(doubted[0]?.recipient ?? '')).toBeLessThan(75);

    for (const domain of [...domains, 'known.example']) bear(domain);
    await pass(2 * HOUR_MINUTES);
    for (const id of ids) await becomes(id, 'delivered');
    expect(await suppressed()).toEqual([]);
  });
});

it('limits recorded domains in age and number', async () => {
  const { db } = app.installation;
  await db.script(`insert into mailless_domain (domain, first_at, last_at) values
    ('old.example', now() - interval '9 days', now() - interval '8 days'),
    ('middle.example', now() - interval '9 days', now() - interval '6 days'),
    ('young.example', now() - interval '1 day', now())`);
  const left = async (): Promise<readonly string[]> => {
    const text = 'select domain from mailless_domain order by domain';
    const rows = await db.query<{ domain: string }>({ name: 'test_left', text }, []);
    return rows.map(({ domain }) => domain);
  };
  await purgeMaillessDomains(db, 2);
  expect(await left()).toEqual(['middle.example', 'young.example']);
  await purgeMaillessDomains(db, 1);
  expect(await left()).toEqual(['young.example']);
});

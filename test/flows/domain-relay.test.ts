import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { addRelay, addRule } from '../../src/features/sending/routes/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { dsnMail, INBOUND_ENVIRONMENT, startTestInbound, type TestInbound } from '../support/inbound.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const LOGIN = { user: 'AKIAEXAMPLE', password: 'p/ss+word=' };

const authorities = getCACertificates('default');
let dns: DnsServer;
let others: SmtpSink;
let provider: SmtpSink;
let app: TestApp;
let inbound: TestInbound;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  dns = await startDnsServer({});
  others = await startSmtpSink();
  provider = await startSmtpSink({ tls: 'starttls', login: LOGIN });
  // If a relay has a password, TLS and a valid certificate are required.
  setDefaultCACertificates([...authorities, provider.certificate ?? '']);
  app = await startApp({
    ...INBOUND_ENVIRONMENT,
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${others.port}`,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_PAUSE_MINIMUM: '1000',
  });
  tenant = await app.newAccount();
  for (const name of ['own.example', 'news.example']) {
    const parts = domainPartsOf(app.installation);
    const { records } = await addDomain(parts, tenant.account.id, name);
    for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
    expect((await verifyDomain(parts, tenant.account.id, name)).status).toBe('verified');
  }
  const { db, vault } = app.installation;
  const [user, password] = [LOGIN.user, LOGIN.password].map(encodeURIComponent);
  await addRelay(db, vault, {
    name: 'ses',
    url: `smtp://${user}:${password}@127.0.0.1:${provider.port}`,
    maxConnections: 4,
  });
  await addRule(db, { senderDomain: 'news.example' }, 'relay:ses');
  inbound = await startTestInbound(app.installation);
  app.deliver();
});
afterAll(async () => {
  await inbound.close();
  await app.close();
  await provider.close();
  await others.close();
  await dns.close();
  setDefaultCACertificates(authorities);
});

async function send(domain: string): Promise<string> {
  const mail = { from: `post@${domain}`, to: ['ann@to.example'], subject: 'Hello', text: 'Hi' };
  const { body } = await tenant.post('/transactional/emails', mail);
  return body.id;
}

async function until(id: string, status: string) {
  return eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status ? body : undefined;
  });
}

describe('sender domain with a separate provider', () => {
  it('sends through the provider, authenticated and signed by the domain, while other domains use the default route', async () => {
    const [news, own] = [await send('news.example'), await send('own.example')];
    await Promise.all([until(news, 'delivered'), until(own, 'delivered')]);
    const [atProvider, ...more] = provider.messages;
    expect([more.length, others.messages.length]).toEqual([0, 1]);
    expect([atProvider?.tls, atProvider?.authenticated]).toEqual([true, LOGIN.user]);
    expect(atProvider?.data.toString()).toMatch(/DKIM-Signature:[^]*?d=news\.example/);
    expect(others.messages[0]?.authenticated).toBeUndefined();
    expect(others.messages[0]?.data.toString()).toContain('post@own.example');
  });

  it('processes a bounce that the provider forwards to the return path', async () => {
    const before = provider.messages.length;
    const id = await send('news.example');
    await until(id, 'delivered');
    const [message] = provider.messages.slice(before);
    await inbound.send(message?.from ?? '', dsnMail('5.1.1', 'smtp; 550 5.1.1 No such user'));
    await inbound.settled();
    const { events } = await until(id, 'bounced');
    expect(events.at(-1)).toMatchObject({ event: 'bounced', status: '5.1.1', recipient: 'ann@to.example' });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { openAlerts } from '../../src/features/sending/delivery-alerts/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const REPLIES: Readonly<Record<string, string>> = {
  'gone@': '550 5.1.1 No such user',
  'blocked@': '550 5.1.1 Mail from your IP was rejected due to listing in Spamhaus SBL',
  'unsigned@': '550 5.7.26 Unauthenticated mail is not accepted',
};

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let dns: DnsServer;
let sink: SmtpSink;
let unfriendly: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: {
      rcpt({ line }) {
        const reply = Object.entries(REPLIES).find(([name]) => line.includes(name))?.[1];
        return reply === undefined ? undefined : { say: reply };
      },
    },
  });
  const greeting = { say: '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org', thenEnd: true } as const;
  unfriendly = await startSmtpSink({ on: { greeting } }, { host: '127.0.0.2', port: sink.port });
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, 'acme.example');
  for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
  await verifyDomain(parts, tenant.account.id, 'acme.example');
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await unfriendly.close();
  await dns.close();
});

/** Sends an email to a domain whose mail server has the given IP address. */
async function sendTo(name: string, address: string): Promise<string> {
  dns.set(`${name}.example`, 'MX', [{ preference: 10, exchange: `mx.${name}.example` }]);
  dns.set(`mx.${name}.example`, 'A', [address]);
  const to = [`${name}@${name}.example`];
  const mail = { from: 'a@acme.example', to, subject: 'S', text: 'T' };
  return (await tenant.post('/transactional/emails', mail)).body.id;
}

it('suppresses only nonexistent recipients, and raises alerts about sender and address', async () => {
  for (const name of ['gone', 'blocked', 'unsigned']) {
    dns.set(`${name}.example`, 'MX', [{ preference: 10, exchange: `mx.${name}.example` }]);
    dns.set(`mx.${name}.example`, 'A', ['127.0.0.1']);
    const to = [`${name}@${name}.example`];
    const { body } = await tenant.post('/transactional/emails', {
      from: 'a@acme.example',
      to,
      subject: 'S',
      text: 'T',
    });
    await eventually(`the message to ${name} bounces`, async () => {
      const found = await tenant.get(`/transactional/emails/${body.id}`);
      return found.body.status === 'bounced' || undefined;
    });
  }
  const { body } = await tenant.get('/transactional/suppressions');
  expect(body.data.map(({ address }: { address: string }) => address)).toEqual(['gone@gone.example']);
  expect(await openAlerts(app.installation.db, 10)).toMatchObject([
    { kind: 'sender', subject: 'acme.example', count: 1, reason: `550 5.7.26 Unauthenticated mail is not accepted` },
    { kind: 'paused', subject: 'blocked.example', count: 1 },
  ]);
});

it("retries a message if the server's greeting blocks our address, and raises an alert", async () => {
  const id = await sendTo('unfriendly', '127.0.0.2');
  const alert = await eventually('an alert is open', async () =>
    (await openAlerts(app.installation.db, 10)).find(({ subject }) => subject === 'unfriendly.example'),
  );
  expect(alert).toMatchObject({ kind: 'paused', count: 1 });
  expect((await tenant.get(`/transactional/emails/${id}`)).body.status).toBe('queued');
});

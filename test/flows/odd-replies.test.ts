import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDelivery } from '../../src/app/delivery.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { RFC_TIMEOUTS } from '../../src/smtp/connection.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { INCOMPLETE_ACCEPTANCES, ODD_ACCEPTANCES } from '../support/odd-replies.ts';
import { startSmtpSink, type SinkAction, type SmtpSink } from '../support/smtp-sink.ts';

const YESES = [...ODD_ACCEPTANCES, ...INCOMPLETE_ACCEPTANCES].map(([name, action], no) => ({
  name,
  action,
  domain: `d${no}.example`,
}));
const REFUSALS: readonly { name: string; action: SinkAction; domain: string }[] = [
  { name: 'a line of 100 KB', action: { say: `550 5.1.1 ${'x'.repeat(100_000)}` }, domain: 'r0.example' },
  { name: '1,000 lines', action: { say: `${'550-x\r\n'.repeat(999)}550 5.1.1 no such user` }, domain: 'r1.example' },
];

let dns: DnsServer;
let app: TestApp;
let engine: { stop(): Promise<void> };
const sinks = new Map<string, SmtpSink>();
const ids = new Map<string, string>();
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  dns = await startDnsServer({});
  let port = 0;
  for (const [no, { action, domain }] of YESES.entries()) port = await receiver(domain, no + 1, { dot: action }, port);
  for (const [no, { action, domain }] of REFUSALS.entries()) {
    port = await receiver(domain, YESES.length + no + 1, { rcpt: action }, port);
  }
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const added = await addDomain(parts, tenant.account.id, 'acme.example');
  for (const record of added.records) if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
  await verifyDomain(parts, tenant.account.id, 'acme.example');
  for (const { domain } of [...YESES, ...REFUSALS]) {
    const email = { from: 'post@acme.example', to: [`reader@${domain}`], subject: 'Hello', text: 'Hi' };
    ids.set(domain, (await tenant.post('/transactional/emails', email)).body.id);
  }
  engine = startDelivery(app.installation, undefined, { ...RFC_TIMEOUTS, dotMs: 6_000 });
});
afterAll(async () => {
  await engine.stop();
  await app.close();
  await Promise.all([...sinks.values()].map((sink) => sink.close()));
  await dns.close();
});

/** Adds a domain with its own server at its own address. All servers use the port of the first server. */
async function receiver(
  domain: string,
  number: number,
  on: Partial<Record<'dot' | 'rcpt', SinkAction>>,
  port: number,
): Promise<number> {
  const host = `127.0.2.${number}`;
  const sink = await startSmtpSink({ on }, { host, port });
  sinks.set(domain, sink);
  dns.set(domain, 'MX', [{ preference: 10, exchange: `mx.${domain}` }]);
  dns.set(`mx.${domain}`, 'A', [host]);
  return sink.port;
}

async function settled(domain: string): Promise<{ status: string }> {
  return eventually(`the message to ${domain} has a final status`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${ids.get(domain)}`);
    return ['queued', 'sent'].includes(body.status) ? undefined : body;
  });
}

describe('message that a server accepted with an odd reply to the final dot', () => {
  it.each(YESES)('is not sent again: $name', async ({ domain }) => {
    expect((await settled(domain)).status).toBe('delivered');
    const lines = sinks.get(domain)?.lines ?? [];
    expect(lines.filter((line) => line === 'DATA')).toHaveLength(1);
    const text = 'select attempts, next_at from delivery where recipient = $1';
    const rows = await app.installation.db.query({ name: 'test_odd_reply', text }, [`reader@${domain}`]);
    expect(rows).toEqual([{ attempts: 1, next_at: null }]);
  });
});

describe('rejection before the final dot', () => {
  it.each(REFUSALS)('bounces regardless of its length: $name', async ({ domain }) => {
    expect((await settled(domain)).status).toBe('bounced');
  });
});

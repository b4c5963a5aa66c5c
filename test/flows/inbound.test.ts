// Place in a run: slow.
import { rmSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';
import { statement } from '../../src/base/db.ts';
import { returnPathsOf } from '../../src/app/return-paths.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import {
  dsnMail,
  INBOUND_ENVIRONMENT,
  inboundMails,
  makeDue,
  newSender,
  sentMail,
  startTestInbound,
} from '../support/inbound.ts';
import { openRawSmtp } from '../support/raw-smtp.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, runToEnd } from './program.ts';

const SECRET = 'a secret that only tests use, long enough';

const suppressions = statement<[accountId: number], { address: string; reason: string }>(
  'test_flow_suppressed',
  'select address, reason from suppression where account_id = $1',
);
const publishReturnPath = statement<[accountId: number, records: string], unknown>(
  'test_flow_return_path',
  'update domain set records = $2 where account_id = $1',
);
/** Blocks the processing of a bounce. */
const lockDelivery = statement<[], unknown>('test_flow_lock', 'lock table delivery in access exclusive mode');

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe('returned message', () => {
  test('is bounced by an SMTP report after its delivery, with an event and a suppression', async () => {
    const { app, sink } = await directApp();
    const tenant = await app.newAccount();
    const { email } = tenant.account;
    const inbound = await startTestInbound(app.installation);
    ends.push(() => inbound.close());
    const { body } = await tenant.post('/transactional/emails', {
      from: 'onboarding@sandbox.localhost',
      to: [email],
      subject: 'Hello',
      text: 'Hi',
    });
    await sink.waitFor(1);
    const statusOf = async () => (await tenant.get(`/transactional/emails/${body.id}`)).body;
    await eventually('the message is delivered', async () =>
      (await statusOf()).status === 'delivered' ? true : undefined,
    );

    const returnPath = sink.messages[0]?.from ?? '';
    expect(returnPath).toMatch(/^b\+[a-z2-7]{55}@bounces\.example$/);
    expect(await inbound.send(returnPath, dsnMail('5.1.1', 'smtp; 550 5.1.1 This person is gone'))).toMatch(/^250/);
    await inbound.settled();

    const record = await statusOf();
    expect(record.status).toBe('bounced');
    expect(record.events.map(({ event }: { event: string }) => event)).toEqual([
      'queued',
      'sent',
      'delivered',
      'bounced',
    ]);
    expect(JSON.stringify(record.events.at(-1))).toContain('550 5.1.1 This person is gone');
    expect(await suppressions(app.installation.db, tenant.account.id)).toEqual([{ address: email, reason: 'bounced' }]);
  });
});

describe('receiving process', () => {
  test('loses nothing if killed between its 250 reply and the processing', async () => {
    const app = await startApp(INBOUND_ENVIRONMENT);
    ends.push(() => app.close());
    const { db } = app.installation;
    const tenant = await newSender(app);
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const program = runProgram(['inbound'], {
      ...INBOUND_ENVIRONMENT,
      DATABASE_URL: app.installation.databaseUrl,
      POSTRIDER_SECRET: SECRET,
      POSTRIDER_LOG: 'info',
      POSTRIDER_UNSAFE_DURABILITY: '1',
    });
    const [, port] = await program.printed(/Listening for inbound mail.*?port\W+(\d+)\D/);

    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const locking = db.transaction(async (tx) => {
      await lockDelivery(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const transport = createTransport({ host: '127.0.0.1', port: Number(port), ignoreTLS: true });
    const { response } = await transport.sendMail({ envelope: { from: '', to: [mail.returnPath] }, raw: dsnMail() });
    expect(response).toBe('250 2.0.0 Stored');
    await eventually('the message is being processed', async () => {
      const [row] = await inboundMails(db);
      return row?.attempts === 1 ? row : undefined;
    });
    program.child.kill('SIGKILL');
    await program.ended;
    release.resolve();
    await locking;
    expect(await inboundMails(db)).toMatchObject([{ state: 'waiting' }]);

    const inbound = await startTestInbound(app.installation);
    ends.push(() => inbound.close());
    // Expire the lease.
    await makeDue(db);
    expect(await inbound.settled()).toMatchObject([{ state: 'done', attempts: 2 }]);
    expect((await tenant.get(`/transactional/emails/${mail.id}`)).body.status).toBe('bounced');
  });
});

describe('inbound role', () => {
  test('runs as part of `start` if a port is set, next to the API and delivery', async () => {
    const app = await startApp();
    ends.push(() => app.close());
    const data = scratchFolder('postrider-inbound-');
    ends.push(async () => rmSync(data, { recursive: true }));
    const program = runProgram(['start'], {
      ...INBOUND_ENVIRONMENT,
      DATABASE_URL: app.installation.databaseUrl,
      POSTRIDER_DATA: data,
      PORT: '0',
      POSTRIDER_INBOX_PORT: '0',
      POSTRIDER_WORKERS: '1',
      POSTRIDER_SECRET: SECRET,
      POSTRIDER_LOG: 'info',
      POSTRIDER_UNSAFE_DURABILITY: '1',
    });
    ends.push(() => program.stop());
    const [, port] = await program.printed(/Listening for inbound mail.*?port\W+(\d+)\D/);
    const smtp = await openRawSmtp(Number(port));
    expect(smtp.greeting).toBe('220 mx.shop.example ESMTP Postrider');
    smtp.end();
    // Wait for the whole startup output, so that the process stops gracefully.
    await program.printed(/API {10}http:\S+[^]*\n$/);
    expect(await program.stop()).toBe(0);
  });

  test.each([
    [{ POSTRIDER_TLS_CERT: '/nowhere.pem' }, /must be set together/],
    [
      { POSTRIDER_TLS_CERT: '/nowhere.pem', POSTRIDER_TLS_KEY: '/nowhere.pem' },
      /The file named in POSTRIDER_TLS_CERT cannot be read/,
    ],
    [{ POSTRIDER_INBOUND_PORT: '65536' }, /POSTRIDER_INBOUND_PORT must be a whole number from 0 to 65535/],
  ])('reports the problem with %j', async (environment, sentence) => {
    const app = await startApp();
    ends.push(() => app.close());
    const { code, output } = await runToEnd(['inbound'], {
      ...INBOUND_ENVIRONMENT,
      DATABASE_URL: app.installation.databaseUrl,
      POSTRIDER_SECRET: SECRET,
      POSTRIDER_UNSAFE_DURABILITY: '1',
      ...environment,
    });
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
  });
});

describe('return path', () => {
  test("uses the sender's domain while its record is valid, otherwise that of the installation, otherwise none", async () => {
    const app = await startApp(INBOUND_ENVIRONMENT);
    ends.push(() => app.close());
    const tenant = await newSender(app);
    const { config, db } = app.installation;
    const domainFor = async (fallback: string | undefined) => {
      // Use a new directory each time, because a directory caches its records for a minute.
      const paths = returnPathsOf({ ...app.installation, config: { ...config, returnPathDomain: fallback } });
      const recipient = {
        accountId: tenant.account.id,
        messageId: '01936c8e-5f00-7abc-8def-0123456789ab',
        recipientNo: 0,
      };
      const address = await paths.envelopeFrom({ ...recipient, senderDomain: 'shop.example' });
      return address?.split('@')[1];
    };
    const record = { name: 'return_path', type: 'MX', host: 'bounce.shop.example', data: '10 mx.shop.example' };
    expect(await domainFor('bounces.example')).toBe('bounces.example');
    expect(await domainFor(undefined)).toBeUndefined();
    await publishReturnPath(db, tenant.account.id, JSON.stringify([{ ...record, valid: false }]));
    expect(await domainFor('bounces.example')).toBe('bounces.example');
    await publishReturnPath(db, tenant.account.id, JSON.stringify([{ ...record, valid: true }]));
    expect(await domainFor('bounces.example')).toBe('bounce.shop.example');
    expect(await domainFor(undefined)).toBe('bounce.shop.example');
  });

  test('is accepted on the host of a removed domain, and rejected on one that never existed', async () => {
    const app = await startApp(INBOUND_ENVIRONMENT);
    ends.push(() => app.close());
    const tenant = await newSender(app);
    const { db } = app.installation;
    const record = { name: 'return_path', type: 'MX', host: 'bounce.shop.example', valid: true };
    await publishReturnPath(db, tenant.account.id, JSON.stringify([record]));
    await db.script('update domain set deleted_at = now()');
    const mail = await sentMail(app.installation, await newSender(app), ['ann@there.example']);
    const inbound = await startTestInbound(app.installation);
    ends.push(() => inbound.close());
    const local = mail.returnPath.split('@')[0] ?? '';
    expect(await inbound.send(`${local}@Bounce.Shop.Example`, dsnMail())).toMatch(/^250/);
    await expect(inbound.send(`${local}@mail.shop.example`, dsnMail())).rejects.toThrow('550 5.1.1');
    await expect(inbound.send(`${local}@bounce.other.example`, dsnMail())).rejects.toThrow('550 5.1.1');
    expect(await inbound.settled()).toMatchObject([{ state: 'done' }]);
  });
});

/** Starts an app that delivers directly to a sink, which accepts everything. */
async function directApp(): Promise<{ app: TestApp; sink: SmtpSink; dns: DnsServer }> {
  const sink = await startSmtpSink();
  const dns = await startDnsServer({});
  dns.set('tenants.example', 'MX', [{ preference: 10, exchange: 'mx.tenants.example' }]);
  dns.set('mx.tenants.example', 'A', ['127.0.0.1']);
  const app = await startApp({
    ...INBOUND_ENVIRONMENT,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
  ends.push(
    () => sink.close(),
    () => dns.close(),
    () => app.close(),
  );
  app.deliver();
  return { app, sink, dns };
}

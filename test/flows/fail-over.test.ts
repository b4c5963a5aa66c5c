import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { noticeDeliveryAlerts, openAlerts } from '../../src/features/sending/delivery-alerts/index.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { addRelay, addRule } from '../../src/features/sending/routes/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { silentLog } from '../../src/base/log.ts';
import type { UserMail } from '../../src/mail/languages/emails.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startUniverse, type Universe } from '../support/universe.ts';
import { inEnglish } from '../support/user-emails.ts';

const SENDER = 'acme.example';
const BUSY = '421 4.3.2 The relay is closed';

let universe: Universe;
let sink: SmtpSink;
let refusing: SmtpSink;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  universe = await startUniverse({
    domains: { 'alive.example': 'accepts', 'dead.example': { servers: ['nobody listens', 'nobody listens'] } },
  });
  sink = await startSmtpSink();
  refusing = await startSmtpSink({ on: { greeting: { say: BUSY, thenEnd: true } } });
  app = await startApp(universe.settings);
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, SENDER);
  for (const record of records) if (record.type === 'TXT') universe.dns.set(record.host, 'TXT', [record.data]);
  expect((await verifyDomain(parts, tenant.account.id, SENDER)).status).toBe('verified');
  const relays = {
    works: sink.port,
    refuses: refusing.port,
    gone: await freePort(),
    // Only one test uses this relay, because a route that has failed three times in a row is not tried again for some
    // time.
    deaf: await freePort(),
    silent: await freePort(),
  };
  for (const [name, port] of Object.entries(relays)) await relay(name, `smtp://127.0.0.1:${port}`);
  await relay('unknown', 'smtp://no-such-host.invalid:25');
  await rule('one.example', 'relay:refuses, relay:gone, relay:works');
  await rule('two.example', 'relay:deaf, relay:silent');
  await rule('three.example', 'relay:unknown, relay:works');
  await rule('dead.example', 'direct, relay:works');
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await universe.close();
  await sink.close();
  await refusing.close();
});

async function relay(name: string, url: string): Promise<void> {
  const { db, vault } = app.installation;
  await addRelay(db, vault, { name, url, maxConnections: 4 });
}

async function rule(recipientDomain: string, routes: string): Promise<void> {
  await addRule(app.installation.db, { recipientDomain }, routes);
}

async function send(to: string): Promise<string> {
  const mail = { from: `post@${SENDER}`, to: [to], subject: 'Hello', text: 'Hi' };
  const { status, body } = await tenant.post('/transactional/emails', mail);
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

async function alerts(): Promise<Record<string, string | null>> {
  const open = await openAlerts(app.installation.db, 50);
  return Object.fromEntries(
    open.filter(({ kind }) => kind === 'route').map(({ reason, subject }) => [subject, reason] as const),
  );
}

describe('message on a failing route', () => {
  it('falls back to the next relay, and records each attempt with its route and conversation', async () => {
    const id = await send('ann@one.example');
    const made = await afterAttempts(id, 3);
    expect(made).toMatchObject([
      { attempt: 1, outcome: 'deferred', route: 'relay', status: '4.3.2', reason: BUSY },
      { attempt: 2, outcome: 'deferred', route: 'relay', status: '4.4.1', host: '127.0.0.1' },
      { attempt: 3, outcome: 'delivered', route: 'relay', status: '2.0.0' },
    ]);
    expect(made[0]?.conversation).toContain(BUSY);
    expect(made[1]?.conversation).toContain('! 127.0.0.1 [127.0.0.1]: ');
    expect(made[2]?.conversation).toContain('RCPT TO:<ann@one.example>');
    expect(sink.messages.filter(({ to }) => to[0] === 'ann@one.example')).toHaveLength(1);
    expect(await alerts()).toMatchObject({ 'relay:refuses': BUSY, 'relay:gone': expect.stringContaining('refused') });
  });

  it("falls back to a relay if none of the recipient's servers can be reached", async () => {
    const id = await send('ann@dead.example');
    expect(await afterAttempts(id, 2)).toMatchObject([
      { attempt: 1, outcome: 'deferred', route: 'direct', host: 'mx2.dead.example' },
      { attempt: 2, outcome: 'delivered', route: 'relay' },
    ]);
    // The receiver is identified by the domain of its mail servers.
    expect(Object.keys(await alerts())).toContain('dead.example');
  });

  it('falls back to the next relay if the name of the first does not resolve', async () => {
    const id = await send('ann@three.example');
    const [first, second] = await afterAttempts(id, 2);
    expect(first).toMatchObject({ attempt: 1, outcome: 'deferred', route: 'relay', host: null });
    expect(first?.reason).toContain('no-such-host.invalid');
    expect(second).toMatchObject({ attempt: 2, outcome: 'delivered', route: 'relay' });
    expect(Object.keys(await alerts())).toContain('relay:unknown');
  });

  it('waits for its next attempt as long as with a single route', async () => {
    const id = await send('ann@two.example');
    expect((await afterAttempts(id, 2)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'deferred'],
      [2, 'deferred'],
    ]);
    await universe.hurry(app);
    expect((await afterAttempts(id, 4)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    const text = `select attempts, passed_over, extract(epoch from next_at - now())::float8 as waits
      from delivery where recipient = 'ann@two.example'`;
    const [row] = await app.installation.db.query<{ waits: number }>({ name: 'test_fail_over_row', text }, []);
    expect(row).toMatchObject({ attempts: 2, passed_over: 2 });
    // The delay after the second attempt: five minutes, plus or minus 20 percent.
    expect(row?.waits).toBeGreaterThan(220);
    expect(row?.waits).toBeLessThan(361);
  });

  it('notifies the operator once about each relay', async () => {
    const { db } = app.installation;
    const reported: string[] = [];
    const sendNotice = async (_tx: unknown, mail: UserMail): Promise<void> => void reported.push(inEnglish(mail).text);
    await noticeDeliveryAlerts({ db, log: silentLog, sendNotice });
    await noticeDeliveryAlerts({ db, log: silentLog, sendNotice });
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/- relay:refuses could not be reached, so the next delivery route was used \(1×\)/);
    expect(reported[0]).toMatch(/- relay:gone could not be reached/);
    // A single failure to connect to a receiver is not reported.
    expect(reported[0]).not.toContain('dead.example');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  viewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { recordSuppressions } from '../../src/features/sending/suppressions/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { dsnMail, feedbackMail, INBOUND_ENVIRONMENT, startTestInbound, type TestInbound } from '../support/inbound.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '../support/smtp-sink.ts';
import { goesOn } from '../support/time-left.ts';

const SENDER = 'acme.example';
const FULL = dsnMail('5.2.2', 'smtp; 552 5.2.2 Mailbox full');

let dns: DnsServer;
let sink: SmtpSink;
let app: TestApp;
let inbound: TestInbound;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  dns = await startDnsServer({});
  sink = await startSmtpSink();
  app = await startApp({
    ...INBOUND_ENVIRONMENT,
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
    // All of these messages bounce, which would otherwise pause the account.
    POSTRIDER_PAUSE_MINIMUM: '1000',
  });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, SENDER);
  for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
  expect((await verifyDomain(parts, tenant.account.id, SENDER)).status).toBe('verified');
  inbound = await startTestInbound(app.installation);
  app.deliver();
});
afterAll(async () => {
  await inbound.close();
  await app.close();
  await sink.close();
  await dns.close();
});

async function sql<T>(text: string): Promise<T[]> {
  return app.installation.db.query<T>({ name: '', text }, []);
}

/** Sends a message and waits until it is recorded as delivered. Resolves with the message as received. */
async function delivered(to: string, tag?: string): Promise<SinkMessage> {
  const before = sink.messages.length;
  const mail = { from: `post@${SENDER}`, to: [to], subject: 'Hello', text: 'Hi', ...(tag && { tag }) };
  const { body } = await tenant.post('/transactional/emails', mail);
  await eventually(`${to} is delivered`, async () => {
    const found = await tenant.get(`/transactional/emails/${body.id}`);
    return found.body.status === 'delivered' ? true : undefined;
  });
  const [message] = sink.messages.slice(before);
  if (!message) throw new Error('a mail is expected');
  return message;
}

async function reported({ from }: SinkMessage, report: string): Promise<void> {
  await inbound.send(from, report);
  await inbound.settled();
}

/** Returns the hourly counts of a tag, oldest first. */
async function hoursOf(tag: string): Promise<{ delivered: number; bounced: number; complained: number }[]> {
  return sql(`select delivered, bounced, complained from transactional_tag_hour where tag = '${tag}' order by hour`);
}

/** Shifts all earlier attempts, and the hourly counts of a tag, two hours into the past. */
async function twoHoursPass(tag: string): Promise<void> {
  await sql(
    'update attempt set started_at = seconds_after(started_at, -7200), finished_at = seconds_after(finished_at, -7200)',
  );
  await sql(`update transactional_tag_hour set hour = seconds_after(hour, -7200) where tag = '${tag}'`);
}

// Leave at least 30 seconds of the current hour for each test, because counts are per hour.
beforeEach(async () => goesOn(3_600_000, 30_000));

describe('late bounce report', () => {
  it("counts in its own hour, and removes the delivery from the delivery's hour", async () => {
    const [first, second] = [await delivered('a@there.example', 'late'), await delivered('b@there.example', 'late')];
    expect(await hoursOf('late')).toEqual([{ delivered: 2, bounced: 0, complained: 0 }]);
    await twoHoursPass('late');
    await reported(first, dsnMail());
    expect(await hoursOf('late')).toEqual([
      { delivered: 1, bounced: 0, complained: 0 },
      { delivered: 0, bounced: 1, complained: 0 },
    ]);
    // Each report is counted once, even if it arrives again.
    await reported(first, dsnMail());
    expect(await hoursOf('late')).toHaveLength(2);
    const { body } = await tenant.get('/transactional/tags/late');
    expect(JSON.stringify(body)).toContain('"bounced":1');

    // A recipient who complains has received the message, so the message still counts as delivered.
    await reported(second, feedbackMail(second.from));
    expect(await hoursOf('late')).toEqual([
      { delivered: 1, bounced: 0, complained: 0 },
      { delivered: 0, bounced: 1, complained: 1 },
    ]);
  });

  it('changes one hour if the delivery was counted in the same, and no hour that was deleted', async () => {
    const message = await delivered('c@there.example', 'soon');
    await reported(message, dsnMail());
    const hours = await hoursOf('soon');
    expect(hours.reduce((sum, hour) => sum + hour.delivered, 0)).toBe(0);
    expect(hours.reduce((sum, hour) => sum + hour.bounced, 0)).toBe(1);

    const other = await delivered('d@there.example', 'gone');
    await sql(`delete from transactional_tag_hour where tag = 'gone'`);
    await reported(other, dsnMail());
    expect(await hoursOf('gone')).toEqual([{ delivered: 0, bounced: 1, complained: 0 }]);
  });

  it('also revokes the delivery of a mailing, in the counts for bulk email only', async () => {
    const { clock, db } = app.installation;
    const { id: accountId } = tenant.account;
    const before = await hoursOf('');
    const id = await db.transaction((tx) =>
      createMailingMaker({ clock })(tx, accountId, {
        mailClass: 'campaign',
        from: { name: undefined, address: address(`post@${SENDER}`) },
        replyTo: [],
        headers: [],
        linkPrefixes: [],
        subject: ['News'],
        html: undefined,
        text: ['Hi'],
      }),
    );
    await db.transaction((tx) => addRecipients(tx, accountId, id, [{ address: address('e@there.example') }]));
    await db.transaction((tx) => startMailing(tx, accountId, id));
    await eventually('the mailing is sent', async () =>
      (await viewMailing(db, accountId, id))?.state === 'sent' ? true : undefined,
    );
    const message = sink.messages.find(({ to }) => to[0] === 'e@there.example');
    if (!message) throw new Error('a mail is expected');
    await reported(message, dsnMail());
    expect(await viewMailing(db, accountId, id)).toMatchObject({ delivered: 0, bounced: 1 });
    expect(await hoursOf('')).toEqual(before);
    const ofClass = 'select class, delivered, bounced from mail_class_hour where delivered > 0 or bounced > 0';
    expect(await sql(ofClass)).toEqual([{ class: 3, delivered: 0, bounced: 1 }]);
  });
});

describe('full mailbox of a server that accepts first and reports later', () => {
  const isSuppressed = async (to: string): Promise<boolean> =>
    (await tenant.get(`/transactional/suppressions/${to}`)).status === 200;

  async function daysPass(days: number): Promise<void> {
    const seconds = -days * 86_400;
    await sql(`update soft_bounce set first_at = seconds_after(first_at, ${seconds}),
      last_at = seconds_after(last_at, ${seconds}), taken_at = seconds_after(taken_at, ${seconds})`);
  }

  it('is suppressed after three messages over seven days, although each was delivered first', async () => {
    for (const days of [4, 4, 0]) {
      expect(await isSuppressed('full@there.example')).toBe(false);
      await reported(await delivered('full@there.example'), FULL);
      await daysPass(days);
    }
    expect(await isSuppressed('full@there.example')).toBe(true);
    expect(await sql('select from soft_bounce')).toEqual([]);
  });

  it('is forgotten after five days without a report for an accepted message', async () => {
    await reported(await delivered('emptied@there.example'), FULL);
    await daysPass(3);
    await delivered('emptied@there.example');
    await daysPass(4);
    await delivered('emptied@there.example');
    expect(await sql(`select count from soft_bounce where address = 'emptied@there.example'`)).toEqual([{ count: 1 }]);
    await daysPass(2);
    await delivered('emptied@there.example');
    expect(await sql('select from soft_bounce')).toEqual([]);
  });

  it('is counted from zero if the next report comes long after an accepted message', async () => {
    await reported(await delivered('again@there.example'), FULL);
    await reported(await delivered('again@there.example'), FULL);
    await delivered('again@there.example');
    await daysPass(20);
    const { account } = tenant;
    const outcome = { messageId: '01936c8e-5f00-7abc-8def-0123456789ab', recipient: 'again@there.example' };
    const said = { kind: 'bounced', bounceClass: 'mailbox-full', reason: null, route: 'direct' };
    await app.installation.db.transaction((tx) => recordSuppressions(tx, account.id, [{ ...outcome, ...said }]));
    expect(await isSuppressed('again@there.example')).toBe(false);
    expect(await sql('select count, is_reported, taken_at from soft_bounce')).toEqual([
      { count: 1, is_reported: false, taken_at: null },
    ]);
  });
});

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

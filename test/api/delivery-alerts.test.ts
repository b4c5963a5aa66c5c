import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { inReaderLanguage } from '../../src/app/people.ts';
import {
  noticeDeliveryAlerts,
  openAlerts,
  recordDeliveryAlerts,
  recordFailedRoute,
} from '../../src/features/sending/delivery-alerts/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createNoticeSender } from '../../src/features/transactional/messages/index.ts';
import type { UserMail } from '../../src/mail/languages/emails.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';
import { silentLog } from '../../src/base/log.ts';
import { inEnglish, type SentMail } from '../support/user-emails.ts';

let reported: SentMail[];
let operator: number;

const test = shared(createTestDatabase);

beforeAll(async () => {
  operator = (await createAccount(test.db, { email: 'op@acme.example', plan: 'unlimited', isOperator: true })).id;
});

async function account(): Promise<number> {
  const email = `${randomUUID()}@tenants.example`;
  return (await createAccount(test.db, { email, plan: 'unlimited', isOperator: false })).id;
}

async function raise(accountId: number, ...changes: Record<string, unknown>[]): Promise<void> {
  const outcome = {
    messageId: randomUUID(),
    recipient: 'bob@y.example',
    reason: '550 no',
    bounceClass: 'policy',
    route: 'direct',
  };
  await test.db.transaction(async (tx) =>
    recordDeliveryAlerts(
      tx,
      accountId,
      changes.map((change) => Object.assign({}, outcome, change)),
    ),
  );
}

async function report(): Promise<SentMail[]> {
  reported = [];
  const sendNotice = async (_tx: unknown, mail: UserMail): Promise<void> => void reported.push(inEnglish(mail));
  await noticeDeliveryAlerts({ db: test.db, log: silentLog, sendNotice });
  return reported;
}

/** Moves the timestamps of all recorded alerts into the past by the given interval. */
async function passTime(time: string): Promise<void> {
  const text = `update delivery_alert set first_at = first_at - $1::interval, last_at = last_at - $1::interval,
    noticed_at = noticed_at - $1::interval`;
  await test.db.query({ name: '', text }, [time]);
}

async function alertsOf(subject: string) {
  return (await openAlerts(test.db, 1_000)).filter((alert) => alert.subject === subject);
}

describe('alert', () => {
  it('counts the outcomes of all accounts and keeps the last reply', async () => {
    await raise(await account(), { host: 'mx1.count.example' }, { host: 'mx2.count.example', reason: '550 second' });
    await raise(await account(), { host: 'mx1.count.example', reason: '550 th\0ird \ud800' });
    expect(await alertsOf('count.example')).toMatchObject([
      { kind: 'blocked', accounts: 2, count: 3, reason: '550 third \ufffd' },
    ]);
  });

  it('names the sender domain of a message, or a mailing', async () => {
    const [accountId, messageId] = [await account(), '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41'];
    await test.db.script(`
      create table message_of_test partition of message default;
      insert into message (account_id, id, sender, subject, head, content)
      values (${accountId}, '${messageId}', 'Ann <ann@from.example>', '', '{}', '')`);
    await raise(accountId, { messageId, bounceClass: 'sender' }, { bounceClass: 'sender' });
    expect(await alertsOf('from.example')).toMatchObject([{ kind: 'sender', count: 1 }]);
    expect(await alertsOf('a mailing')).toMatchObject([{ kind: 'sender', count: 1 }]);
  });

  it('starts again after a day without outcomes', async () => {
    const accountId = await account();
    await raise(accountId, { host: 'mx.quiet.example' }, { host: 'mx.quiet.example' });
    await passTime('25 hours');
    expect(await alertsOf('quiet.example')).toEqual([]);
    await raise(accountId, { host: 'mx.quiet.example' });
    expect(await alertsOf('quiet.example')).toMatchObject([{ count: 1 }]);
  });

  it('does not deadlock when many are recorded concurrently', async () => {
    const accountId = await account();
    const hosts = Array.from({ length: 50 }, (_, no) => ({ host: `mx.circle${no}.example` }));
    await Promise.all([0, 1, 2, 3].map(async (no) => raise(accountId, ...(no % 2 ? hosts : hosts.toReversed()))));
    expect(await alertsOf('circle49.example')).toMatchObject([{ count: 4 }]);
  });
});

describe('alert emails', () => {
  it('are accepted as messages of the account', async () => {
    await passTime('48 hours');
    const accountId = await account();
    await raise(accountId, { bounceClass: 'sender' });
    await raise(accountId, { host: 'mx.told.example', signal: { kind: 'pause' }, reason: '550 \u0007 "<b>' });
    const sendNotice = inReaderLanguage(createNoticeSender({ clock: systemClock, sandboxDomain: 'sandbox.localhost' }));
    await noticeDeliveryAlerts({ db: test.db, log: silentLog, sendNotice });
    const text = 'select subject from message where account_id = any($1::bigint[]) and subject <> $2';
    const { length } = await test.db.query({ name: '', text }, [[accountId, operator], '']);
    expect(length).toBe(2);
  });

  it('notify the owner of a sender domain once a day', async () => {
    await passTime('48 hours');
    const accountId = await account();
    await raise(accountId, { bounceClass: 'sender', reason: '550 5.7.26 Unauthenticated' });
    expect(await report()).toMatchObject([{ accountId, subject: 'Bulk email is rejected' }]);
    expect(reported[0]?.text).toContain('5.7.26 Unauthenticated');
    await raise(accountId, { bounceClass: 'sender' });
    expect(await report()).toEqual([]);
    await passTime('25 hours');
    expect(await report()).toEqual([]);
    await raise(accountId, { bounceClass: 'sender' });
    expect(await report()).toHaveLength(1);
  });

  it('notify the operator once a day in one email about all receivers that throttle us', async () => {
    await passTime('48 hours');
    const signal = { kind: 'pause' };
    await raise(await account(), { host: 'mx.p1.example', signal }, { host: 'mx.p2.example', signal });
    const [mail, ...others] = await report();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      accountId: operator,
      to: 'op@acme.example',
      subject: 'Email to mx.p1.example (+1) is delayed',
    });
    await raise(await account(), { host: 'mx.p1.example', signal });
    expect(await report()).toEqual([]);
  });

  it('notify the operator of a failed relay immediately, and of a receiver with a fallback route from the fifth failure', async () => {
    await passTime('48 hours');
    const failed = { recipient: 'bob@parcel.example', host: 'mx1.parcel.example', reason: 'no \u0000 answer \ud800' };
    const accountId = await account();
    const fail = async (relay?: string): Promise<void> =>
      test.db.transaction(async (tx) => recordFailedRoute(tx, accountId, { ...failed, relay }));
    for (let no = 0; no < 4; no += 1) await fail();
    expect(await report()).toEqual([]);
    await fail();
    expect(await report()).toMatchObject([
      { accountId: operator, subject: 'Fallback delivery route in use: parcel.example failed' },
    ]);
    await fail('relay:ses');
    await fail('relay');
    const [mail] = await report();
    expect(mail?.subject).toBe('Fallback delivery route in use: relay:default (+1) failed');
    expect(mail?.text).toMatch(/- relay:default could not be reached.*1×[^]*- relay:ses could not be reached.*1×/);
    expect(mail?.text).toContain('(1×): "no  answer \ufffd"');
    await fail('relay:ses');
    expect(await report()).toEqual([]);
  });

  it('notify the operator separately of a DNS resolver that reports no servers for working domains', async () => {
    await passTime('48 hours');
    const reason =
      'DNS reports that y.example does not accept email, but the name server gives the same answer for domains that accept email';
    await raise(await account(), { bounceClass: 'transient', dnsAlone: 'doubted', reason });
    expect(await report()).toMatchObject([{ accountId: operator, subject: 'Email is delayed by DNS failures' }]);
    expect(reported[0]?.text).toMatch(
      /^Email is delayed by DNS failures\. The DNS resolver reports no mail servers for domains .*\(1×\)\. .*POSTRIDER_RESOLVER/s,
    );
    expect(reported[0]?.text).not.toContain('Receivers');
    await raise(
      await account(),
      { bounceClass: 'transient', dnsAlone: 'doubted', reason },
      { host: 'mx.both.example', signal: { kind: 'pause' } },
    );
    expect((await report()).map(({ subject }) => subject)).toEqual(['Email to both.example is delayed']);
  });

  it('notify the operator of policy rejections from the fifth on', async () => {
    await passTime('48 hours');
    const refusals = Array.from({ length: 4 }, () => ({ host: 'mx.policy.example' }));
    await raise(await account(), ...refusals);
    expect(await report()).toEqual([]);
    await raise(await account(), { host: 'mx.policy.example' });
    expect(await report()).toMatchObject([{ subject: 'Email to policy.example is delayed' }]);
  });
});

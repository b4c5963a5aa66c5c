import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/base/db.ts';
import { addSuppressions } from '../../src/features/sending/suppressions/index.ts';
import { isFault, parseAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/**
 * Tests which events Postmark and SendGrid clients get for bulk email if a recipient is suppressed before delivery, or
 * if its domain defers the email for three days.
 */

const [DEAD, LATE, FINE] = ['ann@mail.dead.test', 'bob@late.test', 'cleo@fine.test'] as const;
const ALL = [DEAD, LATE, FINE];
/** Number of attempts in three days, excluding the last one. */
const ATTEMPTS = 11;
const ON = { Enabled: true };

let app: TestApp;
let sink: SmtpSink;
let receiver: WebhookReceiver;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('.dead.') ? { say: '451 4.3.0 Try again later' } : undefined) },
  });
  receiver = await startWebhookReceiver();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'on',
  });
});
afterAll(async () => {
  await receiver.close();
  await app.close();
  await sink.close();
});

const tryAgainNow = statement<[accountId: number, attempts: number], never>(
  'test_vendor_others_try',
  `update delivery set attempts = greatest(attempts, $2), next_at = now(), is_ready = true
   where account_id = $1 and next_at is not null`,
);
const events = statement<[accountId: number], { readonly recipient: string; readonly events: readonly string[] }>(
  'test_vendor_others_events',
  `select recipient, array_agg(event order by id) as events from vendor_event where account_id = $1
   group by recipient order by recipient`,
);
const state = statement<[accountId: number], { readonly open: number; readonly owed: number }>(
  'test_vendor_others_state',
  `select (select count(*) from mailing where account_id = $1 and state <> 'sent')::integer as open,
     (select count(*) from vendor_hook_delivery where account_id = $1)::integer as owed`,
);

/** Suppresses one recipient, sends the messages, and simulates that three days pass for a deferred recipient. */
async function sendAfterAll(accountId: number): Promise<void> {
  const { db } = app.installation;
  const late = parseAddress(LATE);
  if (isFault(late)) throw new Error(late.fault);
  await addSuppressions(db, accountId, { addresses: [late], detail: undefined });
  const running = app.deliver();
  await eventually('a recipient is deferred', async () =>
    (await events(db, accountId)).some(({ events: names }) => names.includes('delayed')) ? true : undefined,
  );
  await tryAgainNow(db, accountId, ATTEMPTS);
  await eventually('all mailings end and no events are left to report', async () => {
    const [row] = await state(db, accountId);
    return row?.open === 0 && row.owed === 0 ? true : undefined;
  });
  await running.stop();
  expect(await events(db, accountId)).toEqual([
    { recipient: DEAD, events: ['accepted', 'delayed', 'failed'] },
    { recipient: LATE, events: ['accepted', 'suppressed'] },
    { recipient: FINE, events: ['accepted', 'delivered'] },
  ]);
}

it('bulk email in a Postmark stream has one final event per recipient: expired, deactivated, delivered', async () => {
  const domain = 'pm.others.test';
  const { accountId, key } = await vendorAccount(app, 'postmark', {}, domain);
  const client = postmarkClient(`${app.url}/compat/postmark`, key);
  await client.createWebhook({
    Url: `${receiver.url}/postmark`,
    MessageStream: 'broadcast',
    Triggers: { Delivery: ON, Bounce: ON },
  });
  const mail = { From: `post@${domain}`, Subject: 'Hello', TextBody: 'Hi', MessageStream: 'broadcast' };
  const sent = await client.sendEmailBatch(ALL.map((To) => ({ ...mail, To })));
  await sendAfterAll(accountId);
  const reported = receiver.requests
    .filter(({ path }) => path.endsWith('/postmark'))
    .map(({ json }) => `${json.Email ?? json.Recipient} ${json.RecordType} ${json.Type}`);
  expect(reported.toSorted()).toEqual([
    `${DEAD} Bounce SoftBounce`,
    `${LATE} Bounce ManuallyDeactivated`,
    `${FINE} Delivery undefined`,
  ]);
  const { Bounces } = await client.getBounces();
  expect(Bounces.map(({ Email, Type, TypeCode }) => `${Email} ${Type} ${TypeCode}`).toSorted()).toEqual([
    `${DEAD} SoftBounce 4096`,
    `${DEAD} Transient 2`,
    `${LATE} ManuallyDeactivated 100002`,
  ]);
  const { MessageEvents } = await client.getOutboundMessageDetails(sent[1]?.MessageID ?? '');
  expect(MessageEvents).toMatchObject([{ Recipient: LATE, Type: 'Bounced' }]);
});

it('a SendGrid request with many personalizations has one final event per recipient: expired, dropped, delivered', async () => {
  const domain = 'sg.others.test';
  const { accountId, key } = await vendorAccount(app, 'sendgrid', {}, domain);
  const which = { processed: true, delivered: true, deferred: true, bounce: true, dropped: true };
  await sendgridClient(app.url, `SG.${key}`).request({
    method: 'PATCH',
    url: '/v3/user/webhooks/event/settings',
    body: { enabled: true, url: `${receiver.url}/sendgrid`, ...which },
  });
  await sendgridMail(app.url, `SG.${key}`).send({
    from: `post@${domain}`,
    subject: 'Hello',
    content: [{ type: 'text/plain', value: 'Hi' }],
    personalizations: ALL.map((email) => ({ to: [{ email }] })),
  });
  await sendAfterAll(accountId);
  const reported = receiver.requests
    .filter(({ path }) => path.endsWith('/sendgrid'))
    .flatMap(({ json }) => json)
    .map(({ email, event, reason, status, type }) => `${email} ${event} ${type ?? reason ?? status}`);
  expect(reported.toSorted()).toEqual([
    `${DEAD} bounce blocked`,
    `${DEAD} deferred undefined`,
    `${DEAD} processed undefined`,
    `${LATE} dropped Unsubscribed Address`,
    `${LATE} processed undefined`,
    `${FINE} delivered undefined`,
    `${FINE} processed undefined`,
  ]);
});

// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeVendorMail } from '../../src/features/compatibility/vendors/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { mailgunAccount, postForm } from '../support/mailgun.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let sink: SmtpSink;
let tenants = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

/** Returns, for each table, the number of rows with data about an account's vendor messages. */
async function rowsOf(accountId: number) {
  const [row] = await app.installation.db.query<Record<'messages' | 'recipients' | 'repeats' | 'events', number>>(
    {
      name: '',
      text: `select (select count(*) from vendor_message where account_id = $1)::integer as messages,
        (select count(*) from vendor_recipient where account_id = $1)::integer as recipients,
        (select count(*) from vendor_repeat where account_id = $1)::integer as repeats,
        (select count(*) from vendor_event where account_id = $1)::integer as events`,
    },
    [accountId],
  );
  return row;
}

/** Creates an account that has sent a batch to the given number of recipients. */
async function withBatch(to: number) {
  tenants += 1;
  const domain = `mg${tenants}.purge.test`;
  const tenant = await mailgunAccount(app, {}, domain);
  const answer = await postForm(
    app.url,
    tenant.key,
    [
      ['from', `News <news@${domain}>`],
      ['subject', 'Hello'],
      ['text', 'Hi'],
      ['v:email-id', '0123456789abcdef01234567'],
      ...Array.from({ length: to }, (_, no) => ['to', `reader${no}@x.test`] as const),
      ['recipient-variables', '{}'],
    ],
    `/v3/${domain}/messages`,
  );
  expect(answer.status).toBe(200);
  await eventually('the messages are delivered', async () =>
    (await rowsOf(tenant.accountId))?.events === 2 * to ? true : undefined,
  );
  return tenant;
}

/** Runs the purge job as if the given number of days had passed. */
async function purgeIn(days: number): Promise<void> {
  const { clock, db } = app.installation;
  await purgeVendorMail({ clock: { ...clock, now: () => clock.now() + days * DAY_MS }, db });
}

async function age(accountId: number, days: number): Promise<void> {
  await app.installation.db.script(
    `update vendor_event set recorded_at = recorded_at - interval '${days} days' where account_id = ${accountId};
     update vendor_repeat set created_at = created_at - interval '${days} days' where account_id = ${accountId}`,
  );
}

it('deletes data older than thirty days, messages after sixty, and nothing newer', async () => {
  const [old, young] = [await withBatch(3), await withBatch(2)];
  await age(old.accountId, 31);
  await age(young.accountId, 29);
  await purgeIn(0);
  expect(await rowsOf(old.accountId)).toEqual({ messages: 1, recipients: 3, repeats: 0, events: 0 });
  expect(await rowsOf(young.accountId)).toEqual({ messages: 1, recipients: 2, repeats: 2, events: 4 });
  await purgeIn(59);
  expect(await rowsOf(old.accountId)).toMatchObject({ messages: 1, recipients: 3 });
  await purgeIn(61);
  expect(await rowsOf(old.accountId)).toEqual({ messages: 0, recipients: 0, repeats: 0, events: 0 });
  await purgeIn(61);
});

it('deletes all expired data in one run: a day of 50,000 events and 1,000 messages', async () => {
  const { accountId } = await withBatch(1);
  await app.installation.db.script(
    `insert into vendor_event (account_id, id, recorded_at, vendor, domain, message_id, recipient_no, recipient, event, details)
       select account_id, -n, recorded_at - interval '40 days', vendor, domain, message_id, 0, recipient, event, details
       from vendor_event, generate_series(1, 50000) n where account_id = ${accountId} and event = 'accepted';
     insert into vendor_message
       select (m).* from (
         select jsonb_populate_record(m, jsonb_build_object('id', format('01700000-0000-7000-8000-%s', lpad(n::text, 12, '0')),
           'mailing_id', null)) as m
         from vendor_message m, generate_series(1, 1000) n where account_id = ${accountId}
       ) made`,
  );
  expect(await rowsOf(accountId)).toMatchObject({ messages: 1_001, events: 50_002 });
  await purgeIn(0);
  expect(await rowsOf(accountId)).toEqual({ messages: 1, recipients: 1, repeats: 1, events: 2 });
});

it('reports an account whose rows cannot be deleted, and continues with others', async () => {
  const { db } = app.installation;
  const [held, other] = [await withBatch(1), await withBatch(1)];
  for (const { accountId } of [held, other]) await age(accountId, 31);
  await db.script(
    `create function hold_vendor_events() returns trigger language plpgsql as $$
       begin if old.account_id = ${held.accountId} then raise exception 'held'; end if; return old; end $$;
     create trigger hold_vendor_events before delete on vendor_event for each row execute function hold_vendor_events()`,
  );
  await expect(purgeIn(0)).rejects.toThrow('held');
  expect(await rowsOf(other.accountId)).toMatchObject({ events: 0 });
  expect(await rowsOf(held.accountId)).toMatchObject({ events: 2 });
  await db.script('drop trigger hold_vendor_events on vendor_event; drop function hold_vendor_events()');
  await purgeIn(0);
  expect(await rowsOf(held.accountId)).toMatchObject({ events: 0 });
});

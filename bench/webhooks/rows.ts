import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../src/app/installation.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';

/** Accounts of the bench have numbers from here on. */
const FIRST_ACCOUNT = 1_000_000;
/** What webhooks of the bench are told. */
export const TOLD = ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed'] as const;
const LOOK_EVERY_MS = 20;

const ACCOUNT = `insert into account (account_id, email, plan)
  select $1::bigint, 'webhook-' || $1::bigint || '@bench.example', plan from account order by account_id limit 1
  on conflict do nothing`;

/** Delivered mails with what the timeline says of them, and an event of each that waits to be told. */
const DELIVERED = `with numbered as materialized (
    select n, uuid_now() as id, uuid_now() as sent, uuid_now() as delivered from generate_series(1, $2::integer) as n
  ), messages as (
    insert into message (account_id, id, sender, subject, tag, head, content)
    select $1::bigint, id, 'Shop <shop@x.example>', 'Your order ' || n, 'receipt',
      '{"to":["user@y.example"],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x007b7d' from numbered
  ), recipients as (
    insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts)
    select $1::bigint, id, 0, 'user@y.example', 7, 1 from numbered
  ), timeline as (
    insert into event (account_id, message_id, id, recipient_no, event, occurred_at)
    select $1::bigint, numbered.id, e.id, 0, e.event, now()
    from numbered cross join lateral (values (sent, 'sent'), (delivered, 'delivered')) as e (id, event)
  )
  insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at, next_at)
  select $1::bigint, uuid_now(), delivered, id, 0, 'user@y.example', 'receipt', 'delivered', now(), now() from numbered`;

/** Events of messages that are kept no longer. */
const BARE = `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at, next_at)
  select $1::bigint, uuid_now(), gen_random_uuid(), uuid_now(), 0, 'user@y.example', 'receipt', 'delivered', now(), now()
  from generate_series(1, $2::integer)`;
const ROWS_AT_ONCE = 20_000;

/** Gives an account a webhook a URL, as its owner would; the numbers of the accounts. */
export async function makeWebhooks(installation: Installation, urls: readonly string[]): Promise<number[]> {
  const accounts = urls.map((_url, index) => FIRST_ACCOUNT + index);
  for (const [index, accountId] of accounts.entries()) {
    await installation.db.query({ name: '', text: ACCOUNT }, [accountId]);
    await setWebhook(installation, { accountId, via: 'command' }, { url: urls[index] ?? '', events: [...TOLD] });
  }
  return accounts;
}

/** Writes delivered mails and their events, due now, for an account. */
export async function queueEvents({ db }: Installation, accountId: number, count: number): Promise<void> {
  await db.query({ name: '', text: DELIVERED }, [accountId, count]);
}

/** Writes events alone, due now, for an account. */
export async function queueBareEvents({ db }: Installation, accountId: number, count: number): Promise<void> {
  for (let written = 0; written < count; written += ROWS_AT_ONCE) {
    await db.query({ name: '', text: BARE }, [accountId, Math.min(ROWS_AT_ONCE, count - written)]);
  }
}

/** Resolves when nothing is due or leased any more. */
export async function untilRecorded({ db }: Installation): Promise<void> {
  const text = 'select exists (select from webhook_delivery where next_at is not null) as waits';
  for (;;) {
    const [found] = await db.query<{ waits: boolean }>({ name: 'bench_waits', text }, []);
    if (!found?.waits) return;
    await sleep(LOOK_EVERY_MS);
  }
}

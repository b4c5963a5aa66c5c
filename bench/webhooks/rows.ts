import type { Installation } from '../../src/app/installation.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { rowsOf } from '../../test/support/planted-contacts.ts';

/** Event types that the webhooks subscribe to. */
export const EVENTS = ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed'] as const;

/** Inserts delivered messages with their timeline, and one waiting event for each. */
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

/** Creates an account with a webhook and returns the account's ID. */
export async function createWebhook(installation: Installation, url: string): Promise<number> {
  const account = { email: 'webhook@bench.example', plan: 'unlimited', isOperator: false } as const;
  const { id: accountId } = await createAccount(installation.db, account);
  await setWebhook(installation, { accountId, via: 'command' }, { url, events: [...EVENTS] });
  return accountId;
}

/** Inserts delivered messages for an account, with their events, which are due now. */
export async function queueEvents({ db }: Installation, accountId: number, count: number): Promise<void> {
  await rowsOf(db, DELIVERED, [accountId, count]);
}

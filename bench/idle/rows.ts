import type { Database } from '../../src/base/db.ts';

/** First account ID that the benchmark uses. No rows in the account table are needed for these accounts. */
const FIRST_ACCOUNT = 5_000_000;

/** Inserts messages deferred for half an hour, one per account. */
const MESSAGES = `insert into delivery (account_id, message_id, recipient_no, recipient, attempts, is_ready, next_at)
  select ${FIRST_ACCOUNT} + n, uuid_now(), 0, 'user@y.example', 1, false, now() + interval '30 minutes'
  from generate_series($1::integer, $2::integer) n`;
/** Inserts webhook events that are retried in half an hour, one per account. */
const EVENTS = `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, event,
    occurred_at, attempts, next_at)
  select ${FIRST_ACCOUNT} + n, uuid_now(), gen_random_uuid(), uuid_now(), 0, 'user@y.example', 'delivered', now(), 1,
    now() + interval '30 minutes'
  from generate_series($1::integer, $2::integer) n`;
/** Inserts copies of a delivered message that are due now. Parameters: $1 count, $2 number of accounts. */
const COPIES = `with original as (
    select * from message where id = (select message_id from delivery where status = 7 order by message_id desc limit 1)
  ), made as (
    insert into message (account_id, id, sender, subject, tag, head, content)
    select ${FIRST_ACCOUNT} + n % $2::integer, uuid_now(), sender, subject, tag, head, content
    from original, generate_series(1, $1::integer) n
    returning account_id, id
  )
  insert into delivery (account_id, message_id, recipient_no, recipient, attempts, is_ready, next_at)
  select account_id, id, 0, 'user@y.example', 1, false, now() from made`;

/**
 * Inserts automations in which contacts wait for an email that is due in half an hour or later. Parameters: $1 number
 * of automations, $2 number of contacts in each automation.
 */
const AUTOMATIONS = `with made as (
    insert into automation (account_id, title, active, entered)
    select ${FIRST_ACCOUNT} + n, 'Idle', true, $2 from generate_series(1, $1::integer) n returning account_id, id
  ), items as (
    insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours, waiting, next_at)
    select account_id, id, 0, 1, 24, $2, now() + interval '30 minutes' from made returning account_id, automation_id, id
  )
  insert into automation_entry (account_id, automation_id, contact_id, trigger_id, item_id, base_at)
  select m.account_id, m.automation_id, n, 0, m.id, now() + interval '30 minutes' - interval '24 hours' + n * interval '1 second'
  from items m, generate_series(1, $2::integer) n`;
const CONTACTS_EACH = 1_000;

/** Adds waiting rows for the accounts numbered `from` to `upTo`. Numbers start at 1. */
export async function addWaiting(db: Database, kind: 'messages' | 'events', from: number, upTo: number): Promise<void> {
  if (from > upTo) return;
  await db.query({ name: '', text: kind === 'messages' ? MESSAGES : EVENTS }, [from, upTo]);
  await db.script(kind === 'messages' ? 'analyze delivery' : 'analyze webhook_delivery');
}

/** Adds contacts who wait in automations. */
export async function addContactsThatWait(db: Database, contacts: number): Promise<void> {
  await db.alone(async (alone) => {
    await alone.query({ name: '', text: AUTOMATIONS }, [Math.ceil(contacts / CONTACTS_EACH), CONTACTS_EACH]);
  });
  await db.script('analyze automation_entry, automation_item, automation');
}

export async function removeWaiting(db: Database): Promise<void> {
  await db.script(`
    delete from delivery where account_id >= ${FIRST_ACCOUNT};
    delete from webhook_delivery where account_id >= ${FIRST_ACCOUNT};
    delete from automation_item where account_id >= ${FIRST_ACCOUNT};
    delete from automation where account_id >= ${FIRST_ACCOUNT};
    truncate automation_entry`);
}

/** Adds copies of a delivered message that are due now, and notifies the delivery processes. */
export async function addCopies(db: Database, count: number, accounts: number): Promise<void> {
  await db.query({ name: '', text: COPIES }, [count, accounts]);
  await db.script('notify postrider_delivery');
}

import type { Database } from '../../src/base/db.ts';

/** Accounts of the bench have numbers from here on; they need no row of their own. */
const FIRST_ACCOUNT = 5_000_000;

/** Mails that were put off for half an hour, one an account. */
const MAILS = `insert into delivery (account_id, message_id, recipient_no, recipient, attempts, is_ready, next_at)
  select ${FIRST_ACCOUNT} + n, uuid_now(), 0, 'user@y.example', 1, false, now() + interval '30 minutes'
  from generate_series($1::integer, $2::integer) n`;
/** Events that are told again in half an hour, one an account. */
const EVENTS = `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, event,
    occurred_at, attempts, next_at)
  select ${FIRST_ACCOUNT} + n, uuid_now(), gen_random_uuid(), uuid_now(), 0, 'user@y.example', 'delivered', now(), 1,
    now() + interval '30 minutes'
  from generate_series($1::integer, $2::integer) n`;
/**
 * As many copies of a mail that was delivered, each due now after a pause: of the day so many days ago, for so many accounts
 * or, where that is none, for the one whose mail it is.
 */
const COPIES = `with mail as (
    select * from message where id = (select message_id from delivery where status = 7 order by message_id desc limit 1)
  ), made as (
    insert into message (account_id, id, sender, subject, tag, head, content)
    select case when $3::integer = 0 then account_id else ${FIRST_ACCOUNT} + n % $3::integer end,
      (left(uuid_at(current_date - $2::integer)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid,
      sender, subject, tag, head, content
    from mail, generate_series(1, $1::integer) n
    returning account_id, id
  )
  insert into delivery (account_id, message_id, recipient_no, recipient, attempts, is_ready, next_at)
  select account_id, id, 0, 'user@y.example', 1, false, now() from made`;

/** Automations of a thousand contacts each, that wait for the second mail, which is due in half an hour and later. */
const AUTOMATIONS = `with made as (
    insert into automation (account_id, title, active, entered)
    select ${FIRST_ACCOUNT} + n, 'Idle', true, $2 from generate_series(1, $1::integer) n returning account_id, id
  ), mails as (
    insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours, waiting, next_at)
    select account_id, id, 0, 1, 24, $2, now() + interval '30 minutes' from made returning account_id, automation_id, id
  )
  insert into automation_entry (account_id, automation_id, contact_id, trigger_id, item_id, base_at)
  select m.account_id, m.automation_id, n, 0, m.id, now() + interval '30 minutes' - interval '24 hours' + n * interval '1 second'
  from mails m, generate_series(1, $2::integer) n`;
const CONTACTS_EACH = 1_000;

/** Kinds of rows that wait. */
export type Kind = 'mails' | 'events';

/** Adds waiting rows for the accounts from `from` (from 1) up to and with `upTo`. */
export async function addWaiting(db: Database, kind: Kind, from: number, upTo: number): Promise<void> {
  if (from > upTo) return;
  await db.query({ name: '', text: kind === 'mails' ? MAILS : EVENTS }, [from, upTo]);
  await db.script(kind === 'mails' ? 'analyze delivery' : 'analyze webhook_delivery');
}

/** Adds contacts that wait in automations, a thousand in each. */
export async function addContactsThatWait(db: Database, contacts: number): Promise<void> {
  await db.alone(async (alone) => {
    await alone.query({ name: '', text: AUTOMATIONS }, [Math.ceil(contacts / CONTACTS_EACH), CONTACTS_EACH]);
  });
  await db.script('analyze automation_entry, automation_item, automation');
}

/** Takes all that waits away again. */
export async function removeWaiting(db: Database): Promise<void> {
  await db.script(`
    delete from delivery where account_id >= ${FIRST_ACCOUNT};
    delete from webhook_delivery where account_id >= ${FIRST_ACCOUNT};
    delete from automation_item where account_id >= ${FIRST_ACCOUNT};
    delete from automation where account_id >= ${FIRST_ACCOUNT};
    truncate automation_entry`);
}

/** Has copies of a delivered mail due now, and says so to the delivery processes. */
export async function addCopies(
  db: Database,
  count: number,
  { accounts, daysAgo }: { readonly accounts: number; readonly daysAgo: number },
): Promise<void> {
  await db.script(`select ensure_message_partitions(current_date - ${daysAgo}, current_date)`);
  await db.query({ name: '', text: COPIES }, [count, daysAgo, accounts]);
  await db.script('notify postrider_delivery');
}

/** Commits so far, as the server counts them; a connection that rests tells its last ones after ten seconds. */
export async function commits(db: Database): Promise<number> {
  const text = 'select xact_commit as count from pg_stat_database where datname = current_database()';
  const [row] = await db.query<{ count: number }>({ name: 'bench_commits', text }, []);
  return Number(row?.count);
}

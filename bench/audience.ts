import type { Client } from 'pg';
import type { Database } from '../src/base/db.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { plantGroup, rowsOf } from '../test/support/planted-contacts.ts';
import { withClient } from './stack.ts';

/** An account with contacts. The lists and tags are keyed by the share of contacts that they contain. */
export interface Audience {
  readonly accountId: number;
  readonly contacts: number;
  readonly lists: { readonly most: number; readonly some: number; readonly few: number };
  readonly tags: { readonly third: number; readonly some: number };
}

const PER_STATEMENT = 100_000;
const PARTITIONS = 16;
/** Number of other accounts in the partition of the measured account. Each has 5% of the number of contacts. */
const OTHERS = 2;
const SHARE_OF_OTHERS = 0.05;
/** Default number of campaigns received by each contact that received any. */
const CAMPAIGNS = 3;

/**
 * Creates contacts whose creation times are spread over three years. Parameters: $1 account, $2 total, $3 first number,
 * $4 last number.
 */
const CONTACTS = `with made as (
    insert into contact (account_id, email, first_name, last_name, created_at, confirmed_at, unsubscribed_at, bounced_at, language,
      form_id, fields)
    select $1, lower(first) || '.' || lower(last) || n || '@' || domain, first, last, at, at,
      case when n % 100 in (7, 41, 83) then at + interval '40 days' end,
      case when n % 100 = 13 then at + interval '50 days' end,
      (array['en','de','fr','de-AT',null])[1 + (hashint8(n * 23) & 2147483647) % 5],
      case when hashint8(n * 29) & 7 = 0 then 1 end,
      jsonb_build_object('1', 'City ' || (hashint8(n * 31) & 2147483647) % 50, '2', ((hashint8(n * 37) & 2147483647) % 1000)::text,
        '3', (date '1950-01-01' + (hashint8(n * 41) & 2147483647) % 20000)::text)
    from (
      select n, now() - interval '1095 days' * (1 - n::float8 / $2::bigint) as at,
        (array['Ann','Bob','Carla','Dora','Emil','Frida','Georg','Hanna','Ivan','Julia'])[1 + (hashint8(n) & 2147483647) % 10]
          || (array['','a','ette','o','ina','el','us','is','ita','ard'])[1 + (hashint8(n * 7) & 2147483647) % 10] as first,
        (array['Smith','Miller','Weber','Rossi','Novak','Lund','Costa','Meyer','Dubois','Khan'])[1 + (hashint8(n * 11) & 2147483647) % 10]
          || (array['','s','son','berg','mann','feld','ov','ez','sen','er'])[1 + (hashint8(n * 13) & 2147483647) % 10] as last,
        case when hashint8(n * 17) & 1 = 0 then 'mail.example'
          else 'company' || (hashint8(n * 19) & 2147483647) % 5000 || '.example' end as domain
      from generate_series($3::bigint, $4::bigint) n
    ) named
    returning id, created_at, unsubscribed_at, bounced_at
  )
  insert into contact_stat (account_id, contact_id, created_at, flags, first_sent_at, last_sent_at, last_opened_at,
    last_clicked_at)
  select $1, id, created_at, contact_flags(created_at, unsubscribed_at, bounced_at, null),
    case when id % 5 <> 0 then created_at + interval '1 day' end,
    case when id % 5 <> 0 then now() - interval '1 day' * ((hashint8(id) & 2147483647) % 300) / 10 end,
    case when id % 5 in (1, 2, 3) then now() - interval '1 day' * ((hashint8(id * 3) & 2147483647) % 3650) / 10 end,
    case when id % 5 = 1 then now() - interval '1 day' * ((hashint8(id * 5) & 2147483647) % 3650) / 10 end
  from made`;

/**
 * Adds an email of a campaign to each contact that received email. Some of the emails have an open or a click.
 * Parameters: $1 account, $2 campaign.
 */
const EMAILS = `insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at, clicked_at)
  select $1::bigint, $2::bigint, contact_id, last_sent_at - $2::bigint * interval '7 days',
    case when (hashint8(contact_id * $2::bigint) & 3) = 0 then last_opened_at - $2::bigint * interval '7 days' end,
    case when (hashint8(contact_id * $2::bigint) & 15) = 0 then last_clicked_at - $2::bigint * interval '7 days' end
  from contact_stat where account_id = $1 and last_sent_at is not null`;

/**
 * Returns a statement that adds a share of the contacts, selected by hash, to a list or tag. Parameters: $1 account, $2
 * list or tag, $3 share per thousand, $4 salt.
 */
function membersOf(kind: 'list' | 'tag'): string {
  return `with added as (
      insert into ${kind}_member (account_id, ${kind}_id, contact_id)
      select $1::bigint, $2::bigint, contact_id from contact_stat
      where account_id = $1 and (hashint8(contact_id * $4::bigint) & 2147483647) % 1000 < $3::bigint
      order by contact_id returning 1
    )
    update contact_${kind} set contacts_count = (select count(*) from added) where account_id = $1 and id = $2`;
}

/**
 * Fills an account with contacts. Also fills two other accounts in the same partition, each with 5% of that number of
 * contacts.
 */
export async function fillAudience(
  db: Database,
  url: string,
  contacts: number,
  campaigns = CAMPAIGNS,
): Promise<Audience> {
  const [accountId = 0, ...others] = await createNeighbors(db);
  return withClient(url, async (client) => {
    await client.query("set session synchronous_commit = 'off'");
    await fill(client, accountId, contacts);
    for (const other of others) await fill(client, other, Math.round(contacts * SHARE_OF_OTHERS));
    const group = async (kind: 'list' | 'tag', perMille: number, account = accountId): Promise<number> => {
      const id = await plantGroup(db, account, kind, `${perMille} of 1,000`);
      await client.query(membersOf(kind), [account, id, perMille, kind === 'list' ? perMille + 2 : perMille + 5]);
      return id;
    };
    const lists = { most: await group('list', 600), some: await group('list', 50), few: await group('list', 1) };
    const tags = { third: await group('tag', 330), some: await group('tag', 50) };
    for (const other of others) await group('list', 600, other);
    for (let campaign = 1; campaign <= campaigns; campaign += 1) await client.query(EMAILS, [accountId, campaign]);
    await client.query(
      'vacuum (analyze) contact, contact_stat, deliverable, list_member, tag_member, contact_list, contact_tag',
    );
    await client.query('checkpoint');
    return { accountId, contacts, lists, tags };
  });
}

async function fill(client: Client, accountId: number, contacts: number): Promise<void> {
  await fillInSteps(client, CONTACTS, contacts, [accountId, contacts]);
  await client.query('insert into audience (account_id, contacts) values ($1, $2)', [accountId, contacts]);
}

/**
 * Runs a statement for consecutive ranges of numbers, starting at 1. The parameters of the statement are the given
 * values, followed by the first and the last number of the range.
 */
export async function fillInSteps(
  client: Client,
  text: string,
  count: number,
  values: readonly unknown[],
): Promise<void> {
  for (let first = 1; first <= count; first += PER_STATEMENT) {
    await client.query(text, [...values, first, Math.min(count, first + PER_STATEMENT - 1)]);
  }
}

/**
 * Creates so many accounts that at least three of them have their contacts in the same partition, and returns the IDs
 * of three such accounts. The measured account is then not alone in its partition.
 */
async function createNeighbors(db: Database): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let number = 0; number <= PARTITIONS * OTHERS; number += 1) {
    const email = `bench${number}@bench.example`;
    ids.push((await createAccount(db, { email, plan: 'unlimited', isOperator: false })).id);
  }
  const [found] = await rowsOf<{ ids: readonly number[] }>(
    db,
    `select (array_agg(id order by id))[1:${OTHERS + 1}] as ids
     from unnest($1::bigint[]) id, generate_series(0, ${PARTITIONS - 1}) p
     where satisfies_hash_partition('contact'::regclass, ${PARTITIONS}, p, id)
     group by p having count(*) > ${OTHERS} limit 1`,
    [ids],
  );
  return found?.ids.map(Number) ?? [];
}

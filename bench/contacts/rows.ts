import { Client } from 'pg';
import { clientConfig } from '../../src/base/client-config.ts';
import type { Database } from '../../src/base/db.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';

/** Lists and tags by the share of the contacts that they have. */
export interface Audience {
  readonly accountId: number;
  readonly contacts: number;
  readonly lists: { readonly most: number; readonly some: number; readonly few: number };
  readonly tags: { readonly third: number; readonly some: number };
}

/** Contacts that are written in a statement. */
const PER_STATEMENT = 100_000;
/** Other accounts; each has half a tenth of the contacts, so that all have a tenth as many as the one that is asked. */
const OTHERS = 2;
const SHARE_OF_OTHERS = 0.05;
const MAX_TRIES = 400;

/**
 * Contacts with names of a hundred each, made over three years: four of five were sent to, 3 % are unsubscribed. $1 account,
 * $2 first number, $3 last number, $4 all.
 */
const CONTACTS = `with made as (
    insert into contact (account_id, email, first_name, last_name, created_at, confirmed_at, unsubscribed_at, bounced_at)
    select $1, lower(first) || '.' || lower(last) || n || '@' || domain, first, last, at, at,
      case when n % 100 in (7, 41, 83) then at + interval '40 days' end,
      case when n % 100 = 13 then at + interval '50 days' end
    from (
      select n, now() - interval '1095 days' * (1 - n::float8 / $4::bigint) as at,
        (array['Ann','Bob','Carla','Dora','Emil','Frida','Georg','Hanna','Ivan','Julia'])[1 + (hashint8(n) & 2147483647) % 10]
          || (array['','a','ette','o','ina','el','us','is','ita','ard'])[1 + (hashint8(n * 7) & 2147483647) % 10] as first,
        (array['Smith','Miller','Weber','Rossi','Novak','Lund','Costa','Meyer','Dubois','Khan'])[1 + (hashint8(n * 11) & 2147483647) % 10]
          || (array['','s','son','berg','mann','feld','ov','ez','sen','er'])[1 + (hashint8(n * 13) & 2147483647) % 10] as last,
        case when hashint8(n * 17) & 1 = 0 then 'mail.example'
          else 'company' || (hashint8(n * 19) & 2147483647) % 5000 || '.example' end as domain
      from generate_series($2::bigint, $3::bigint) n
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

/** Members: every contact of which the hash falls below the share. $1 account, $2 group, $3 per thousand, $4 salt. */
function membersOf(kind: 'list' | 'tag'): string {
  return `with added as (
      insert into ${kind}_member (account_id, ${kind}_id, contact_id)
      select $1::bigint, $2::bigint, contact_id from contact_stat
      where account_id = $1 and (hashint8(contact_id * $4::bigint) & 2147483647) % 1000 < $3::bigint
      order by contact_id returning 1
    )
    update contact_${kind} set contacts_count = (select count(*) from added) where account_id = $1 and id = $2`;
}

/** Fills an account with contacts, and two others that lie in the same partition with a tenth as many. */
export async function fillAudience(db: Database, url: string, contacts: number): Promise<Audience> {
  const [accountId = 0, ...others] = await neighbours(db);
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    await client.query("set session synchronous_commit = 'off'");
    const sizes = [[accountId, contacts], ...others.map((id) => [id, Math.round(contacts * SHARE_OF_OTHERS)])] as const;
    for (const [id = 0, size = 0] of sizes) await fill(client, id, size);
    const group = (kind: 'list' | 'tag', perMille: number) => newGroup(client, accountId, kind, perMille);
    const lists = { most: await group('list', 600), some: await group('list', 50), few: await group('list', 1) };
    const tags = { third: await group('tag', 330), some: await group('tag', 50) };
    for (const other of others) await newGroup(client, other, 'list', 600);
    await client.query('vacuum (analyze) contact, contact_stat, list_member, tag_member, contact_list, contact_tag');
    await client.query('checkpoint');
    return { accountId, contacts, lists, tags };
  } finally {
    await client.end();
  }
}

async function fill(client: Client, accountId: number, contacts: number): Promise<void> {
  for (let first = 1; first <= contacts; first += PER_STATEMENT) {
    await client.query(CONTACTS, [accountId, first, Math.min(contacts, first + PER_STATEMENT - 1), contacts]);
  }
  await client.query('insert into audience (account_id, contacts) values ($1, $2)', [accountId, contacts]);
}

async function newGroup(client: Client, accountId: number, kind: 'list' | 'tag', perMille: number): Promise<number> {
  const color = kind === 'tag' ? [', color', `, '#FF644D'`] : ['', ''];
  const { rows } = await client.query<{ id: number }>(
    `insert into contact_${kind} (account_id, name${color[0]}) values ($1, $2${color[1]}) returning id`,
    [accountId, `${perMille} of 1,000`],
  );
  const id = rows[0]?.id ?? 0;
  await client.query(membersOf(kind), [accountId, id, perMille, kind === 'list' ? perMille + 2 : perMille + 5]);
  return id;
}

/** Accounts whose contacts lie in one partition, so that the one that is asked is not alone in it. */
async function neighbours(db: Database): Promise<number[]> {
  const byPartition = new Map<string, number[]>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { id } = await createAccount(db, {
      email: `bench${tries}@bench.example`,
      plan: 'unlimited',
      isOperator: false,
    });
    const [row] = await db.query<{ partition: string }>(
      {
        name: '',
        text: `select p::text as partition from generate_series(0, 15) p
          where satisfies_hash_partition('contact'::regclass, 16, p, $1::bigint)`,
      },
      [id],
    );
    const found = [...(byPartition.get(row?.partition ?? '') ?? []), id];
    if (found.length > OTHERS) return found;
    byPartition.set(row?.partition ?? '', found);
  }
  throw new Error('No partition has three accounts');
}

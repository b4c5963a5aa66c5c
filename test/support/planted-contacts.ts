import type { Db } from '../../src/base/db.ts';

/** Executes a statement that only tests use, and returns its rows. */
export async function rowsOf<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

export async function plantGroup(db: Db, accountId: number, kind: 'list' | 'tag', name: string): Promise<number> {
  const [columns, values] = kind === 'tag' ? [', color', `, '#FF644D'`] : ['', ''];
  const [made] = await rowsOf<{ id: number }>(
    db,
    `insert into contact_${kind} (account_id, name${columns}) values ($1, $2${values}) returning id`,
    [accountId, name],
  );
  return made?.id ?? 0;
}

/**
 * Inserts contacts with unique names and addresses, and returns their IDs. The contacts can receive email unless
 * `flags` say otherwise.
 */
export async function plantContacts(
  db: Db,
  accountId: number,
  {
    count,
    flags = 0,
    prefix = 'reader',
  }: { readonly count: number; readonly flags?: number; readonly prefix?: string },
): Promise<number[]> {
  const made = await rowsOf<{ id: number }>(
    db,
    `with made as (
       insert into contact (account_id, email, first_name, confirmed_at, unsubscribed_at)
       select $1, $3 || n || '@planted.example', 'Reader ' || n, case when $4 & 1 = 0 then now() end,
         case when $4 & 2 > 0 then now() end
       from generate_series(1, $2::integer) n returning id, created_at
     ), stat as (
       insert into contact_stat (account_id, contact_id, created_at, flags) select $1, id, created_at, $4 from made
     ), held as (
       insert into audience as a (account_id, contacts) values ($1, $2)
       on conflict (account_id) do update set contacts = a.contacts + excluded.contacts
     )
     select id from made order by id`,
    [accountId, count, prefix, flags],
  );
  return made.map(({ id }) => id);
}

/** Adds contacts to a list or tag, and updates its counter. */
export async function plantMembers(
  db: Db,
  accountId: number,
  {
    kind,
    id,
    contactIds,
  }: { readonly kind: 'list' | 'tag'; readonly id: number; readonly contactIds: readonly number[] },
): Promise<void> {
  await rowsOf(
    db,
    `with added as (
       insert into ${kind}_member (account_id, ${kind}_id, contact_id) select $1, $2, unnest($3::bigint[]) returning 1
     )
     update contact_${kind} set contacts_count = contacts_count + (select count(*) from added)
     where account_id = $1 and id = $2`,
    [accountId, id, contactIds],
  );
}

/** Returns two member counts of a list or tag: the number of rows, and the value of the counter. */
export async function membersOf(
  db: Db,
  accountId: number,
  kind: 'list' | 'tag',
  id: number,
): Promise<{ readonly members: number; readonly counted: number }> {
  const [row] = await rowsOf<{ members: number; counted: number }>(
    db,
    `select (select count(*) from ${kind}_member where account_id = $1 and ${kind}_id = $2) as members,
       (select contacts_count from contact_${kind} where account_id = $1 and id = $2) as counted`,
    [accountId, id],
  );
  return row ?? { members: -1, counted: -1 };
}

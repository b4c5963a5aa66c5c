import { statement } from '../../../base/db.ts';

type Noted = [accountId: number, contactIds: readonly number[], at: readonly Date[]];

interface NotedRow {
  readonly contact_id: number;
}

/**
 * Returns a statement that records timestamps. The statement locks the changed rows in the order of their IDs, like all
 * writers, and then updates them. Uses the primary key.
 */
function noting(name: string, isNews: string, changes: string) {
  return statement<Noted, NotedRow>(
    name,
    `with given as materialized (
       select id, min(at) as first_at, max(at) as last_at from unnest($2::bigint[], $3::timestamptz[]) as g (id, at)
       group by id
     ), news as materialized (
       select s.contact_id, g.first_at, g.last_at from given g
       join contact_stat s on s.account_id = $1 and s.contact_id = g.id
       where ${isNews}
       order by s.contact_id for no key update of s
     )
     update contact_stat s set ${changes}
     from news where s.account_id = $1 and s.contact_id = news.contact_id
     returning s.contact_id`,
  );
}

/**
 * Records when email was sent. Keeps the earliest timestamp as the first and the latest as the last, even if the
 * timestamps arrive out of order.
 */
export const noteSentTimes = noting(
  'contacts_note_sent',
  's.first_sent_at is null or s.first_sent_at > g.first_at or s.last_sent_at is null or s.last_sent_at < g.last_at',
  'first_sent_at = least(s.first_sent_at, news.first_at), last_sent_at = greatest(s.last_sent_at, news.last_at)',
);

export const noteOpenedTimes = noting(
  'contacts_note_opened',
  's.last_opened_at is null or s.last_opened_at < g.last_at',
  'last_opened_at = greatest(s.last_opened_at, news.last_at)',
);

export const noteClickedTimes = noting(
  'contacts_note_clicked',
  's.last_clicked_at is null or s.last_clicked_at < g.last_at',
  'last_clicked_at = greatest(s.last_clicked_at, news.last_at)',
);

/**
 * Replaces the last open and click times that are within the given ranges. The caller must hold the row locks. Uses the
 * primary key.
 */
export const revertTimes = statement<
  [
    accountId: number,
    contactIds: readonly number[],
    from: readonly Date[],
    to: readonly Date[],
    openedAt: readonly (Date | null)[],
    clickedAt: readonly (Date | null)[],
  ],
  unknown
>(
  'contacts_take_back_times',
  `update contact_stat s
   set last_opened_at = case when s.last_opened_at between g.since and g.until then g.opened_at else s.last_opened_at end,
     last_clicked_at = case when s.last_clicked_at between g.since and g.until then g.clicked_at
       else s.last_clicked_at end
   from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
     as g (id, since, until, opened_at, clicked_at)
   where s.account_id = $1 and s.contact_id = g.id`,
);

/** Locks contacts, and the contacts into which they were merged. Uses the primary key. */
export const lockContacts = statement<[accountId: number, contactIds: readonly number[]], unknown>(
  'contacts_hold',
  `select id from contact where account_id = $1 and id = any(array(
     select unnest($2::bigint[])
     union select merged_into from contact where account_id = $1 and id = any($2::bigint[]) and merged_into is not null
   )) order by id for no key update`,
);

/**
 * Locks the statistics of contacts and returns the contacts. Deleted contacts have no statistics. Uses the primary
 * keys.
 */
export const holdStats = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly id: number; readonly is_tracked: boolean; readonly is_held: boolean }
>(
  'contacts_hold_stats',
  `with held as materialized (
     select contact_id from contact_stat where account_id = $1 and contact_id = any($2::bigint[])
     order by contact_id for no key update
   )
   select c.id, c.is_tracked, held.contact_id is not null as is_held
   from contact c left join held on held.contact_id = c.id
   where c.account_id = $1 and c.id = any($2::bigint[])`,
);

/**
 * Returns a statement that records that contacts, including deleted ones, must not receive email, and that updates
 * their flags in `contact_stat`. Existing times are kept. Locks the contacts first and then their statistics, each in
 * the order of their IDs. Uses the primary keys.
 */
function flagging(name: string, column: 'bounced_at' | 'unsubscribed_at', others = '') {
  return statement<[accountId: number, contactIds: readonly number[], at: readonly Date[]], NotedRow>(
    name,
    `with news as materialized (
       select c.id, g.at from (
         select id, min(at) as at from (select id, at from unnest($2::bigint[], $3::timestamptz[]) as g (id, at) ${others}) g
         group by id order by id
       ) g join contact c on c.account_id = $1 and c.id = g.id
       where c.${column} is null
       order by c.id for no key update of c
     ), changed as (
       update contact c set ${column} = news.at, updated_at = now()
       from news where c.account_id = $1 and c.id = news.id
       returning c.id, contact_flags(c.confirmed_at, c.unsubscribed_at, c.bounced_at, c.invalid_at) as flags
     ), held as materialized (
       select s.contact_id, changed.flags from changed
       join contact_stat s on s.account_id = $1 and s.contact_id = changed.id
       order by s.contact_id for no key update of s
     ), flagged as (
       update contact_stat s set flags = held.flags
       from held where s.account_id = $1 and s.contact_id = held.contact_id
     )
     select id as contact_id from changed`,
  );
}

export const flagBounced = flagging('contacts_flag_bounced', 'bounced_at');
/** Also unsubscribes the contacts into which the given contacts were merged. */
export const flagUnsubscribed = flagging(
  'contacts_flag_unsubscribed',
  'unsubscribed_at',
  `union all
   select m.merged_into, g.at from unnest($2::bigint[], $3::timestamptz[]) as g (id, at)
   join contact m on m.account_id = $1 and m.id = g.id and m.merged_into is not null`,
);

/**
 * Reverts the unsubscription of a contact that was unsubscribed at exactly this time, and clears its flag. Locks rows
 * in the same order as `flagging`. Uses the primary keys.
 */
export const unflagUnsubscribed = statement<[accountId: number, contactId: number, at: Date], NotedRow>(
  'contacts_unflag_unsubscribed',
  `with changed as (
     update contact c set unsubscribed_at = null, updated_at = now()
     where c.account_id = $1 and c.id = $2 and c.unsubscribed_at = $3 and c.deleted_at is null
     returning c.id, contact_flags(c.confirmed_at, c.unsubscribed_at, c.bounced_at, c.invalid_at) as flags
   ), flagged as (
     update contact_stat s set flags = changed.flags
     from changed where s.account_id = $1 and s.contact_id = changed.id
   )
   select id as contact_id from changed`,
);

/** Returns the contacts with these addresses, including deleted ones. Uses the unique key. */
export const idsOfAddresses = statement<
  [accountId: number, emails: readonly string[]],
  { readonly id: number; readonly email: string }
>('contacts_ids_of_addresses', 'select id, email from contact where account_id = $1 and email = any($2::text[])');

/**
 * Returns the contacts that must no longer receive email because they are deleted or have one of the given flags. Uses
 * the primary key.
 */
export const unwantedContacts = statement<
  [accountId: number, contactIds: readonly number[], flags: number],
  { readonly id: number }
>(
  'contacts_unwanted',
  `select k.id from unnest($2::bigint[]) as k (id)
   where not exists (
     select from contact_stat s where s.account_id = $1 and s.contact_id = k.id and (s.flags & $3::smallint) = 0 offset 0
   )`,
);

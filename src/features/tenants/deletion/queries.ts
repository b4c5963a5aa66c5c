import { statement } from '../../../base/db.ts';

export interface ContentsRow {
  readonly messages: number;
  readonly waiting: number;
  readonly keys: number;
  readonly domains: number;
  readonly members: number;
}

/**
 * Counts an account's contents, including at most `most` messages. Uses primary keys and the index api_key_account. For
 * waiting email, uses delivery_waiting and the index delivery_ready of each partition, once for each delivery process
 * and class.
 */
export const contentsOf = statement<[accountId: number, most: number], ContentsRow>(
  'deletion_contents',
  `select
     (select count(*)::integer from (select 1 from message where account_id = $1 limit $2) m) as messages,
     (select count(*)::integer from (
        (select 1 from (select 0::smallint as number union select number from delivery_worker) w
         cross join generate_series(0, 3) as c (class)
         cross join lateral (
           select 1 from delivery d where d.worker = w.number and d.class = c.class and d.account_id = $1
             and d.is_ready and d.next_at is not null limit $2
         ) d limit $2)
        union all
        (select 1 from delivery d where d.account_id = $1 and not d.is_ready and d.next_at is not null limit $2)
        limit $2) d) as waiting,
     (select count(*)::integer from api_key where account_id = $1 and revoked_at is null) as keys,
     (select count(*)::integer from domain where account_id = $1 and deleted_at is null) as domains,
     (select count(*)::integer from membership where account_id = $1) as members`,
);

export interface DeletionRow {
  readonly asked_at: Date;
  readonly due_at: Date;
  readonly begun_at: Date | null;
  readonly failed: string | null;
}

/** Reads the scheduled deletion of an account. Uses the primary key. */
export const deletionOf = statement<[accountId: number], DeletionRow>(
  'deletion_of',
  'select asked_at, due_at, begun_at, failed from account_deletion where account_id = $1',
);

/** Schedules the removal of an account's data after the grace period. Uses the primary key. */
export const insertDeletion = statement<
  [accountId: number, graceDays: number, reported: readonly string[]],
  { readonly due_at: Date }
>(
  'deletion_insert',
  `insert into account_deletion (account_id, due_at, next_at, notified)
   values ($1, now() + make_interval(days => $2), now() + make_interval(days => $2), $3) returning due_at`,
);

/** Cancels a deletion that has not started. Uses the primary key. */
export const cancelDeletion = statement<[accountId: number], { readonly notified: string[] }>(
  'deletion_take_back',
  'delete from account_deletion where account_id = $1 and begun_at is null returning notified',
);

/** Finds the account of the operator. */
export const operatorOf = statement<[], { readonly account_id: number; readonly email: string }>(
  'deletion_operator',
  'select account_id, email from account where is_operator order by account_id limit 1',
);

/** Lists the owners of an account. Uses a prefix of the primary key of membership. */
export const ownersToNotify = statement<[accountId: number], { readonly id: number; readonly email: string }>(
  'deletion_owners',
  `select p.id, p.email from membership m join person p on p.id = m.person_id
   where m.account_id = $1 and m.role = 'owner' order by p.id`,
);

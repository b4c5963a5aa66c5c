import { statement } from '../../../base/db.ts';
import { classIsHeld } from './class-hold-queries.ts';

export interface MailingRow {
  readonly id: string;
  readonly class: number;
  readonly kind: 'frozen' | 'open';
  /** The owner's ID for the mailing. */
  readonly source: number | null;
  readonly state: 'preparing' | 'sending' | 'paused' | 'cancelled' | 'sent';
  readonly recipients: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  /** Time at which an open mailing stopped accepting recipients. */
  readonly closed_at: Date | null;
  readonly ended_at: Date | null;
  /** The reason for the cancellation. Null if the mailing was not canceled, or if its owner canceled it. */
  readonly reason: string | null;
}

/** Stores a template once per account, shared by all mailings that use it. Uses the primary key. */
export const keepTemplate = statement<[accountId: number, hash: Buffer, template: Buffer], unknown>(
  'mailings_keep_template',
  `insert into mail_template (account_id, hash, template, used_at) values ($1, $2, $3, now())
   on conflict (account_id, hash) do update set used_at = excluded.used_at`,
);

/** Inserts a mailing. An open mailing starts immediately. */
export const insertMailing = statement<
  [accountId: number, id: string, mailClass: number, templateHash: Buffer, isOpen: boolean, source: number | null],
  unknown
>(
  'mailings_insert',
  `insert into mailing (account_id, id, class, template_hash, source, kind, state, started_at)
   values ($1, $2, $3, $4, $6, case when $5 then 'open' else 'frozen' end,
     case when $5 then 'sending' else 'preparing' end, case when $5 then now() end)`,
);

export const insertRecipients = statement<
  [
    accountId: number,
    mailingId: string,
    recipients: string[],
    data: (string | null)[],
    refs: (number | null)[],
    most: number,
    mostOfBatch: number,
    channel: string,
  ],
  { readonly is_added: boolean }
>('mailings_add_recipients', 'select add_recipients($1, $2, $3, $4, $5, $6, $7, $8) as is_added');

/** Closes an open mailing, so that it accepts no more recipients. */
export const close = statement<[accountId: number, mailingId: string], { readonly is_closed: boolean }>(
  'mailings_close',
  'select close_mailing($1, $2) as is_closed',
);

/** Starts a mailing that is in preparation. A mailing without recipients ends immediately. Uses the primary key. */
export const start = statement<
  [accountId: number, mailingId: string],
  { readonly class: number; readonly recipients: number; readonly is_over: boolean }
>(
  'mailings_start',
  `update mailing
   set state = case when recipients <= failed then 'sent' else 'sending' end, started_at = clock.at,
     ended_at = case when recipients <= failed then clock.at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 and state = 'preparing'
   returning class, recipients, recipients <= failed as is_over`,
);

/** Notifies delivery processes on commit that messages are due. */
export const hintDelivery = statement<[channel: string], unknown>('mailings_hint', `select pg_notify($1, '')`);

/**
 * Divides the recipients of each batch of a mailing into chunks, which become due one after the other within
 * `spreadSeconds`. Uses the index recipient_batch_of.
 */
export const insertChunks = statement<
  [accountId: number, mailingId: string, mailClass: number, size: number, spreadSeconds: number],
  unknown
>(
  'mailings_insert_chunks',
  `insert into mailing_chunk (account_id, batch_id, chunk_no, mailing_id, first_no, last_no, class, next_at, due_at)
   select $1, batch_id, n, $2, first_no, last_no, $3,
     case when $5::float8 > 0 and place > 1 then 'infinity'::timestamptz else now() end,
     case when $5::float8 > 0 and place > 1 then now() + make_interval(secs => $5::float8 * (place - 1) / chunks) end
   from (
     select l.id as batch_id, n, l.carried + (n - 1) * $4 + 1 as first_no, least(l.carried + n * $4, l.recipients) as last_no,
       row_number() over (order by l.id, n) as place, count(*) over () as chunks
     from recipient_batch l cross join generate_series(1, (l.recipients - l.carried + $4::integer - 1) / $4) as n
     where l.account_id = $1 and l.mailing_id = $2
   ) as cut`,
);

/** Replaces the template of a mailing in preparation. Uses the primary key. */
export const setTemplate = statement<
  [accountId: number, mailingId: string, templateHash: Buffer],
  { readonly id: string }
>(
  'mailings_set_template',
  `update mailing set template_hash = $3 where account_id = $1 and id = $2 and state = 'preparing' returning id`,
);

/**
 * Changes the state of a mailing if it is in one of the given states. Otherwise returns no row. Uses the primary key.
 */
export const setState = statement<
  [accountId: number, mailingId: string, from: string[], to: string, reason: string | null],
  { readonly id: string }
>(
  'mailings_set_state',
  `update mailing set state = $4, ended_at = case when $4 = 'cancelled' then clock.at end, reason = $5
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 and state = any($3)
   returning id`,
);

/**
 * Deletes the chunks of a canceled mailing that are not leased, and ensures that leased chunks are not leased again.
 * Uses the index recipient_batch_of.
 */
export const endAllChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_end_all_chunks',
  `with open as materialized (
     select c.account_id, c.batch_id, c.chunk_no, c.next_at > now() and c.next_at < 'infinity' as is_leased
     from recipient_batch l join mailing_chunk c on c.account_id = l.account_id and c.batch_id = l.id
     where l.account_id = $1 and l.mailing_id = $2
     order by c.batch_id, c.chunk_no for no key update of c
   ), left_alone as (
     update mailing_chunk c set next_at = null from open
     where c.account_id = open.account_id and c.batch_id = open.batch_id and c.chunk_no = open.chunk_no and open.is_leased
   )
   delete from mailing_chunk c using open
   where c.account_id = open.account_id and c.batch_id = open.batch_id and c.chunk_no = open.chunk_no and not open.is_leased`,
);

/**
 * Holds the due chunks of a mailing until the mailing is resumed, so that claims do not find them. Uses the index
 * recipient_batch_of.
 */
export const holdChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_hold_chunks',
  `update mailing_chunk c set next_at = 'infinity'
   from (
     select c.batch_id, c.chunk_no
     from recipient_batch l join mailing_chunk c on c.account_id = l.account_id and c.batch_id = l.id
     where l.account_id = $1 and l.mailing_id = $2 and c.next_at <= now()
     order by c.batch_id, c.chunk_no for no key update of c
   ) as open
   where c.account_id = $1 and c.batch_id = open.batch_id and c.chunk_no = open.chunk_no`,
);

/** Makes the held chunks of a resumed mailing due. Uses the index recipient_batch_of. */
export const releaseChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_release_chunks',
  `update mailing_chunk c set next_at = now()
   from recipient_batch l
   where l.account_id = $1 and l.mailing_id = $2 and c.account_id = $1 and c.batch_id = l.id and c.next_at = 'infinity'
     and c.due_at is null`,
);

/** Holds up to `most` queue rows of a paused mailing, or ends those of a canceled mailing. */
export const holdRows = statement<
  [accountId: number, mailingId: string, leaseSeconds: number, most: number],
  { readonly held: number }
>('mailings_hold_rows', 'select hold_mailing_rows($1, $2, $3, $4) as held');

/**
 * Makes the held rows of a resumed mailing due, distributed over several seconds. Rows that are held because of their
 * provider remain held. Uses the index recipient_batch_of and the primary key.
 */
export const releaseRows = statement<[accountId: number, mailingId: string, spreadSeconds: number], unknown>(
  'mailings_release_rows',
  `update delivery d set next_at = seconds_after(clock.at, (hashint4(d.recipient_no) & 65535) / 65536.0 * $3::float8)
   from recipient_batch l, (select now()) as clock (at)
   where l.account_id = $1 and l.mailing_id = $2 and d.account_id = $1 and d.message_id = l.id
     and d.next_at = 'infinity' and d.held_for is null`,
);

/**
 * Selects a mailing. Counts the recipients of an open mailing from its batches. Uses the primary key and the index
 * recipient_batch_of.
 */
export const findMailing = statement<[accountId: number, mailingId: string], MailingRow>(
  'mailings_find',
  `select m.id, m.class, m.state, m.kind, m.source, m.delivered, m.bounced, m.complained, m.failed, m.suppressed,
     m.created_at, m.started_at, m.closed_at, m.ended_at, m.reason,
     m.recipients + case when m.kind = 'open' and m.closed_at is null then (
       select coalesce(sum(l.recipients - l.carried), 0)::integer from recipient_batch l
       where l.account_id = $1 and l.mailing_id = $2
     ) else 0 end as recipients
   from mailing m where m.account_id = $1 and m.id = $2`,
);

/** Selects the started mailings of recipient batches. A batch ID is a message ID. Uses primary keys. */
export const loadBatches = statement<
  [accountIds: number[], batchIds: string[]],
  {
    readonly account_id: number;
    readonly batch_id: string;
    readonly mailing_id: string;
    readonly source: number | null;
    readonly started_at: Date;
    readonly template_hash: Buffer;
  }
>(
  'mailings_load_batches',
  `select l.account_id, l.id as batch_id, m.id as mailing_id, m.source, m.started_at, m.template_hash
   from unnest($1::bigint[], $2::uuid[]) as k (account_id, id)
   join recipient_batch l using (account_id, id)
   join mailing m on m.account_id = l.account_id and m.id = l.mailing_id
   where m.started_at is not null`,
);

/** Selects templates by hash. Uses the primary key. */
export const loadTemplates = statement<
  [accountIds: number[], hashes: Buffer[]],
  { readonly account_id: number; readonly hash: Buffer; readonly template: Buffer }
>(
  'mailings_load_templates',
  `select t.account_id, t.hash, t.template
   from unnest($1::bigint[], $2::bytea[]) as k (account_id, hash) join mail_template t using (account_id, hash)`,
);

/** Selects the mailing state of each batch. Mailings of a paused class or account are paused. Uses primary keys. */
export const statesOf = statement<
  [accountIds: number[], batchIds: string[]],
  { readonly batch_id: string; readonly state: string }
>(
  'mailings_states',
  `select l.id as batch_id,
     case when m.state = 'sending' and ${classIsHeld('m.account_id', 'm.class')} then 'paused' else m.state end as state
   from unnest($1::bigint[], $2::uuid[]) as k (account_id, id)
   join recipient_batch l using (account_id, id)
   join mailing m on m.account_id = l.account_id and m.id = l.mailing_id`,
);

/** Selects the values of individual recipients, and whether their addresses are suppressed. Uses primary keys. */
export const loadRecipients = statement<
  [accountIds: number[], batchIds: string[], recipientNos: number[]],
  {
    readonly position: number;
    readonly recipient: string;
    readonly data: Record<string, string> | null;
    readonly ref: number | null;
    readonly queued_at: Date | null;
    readonly is_suppressed: boolean;
  }
>(
  'mailings_load_recipients',
  `select k.position::integer as position, r.recipient, r.data, r.ref, r.queued_at,
     s.address is not null as is_suppressed
   from unnest($1::bigint[], $2::uuid[], $3::integer[]) with ordinality
     as k (account_id, batch_id, recipient_no, position)
   join mailing_recipient r using (account_id, batch_id, recipient_no)
   left join suppression s on s.account_id = r.account_id and s.address = lower(r.recipient)`,
);

/** Deletes a mailing that has ended. Uses the primary key. */
export const deleteMailing = statement<[accountId: number, mailingId: string], { readonly id: string }>(
  'mailings_delete',
  `delete from mailing where account_id = $1 and id = $2 and state in ('sent', 'cancelled') returning id`,
);

/** Deletes mailings that have no owner and whose retention period is over. */
export const deleteEnded = statement<[retentionDays: number, limit: number], unknown>(
  'mailings_delete_ended',
  `delete from mailing where (account_id, id) in (
     select account_id, id from mailing
     where source is null and ended_at < now() - make_interval(days => $1::integer) order by ended_at limit $2
   )`,
);

/** Selects the template of a mailing. Uses primary keys. */
export const templateOfMailing = statement<[accountId: number, mailingId: string], { readonly template: Buffer }>(
  'mailings_template_of',
  `select t.template from mailing m join mail_template t on t.account_id = $1 and t.hash = m.template_hash
   where m.account_id = $1 and m.id = $2`,
);

/** Deletes templates that no mailing has used for a day. Uses the index mailing_template. */
export const deleteUnusedTemplates = statement<[limit: number], unknown>(
  'mailings_delete_unused_templates',
  'select delete_unused_templates($1)',
);

import { statement } from '../../../base/db.ts';
import { COUNTED } from './outcome-queries.ts';

export interface ChunkRow {
  readonly account_id: number;
  readonly mailing_id: string;
  readonly batch_id: string;
  readonly chunk_no: number;
  readonly first_no: number;
  readonly last_no: number;
  readonly class: number;
  readonly epoch: number;
  /** Whether the mail class or the account is paused. */
  readonly is_held: boolean;
  /** ID of the mailing's owner, such as a campaign. Null if the mailing has no owner. */
  readonly source: number | null;
}

/**
 * Leases a due chunk, with fair shares for accounts and their mailings. See sql/functions/lease_mailing_chunk.sql. Uses
 * primary keys to check for a pause.
 */
export const claimChunk = statement<
  [cursors: number[], accounts: number[], mailings: string[], leaseSeconds: number],
  ChunkRow
>(
  'mailings_claim_chunk',
  `select c.*, is_mail_class_held(c.account_id, c.class) as is_held, mailing_source(c.account_id, c.mailing_id) as source
   from lease_mailing_chunk($1, $2, $3, $4) c`,
);

/**
 * Selects the recipients in a range that have no row in the queue, no recorded outcome, and no missed outcome. Also
 * returns whether each address is on the account's suppression list. Uses primary keys and the index
 * outcome_missed_state.
 */
export const openRecipients = statement<
  [accountId: number, batchId: string, firstNo: number, lastNo: number],
  {
    readonly recipient_no: number;
    readonly recipient: string;
    readonly data: Record<string, string> | null;
    readonly ref: number | null;
    readonly is_suppressed: boolean;
  }
>(
  'mailings_open_recipients',
  `select r.recipient_no, r.recipient, r.data, r.ref,
     exists (
       select from suppression s where s.account_id = $1 and s.address = lower(r.recipient) offset 0
     ) as is_suppressed
   from mailing_recipient r
   where r.account_id = $1 and r.batch_id = $2 and r.recipient_no between $3 and $4
     and not exists (
       select from mailing_outcome o
       where o.account_id = $1 and o.batch_id = $2 and o.recipient_no = r.recipient_no
         and o.recipient_no between $3 and $4
     )
     and not exists (
       select from delivery d
       where d.account_id = $1 and d.message_id = $2 and d.recipient_no = r.recipient_no
         and d.recipient_no between $3 and $4
     )
     and not exists (
       select from outcome_missed u
       where u.account_id = $1 and u.message_id = $2 and u.recipient_no = r.recipient_no
         and u.recipient_no between $3 and $4 and u.part = 'state'
     )
   order by r.recipient_no`,
);

type Chunks = [accountIds: number[], batchIds: string[], chunkNos: number[], epochs: number[]];

/**
 * Sets the end of the leases of chunks. Returns the chunks whose epoch is still valid. Locks chunks in key order, so
 * that concurrent calls cannot deadlock, and one by one, because a join might scan all chunks of a mailing. Uses the
 * primary key.
 */
export const setChunksDue = statement<
  [...Chunks, seconds: number],
  { readonly batch_id: string; readonly chunk_no: number }
>('mailings_set_chunks_due', 'select batch_id, chunk_no from set_mailing_chunks_due($1, $2, $3, $4, $5)');

/**
 * Deletes chunks whose recipients all have a row in the queue, a recorded outcome, or a missed outcome. Uses the
 * primary key.
 */
export const endChunks = statement<Chunks, unknown>('mailings_end_chunks', 'select end_mailing_chunks($1, $2, $3, $4)');

/**
 * Locks the mailings of recipient batches until the transaction ends. A concurrent pause waits and then sees the
 * written rows.
 */
export const lockMailings = statement<[accountId: number, batchIds: string[]], unknown>(
  'mailings_lock',
  `select id from mailing
   where account_id = $1 and id in (select mailing_id from recipient_batch where account_id = $1 and id = any($2))
   order by id for no key update`,
);

/**
 * Finishes recipients of leased chunks of one account. A final result becomes an outcome. A result with a delay becomes
 * a queue row with its first attempt. Returns the positions, starting with 1, of the recipients that were written.
 * Skips a recipient if the epoch of its chunk is no longer valid, or if it was written before, because a journal may
 * repeat outcomes that were already committed. Lock the mailings first (`lockMailings`), so that their state is
 * current. Uses primary keys.
 */
export const finishRecipients = statement<
  [
    accountId: number,
    batchIds: string[],
    chunkNos: number[],
    epochs: number[],
    recipientNos: number[],
    recipients: string[],
    statuses: number[],
    delaySeconds: (number | null)[],
    delayed: boolean[],
    startedAt: Date[],
    finishedAt: Date[],
    routes: string[],
    hosts: (string | null)[],
    addresses: (string | null)[],
    tls: (string | null)[],
    enhanced: (string | null)[],
    reasons: (string | null)[],
    conversations: string[],
  ],
  { readonly position: number }
>(
  'mailings_finish',
  `with done as materialized (
     select * from unnest(
       $2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::smallint[], $8::float8[], $9::boolean[],
       $10::timestamptz[], $11::timestamptz[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::text[], $18::text[]
     ) with ordinality as o (
       batch_id, chunk_no, epoch, recipient_no, recipient, status, delay_seconds, became_delayed,
       started_at, finished_at, route, host, address, tls, enhanced, reason, conversation, position
     )
   ), held as materialized (
     select c.*
     from (select distinct batch_id, chunk_no from done order by batch_id, chunk_no) as k
     cross join lateral (
       select m.batch_id, m.chunk_no, m.epoch, m.class, m.mailing_id from mailing_chunk m
       where m.account_id = $1 and m.batch_id = k.batch_id and m.chunk_no = k.chunk_no
       for no key update
     ) as c
   ), ours as materialized (
     select * from done join held using (batch_id, chunk_no, epoch)
   ), recorded as (
     insert into mailing_outcome (account_id, batch_id, recipient_no, status, finished_at, enhanced, reason)
     select $1, batch_id, recipient_no, status, finished_at,
       case when status <> 7 then enhanced end, case when status <> 7 then reason end
     from ours where delay_seconds is null
     on conflict do nothing
     returning batch_id, recipient_no, status
   ), queued as (
     insert into delivery (account_id, message_id, recipient_no, recipient, class, status, attempts, is_ready, next_at,
       delayed_at)
     select $1, ours.batch_id, ours.recipient_no, ours.recipient, ours.class, ours.status, 1, false,
       case when m.state = 'paused' then 'infinity'::timestamptz
         else seconds_after(clock.at, ours.delay_seconds) end,
       case when ours.became_delayed then clock.at end
     from (select now()) as clock (at) cross join ours join mailing m on m.account_id = $1 and m.id = ours.mailing_id
     where ours.delay_seconds is not null and m.state in ('sending', 'paused') and not exists (
       select from mailing_outcome o
       where o.account_id = $1 and o.batch_id = ours.batch_id and o.recipient_no = ours.recipient_no
       offset 0
     )
     on conflict do nothing
     returning message_id, recipient_no
   ), tried as (
     insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route,
       host, address, tls, status, reason, conversation)
     select $1, queued.message_id, queued.recipient_no, 1, ours.started_at, ours.finished_at, 'deferred', ours.route,
       ours.host, ours.address, ours.tls, ours.enhanced, ours.reason, ours.conversation
     from queued join ours on ours.batch_id = queued.message_id and ours.recipient_no = queued.recipient_no
   ), ${COUNTED}
   select position::integer as position from ours
   where case when delay_seconds is null then (batch_id, recipient_no) in (select batch_id, recipient_no from recorded)
     else not exists (
       select from mailing_outcome o
       where o.account_id = $1 and o.batch_id = ours.batch_id and o.recipient_no = ours.recipient_no
       offset 0
     ) and not exists (
       select from delivery d
       where d.account_id = $1 and d.message_id = ours.batch_id and d.recipient_no = ours.recipient_no
       offset 0
     ) end`,
);

/**
 * Moves recipients of leased chunks to queue rows that are due after a delay, without recording an attempt. Uses
 * primary keys.
 */
export const releaseRecipients = statement<
  [
    accountId: number,
    batchIds: string[],
    chunkNos: number[],
    epochs: number[],
    recipientNos: number[],
    recipients: string[],
    suppressed: boolean[],
    delaySeconds: number,
    stopped: boolean,
  ],
  unknown
>(
  'mailings_give_back',
  `with done as materialized (
     select * from unnest($2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::boolean[])
       as o (batch_id, chunk_no, epoch, recipient_no, recipient, is_suppressed)
   ), held as materialized (
     select c.*
     from (select distinct batch_id, chunk_no from done order by batch_id, chunk_no) as k
     cross join lateral (
       select m.batch_id, m.chunk_no, m.epoch, m.class, m.mailing_id from mailing_chunk m
       where m.account_id = $1 and m.batch_id = k.batch_id and m.chunk_no = k.chunk_no
       for no key update
     ) as c
   )
   insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, is_stopped, next_at)
   select $1, done.batch_id, done.recipient_no, done.recipient, held.class,
     case when done.is_suppressed then 1 else 5 end, m.state <> 'paused' and $8::float8 <= 0, $9,
     case when m.state = 'paused' then 'infinity'::timestamptz else seconds_after(clock.at, $8) end
   from (select now()) as clock (at) cross join done join held using (batch_id, chunk_no, epoch)
   join mailing m on m.account_id = $1 and m.id = held.mailing_id
   where m.state in ('sending', 'paused') and not exists (
     select from mailing_outcome o
     where o.account_id = $1 and o.batch_id = done.batch_id and o.recipient_no = done.recipient_no
     offset 0
   )
   on conflict do nothing`,
);

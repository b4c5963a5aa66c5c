import { statement } from '../../../base/db.ts';

/** Selects recipient batches of active campaigns, and the providers at which their messages are held. */
export const heldBatches = statement<[], { readonly batch_id: string; readonly provider: string }>(
  'mailings_held_batches',
  `select l.id as batch_id, p.provider
   from mailing_provider_pause p
   join mailing m on m.account_id = p.account_id and m.source = p.source and m.class = 3
     and m.state in ('sending', 'paused')
   join recipient_batch l on l.account_id = m.account_id and l.mailing_id = m.id
   where not p.is_lifted`,
);

/** Adds the rows of `held` (mailing_id, held_for, was_delayed) to the counters. */
const HELD_COUNTED = `counted as (
     insert into mailing_provider as p (account_id, mailing_id, provider, held, held_deferred)
     select $1, mailing_id, held_for, count(*), count(*) filter (where was_delayed)
     from held where held_for is not null group by mailing_id, held_for order by mailing_id, held_for
     on conflict (account_id, mailing_id, provider) do update
     set held = p.held + excluded.held, held_deferred = p.held_deferred + excluded.held_deferred
   )`;

/**
 * Releases leased rows without an attempt, if their epochs are valid, and holds them at their provider until their
 * account resumes it. If the pause has already been lifted, the rows become due again. The state of their mailing takes
 * precedence. The caller must lock the mailings first. Locks the pauses until the end of the transaction, so that
 * lifting a pause finds the rows that it held. Uses primary keys.
 */
export const holdRowsAt = statement<
  [accountId: number, batchIds: string[], recipientNos: number[], epochs: number[], providers: string[]],
  unknown
>(
  'mailings_hold_rows_at',
  `with paused as materialized (
     select source, provider from mailing_provider_pause
     where account_id = $1 and provider = any($5) and not is_lifted order by source, provider for share
   ), held as (
     update delivery d
     set next_at = case when m.state = 'cancelled' then null
         when m.state = 'paused' or p.provider is not null then 'infinity'::timestamptz else clock.at end,
       is_ready = m.state not in ('paused', 'cancelled') and p.provider is null, is_stopped = false,
       taken = greatest(d.taken - 1, 0), begun = d.begun & -2,
       held_for = case when m.state <> 'cancelled' then p.provider end,
       status = case when m.state = 'cancelled' then 2 else d.status end
     from unnest($2::uuid[], $3::integer[], $4::integer[], $5::text[]) as k (batch_id, recipient_no, epoch, provider)
     join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
     join mailing m on m.account_id = $1 and m.id = l.mailing_id
     left join paused p on p.source = m.source and p.provider = k.provider
     cross join (select now()) as clock (at)
     where d.account_id = $1 and d.message_id = k.batch_id and d.recipient_no = k.recipient_no and d.epoch = k.epoch
       and d.next_at is not null
     returning l.mailing_id, d.held_for, d.delayed_at is not null as was_delayed
   ), ${HELD_COUNTED}
   select from held`,
);

/** Moves recipients from leased chunks to individual queue rows that are held for their provider. Uses primary keys. */
export const holdRecipientsAt = statement<
  [
    accountId: number,
    batchIds: string[],
    chunkNos: number[],
    epochs: number[],
    recipientNos: number[],
    recipients: string[],
    suppressed: boolean[],
    providers: string[],
  ],
  unknown
>(
  'mailings_hold_recipients_at',
  `with done as materialized (
     select * from unnest($2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::boolean[], $8::text[])
       as o (batch_id, chunk_no, epoch, recipient_no, recipient, is_suppressed, provider)
   ), chunks as materialized (
     select c.*
     from (select distinct batch_id, chunk_no from done order by batch_id, chunk_no) as k
     cross join lateral (
       select m.batch_id, m.chunk_no, m.epoch, m.class, m.mailing_id from mailing_chunk m
       where m.account_id = $1 and m.batch_id = k.batch_id and m.chunk_no = k.chunk_no
       for no key update
     ) as c
   ), paused as materialized (
     select source, provider from mailing_provider_pause
     where account_id = $1 and provider = any($8) and not is_lifted order by source, provider for share
   ), put as (
     insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at, held_for)
     select $1, done.batch_id, done.recipient_no, done.recipient, chunks.class,
       case when done.is_suppressed then 1 else 5 end, m.state <> 'paused' and p.provider is null,
       case when m.state = 'paused' or p.provider is not null then 'infinity'::timestamptz else clock.at end, p.provider
     from (select now()) as clock (at) cross join done join chunks using (batch_id, chunk_no, epoch)
     join mailing m on m.account_id = $1 and m.id = chunks.mailing_id
     left join paused p on p.source = m.source and p.provider = done.provider
     where m.state in ('sending', 'paused') and not exists (
       select from mailing_outcome o
       where o.account_id = $1 and o.batch_id = done.batch_id and o.recipient_no = done.recipient_no
       offset 0
     )
     on conflict do nothing
     returning message_id, held_for
   ), held as (
     select l.mailing_id, put.held_for, false as was_delayed
     from put join recipient_batch l on l.account_id = $1 and l.id = put.message_id
   ), ${HELD_COUNTED}
   select from held`,
);

/**
 * Adds results to the counters, with one entry for each recipient batch and provider. The caller has locked the
 * mailings. Uses primary keys.
 */
export const countAtProviders = statement<
  [
    accountId: number,
    batchIds: string[],
    providers: string[],
    delivered: number[],
    refused: number[],
    failed: number[],
    deferred: number[],
    answers: (string | null)[],
    answeredAt: (Date | null)[],
    retryAt: (Date | null)[],
  ],
  unknown
>(
  'mailings_count_at_providers',
  `insert into mailing_provider as p (account_id, mailing_id, provider, delivered, refused, failed, deferred, answer,
     answered_at, retry_at, pace_at, pace)
   select $1, l.mailing_id, k.provider, sum(k.delivered), sum(k.refused), sum(k.failed), sum(k.deferred),
     max(k.answer), max(k.answered_at), max(k.retry_at), floor(extract(epoch from now()) / 10), sum(k.delivered)
   from unnest($2::uuid[], $3::text[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::text[],
       $9::timestamptz[], $10::timestamptz[])
     as k (batch_id, provider, delivered, refused, failed, deferred, answer, answered_at, retry_at)
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   group by l.mailing_id, k.provider order by l.mailing_id, k.provider
   on conflict (account_id, mailing_id, provider) do update
   set delivered = p.delivered + excluded.delivered, refused = p.refused + excluded.refused,
     failed = p.failed + excluded.failed, deferred = p.deferred + excluded.deferred, answer = coalesce(excluded.answer, p.answer),
     answered_at = coalesce(excluded.answered_at, p.answered_at), retry_at = coalesce(excluded.retry_at, p.retry_at),
     pace_before = case excluded.pace_at - p.pace_at when 0 then p.pace_before when 1 then p.pace else 0 end,
     pace = excluded.pace + case when excluded.pace_at = p.pace_at then p.pace else 0 end, pace_at = excluded.pace_at`,
);

/** Total results of mailings at one provider. */
export interface ProviderRow {
  readonly provider: string;
  readonly delivered: number;
  readonly refused: number;
  readonly failed: number;
  readonly deferred: number;
  readonly held: number;
  readonly per_second: number;
  readonly answer: string | null;
  readonly answered_at: Date | null;
  readonly retry_at: Date | null;
  readonly paused_at: Date | null;
}

/**
 * Selects the results of an owner's mailings by provider, starting with the providers with the most messages. Includes
 * paused providers without messages. Counts only recipients of active mailings as waiting. The rate covers the last ten
 * seconds. Uses primary keys.
 */
export const providersOf = statement<
  [accountId: number, source: number, mailingIds: readonly string[], limit: number],
  ProviderRow
>(
  'mailings_providers_of',
  `with counted as (
     select p.provider, sum(p.delivered)::integer as delivered, sum(p.refused)::integer as refused,
       sum(p.failed)::integer as failed,
       coalesce(sum(greatest(p.deferred - p.held_deferred, 0)) filter (where m.state in ('sending', 'paused')), 0)::integer
         as deferred,
       coalesce(sum(p.held) filter (where m.state in ('sending', 'paused')), 0)::integer as held,
       coalesce(sum(case t.at - p.pace_at when 0 then p.pace + p.pace_before * (1 - t.part)
         when 1 then p.pace * (1 - t.part) else 0 end), 0)::float8 / 10 as per_second,
       (array_agg(p.answer order by p.answered_at desc nulls last))[1] as answer,
       max(p.answered_at) as answered_at,
       (array_agg(p.retry_at order by p.answered_at desc nulls last))[1] as retry_at
     from mailing_provider p
     join mailing m on m.account_id = p.account_id and m.id = p.mailing_id
     cross join (
       select floor(extract(epoch from now()) / 10)::bigint as at, mod(extract(epoch from now()), 10) / 10 as part
     ) t
     where p.account_id = $1 and p.mailing_id = any($3::uuid[])
     group by p.provider
   )
   select provider, coalesce(c.delivered, 0) as delivered, coalesce(c.refused, 0) as refused,
     coalesce(c.failed, 0) as failed, coalesce(c.deferred, 0) as deferred, coalesce(c.held, 0) as held,
     coalesce(c.per_second, 0) as per_second, c.answer, c.answered_at, c.retry_at, h.paused_at
   from counted c
   full join (
     select provider, paused_at from mailing_provider_pause where account_id = $1 and source = $2 and not is_lifted
   ) h using (provider)
   order by h.paused_at is null, coalesce(c.delivered + c.refused + c.failed + c.deferred + c.held, 0) desc, provider
   limit $4`,
);

/** Checks whether messages of these mailings were sent to a provider. Uses the primary key. */
export const knowsProvider = statement<
  [accountId: number, mailingIds: readonly string[], provider: string],
  { readonly is_known: boolean }
>(
  'mailings_knows_provider',
  `select exists (
     select from mailing_provider where account_id = $1 and mailing_id = any($2::uuid[]) and provider = $3
   ) as is_known`,
);

/**
 * Selects the provider pauses of an owner, including lifted pauses that still have messages to release. Uses the
 * primary key.
 */
export const pausesOf = statement<
  [accountId: number, source: number],
  { readonly provider: string; readonly is_lifted: boolean }
>(
  'mailings_provider_pauses',
  'select provider, is_lifted from mailing_provider_pause where account_id = $1 and source = $2',
);

/** Selects the owners that have a paused provider. Uses the primary key. */
export const pausedSources = statement<[accountId: number, sources: readonly number[]], { readonly source: number }>(
  'mailings_paused_sources',
  `select distinct source from mailing_provider_pause
   where account_id = $1 and source = any($2::bigint[]) and not is_lifted`,
);

/** Pauses a provider, even if its previous pause was just lifted. Uses the primary key. */
export const insertPause = statement<[accountId: number, source: number, provider: string], unknown>(
  'mailings_pause_provider',
  `insert into mailing_provider_pause (account_id, source, provider, paused_at) values ($1, $2, $3, now())
   on conflict (account_id, source, provider) do update
   set is_lifted = false,
     paused_at = case when mailing_provider_pause.is_lifted then excluded.paused_at else mailing_provider_pause.paused_at end`,
);

/**
 * Lifts a pause, or all pauses of an owner if `provider` is null. Waits for transactions that are holding messages
 * under the pause. Uses the primary key.
 */
export const liftPause = statement<
  [accountId: number, source: number, provider: string | null],
  { readonly provider: string }
>(
  'mailings_lift_provider',
  `update mailing_provider_pause set is_lifted = true
   where account_id = $1 and source = $2 and ($3::text is null or provider = $3) returning provider`,
);

/**
 * Selects pauses that may have messages to release, in random order, so that no pause blocks another. The table has one
 * row per pause.
 */
export const liftedPauses = statement<
  [limit: number],
  { readonly account_id: number; readonly source: number; readonly provider: string }
>(
  'mailings_lifted_providers',
  'select account_id, source, provider from mailing_provider_pause where is_lifted order by random() limit $1',
);

/**
 * Releases up to `limit` recipients that were held at a provider whose pause was lifted. Returns whether more
 * recipients may be held there.
 */
export const releaseProvider = statement<
  [accountId: number, source: number, provider: string, limit: number, spreadSeconds: number],
  { readonly has_more: boolean }
>('mailings_release_provider', 'select release_mailing_provider($1, $2, $3, $4, $5) as has_more');

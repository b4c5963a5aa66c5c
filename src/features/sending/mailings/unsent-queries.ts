import { statement } from '../../../base/db.ts';
import type { MailingRow } from './queries.ts';

export interface MailingProgress {
  readonly id: string;
  readonly state: MailingRow['state'];
  readonly recipients: number;
  /** Number of recipients with an outcome. */
  readonly finished: number;
  /** Whether any recipients are waiting for their first attempt, or are held because a provider is paused. */
  readonly is_untried: boolean;
  /** Whether nothing can be sent until a paused provider is resumed. */
  readonly is_held: boolean;
}

/** Makes chunks due if their scheduled time has passed. */
export const releaseDue = statement<
  [accountId: number, mailingId: string, behindSeconds: number],
  { readonly next_due: Date | null }
>('mailings_release_spread', 'select release_spread_chunks($1, $2, $3) as next_due');

/** Removes recipients without an outcome from a mailing. */
export const takeRecipients = statement<
  [accountId: number, mailingId: string, leaseSeconds: number, limit: number],
  { readonly ref: number | null; readonly is_over: boolean }
>(
  'mailings_take_unsent',
  `select r.ref, t.is_over from take_unsent_recipients($1, $2, $3, $4) t
   left join lateral unnest(t.refs) as r (ref) on true`,
);

/**
 * Selects the progress of mailings, including flags for recipients that wait for a first attempt or are held for a
 * provider. Uses primary keys and the index recipient_batch_of.
 */
export const mailingsProgress = statement<[accountId: number, mailingIds: readonly string[]], MailingProgress>(
  'mailings_progress',
  `select s.id, s.state, s.recipients, s.finished, s.has_chunks or s.has_held as is_untried,
     s.has_held and not s.has_chunks as is_held
   from (
     select m.id, m.state, m.recipients, m.delivered + m.bounced + m.complained + m.failed + m.suppressed as finished,
       exists (
         select from recipient_batch l join mailing_chunk c on c.account_id = l.account_id and c.batch_id = l.id
         where l.account_id = $1 and l.mailing_id = m.id and c.next_at is not null
       ) as has_chunks,
       m.state in ('sending', 'paused') and exists (
         select from mailing_provider_pause p
         join mailing_provider w on w.account_id = p.account_id and w.mailing_id = m.id and w.provider = p.provider
         where p.account_id = $1 and p.source = m.source and (w.held > 0 or w.deferred > 0)
       ) as has_held
     from mailing m
     where m.account_id = $1 and m.id = any($2::uuid[])
   ) as s`,
);

/**
 * Deletes mailings that are still in preparation. The data of their recipients is dropped with the daily partitions.
 * Uses the primary key.
 */
export const deletePrepared = statement<[accountId: number, mailingIds: readonly string[]], unknown>(
  'mailings_delete_prepared',
  `delete from mailing where account_id = $1 and id = any($2::uuid[]) and state = 'preparing'`,
);

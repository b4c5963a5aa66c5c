import { statement } from '../../../base/db.ts';
import type { MessageSummary } from './types.ts';

export interface ClaimedErasure {
  readonly account_id: number;
  readonly id: string;
}

/** Claims the first due erasure for `leaseSeconds` seconds. Uses the index contact_erasure_due. */
export const claimErasure = statement<[leaseSeconds: number], ClaimedErasure>(
  'privacy_claim_erasure',
  'select account_id, id from claim_contact_erasure($1)',
);

export interface TaskRow {
  readonly address: string;
  readonly contact_id: number | null;
  readonly step: number;
  readonly place: string[] | null;
  readonly is_patient: boolean;
  readonly failures: number;
  readonly created_at: Date;
}

/** Locks an unfinished erasure until the transaction ends and returns its progress. Uses the primary key. */
export const lockTask = statement<[accountId: number, id: string], TaskRow>(
  'privacy_lock_task',
  `select address, contact_id, step, place, patient_until > now() as is_patient, failures, created_at
   from contact_erasure where account_id = $1 and id = $2 and address is not null for update`,
);

/** Records the progress of an erasure. Must run in the same transaction as the erased batch. Uses the primary key. */
export const moveTask = statement<
  [accountId: number, id: string, step: number, place: readonly string[] | null, erased: number, seconds: number],
  unknown
>(
  'privacy_move_task',
  `update contact_erasure set step = $3, place = $4::text[], erased = erased + $5, failures = 0, hindrance = null,
     next_at = now() + make_interval(secs => $6)
   where account_id = $1 and id = $2`,
);

/** Releases an erasure so that it can be claimed after `seconds` seconds. Uses the primary key. */
export const releaseTask = statement<
  [accountId: number, id: string, hindrance: string | null, isFailure: boolean, seconds: number],
  unknown
>(
  'privacy_lay_down',
  `update contact_erasure set hindrance = $3, failures = case when $4 then failures + 1 else failures end,
     next_at = now() + make_interval(secs => $5)
   where account_id = $1 and id = $2 and state = 'running'`,
);

/** Ends an erasure. The row is kept without the address. Uses the primary key. */
export const endTask = statement<[accountId: number, id: string], unknown>(
  'privacy_end_task',
  `update contact_erasure set state = 'done', address = null, contact_id = null, place = null, hindrance = null,
     next_at = null, finished_at = now()
   where account_id = $1 and id = $2`,
);

/**
 * Returns whether messages, outcomes or imports that may contain an address are still being processed. Uses the indexes
 * delivery_recipient and outcome_missed_pkey, and reads the account's imports.
 */
export const inProgress = statement<
  [accountId: number, address: string, beforeId: string],
  { readonly mail: boolean; readonly outcome: boolean; readonly import: boolean }
>(
  'privacy_in_progress',
  `select exists (
     select from delivery d
     where d.account_id = $1 and lower(d.recipient) = $2 and d.message_id < $3 and d.next_at is not null
   ) as mail, exists (
     select from outcome_missed m
     where m.account_id = $1 and m.next_at is not null and lower(m.outcome ->> 'recipient') = $2
   ) as outcome, exists (
     select from import i
     where i.account_id = $1 and i.state in ('receiving', 'waiting', 'running') and i.id < $3
   ) as import`,
);

/**
 * Returns whether a webhook event that contains the address is still pending. Uses the index webhook_delivery_turns.
 */
export const webhookInProgress = statement<[accountId: number, address: string], { readonly is_waiting: boolean }>(
  'privacy_webhook_in_progress',
  `select exists (
     select from webhook_delivery w
     where w.account_id = $1 and w.is_waiting = any('{t,f}'::boolean[]) and w.next_at is not null
       and lower(w.recipient) = $2
   ) as is_waiting`,
);

interface KeyRow {
  readonly message_id: string;
  readonly recipient_no: number;
}

/** Locks and returns the recipients with the given address in stored messages. Uses the index delivery_recipient. */
export const recipientsToErase = statement<
  [accountId: number, address: string, beforeId: string, limit: number],
  KeyRow
>(
  'privacy_recipients',
  `select message_id, recipient_no from delivery
   where account_id = $1 and lower(recipient) = $2 and message_id < $3
   order by message_id, recipient_no limit $4 for update`,
);

export interface StoredRow {
  readonly id: string;
  readonly subject: string;
  readonly head: MessageSummary;
  readonly content: Buffer;
  /** Whether the message was sent only to the address. */
  readonly is_alone: boolean;
}

/**
 * Locks and returns stored messages. `is_alone` is true if a message was sent only to the address. Uses the primary
 * keys.
 */
export const messagesToErase = statement<[accountId: number, ids: readonly string[], address: string], StoredRow>(
  'privacy_messages',
  `select id, subject, head, content,
     exists (
       select from delivery d where d.account_id = $1 and d.message_id = m.id and lower(d.recipient) = $3
     ) and not exists (
       select from delivery d where d.account_id = $1 and d.message_id = m.id and lower(d.recipient) <> $3
     ) as is_alone
   from message m where account_id = $1 and id = any($2::uuid[])
   order by id for no key update of m`,
);

export const rewriteMessages = statement<
  [
    accountId: number,
    ids: readonly string[],
    subjects: readonly string[],
    summaries: readonly string[],
    contents: Buffer[],
  ],
  unknown
>(
  'privacy_rewrite_messages',
  `update message m set subject = g.subject, head = g.head::json, content = g.content
   from unnest($2::uuid[], $3::text[], $4::text[], $5::bytea[]) as g (id, subject, head, content)
   where m.account_id = $1 and m.id = g.id`,
);

type Keys = [accountId: number, messageIds: readonly string[], recipientNos: readonly number[]];
const KEYS = 'unnest($2::uuid[], $3::integer[]) as k (message_id, recipient_no)';

/** Replaces recipients' addresses with the given placeholder. Uses the primary key. */
export const rewriteRecipients = statement<[...Keys, erased: string], unknown>(
  'privacy_rewrite_recipients',
  `update delivery d set recipient = $4 from ${KEYS}
   where d.account_id = $1 and d.message_id = k.message_id and d.recipient_no = k.recipient_no`,
);

/**
 * Reduces the server replies for recipients to their reply codes, and deletes the SMTP conversations and the outcomes
 * that could not be recorded. Uses the primary keys.
 */
export const rewriteTraces = statement<Keys, unknown>(
  'privacy_rewrite_traces',
  `with given as materialized (
     select * from ${KEYS}
   ), attempts as (
     update attempt a set reason = reply_code(a.reason), conversation = '' from given k
     where a.account_id = $1 and a.message_id = k.message_id and a.recipient_no = k.recipient_no
   ), outcomes as (
     update mailing_outcome o set reason = reply_code(o.reason) from given k
     where o.account_id = $1 and o.batch_id = k.message_id and o.recipient_no = k.recipient_no
   ), missed as (
     delete from outcome_missed m using given k
     where m.account_id = $1 and m.message_id = k.message_id and m.recipient_no = k.recipient_no
   )
   update event e set reason = reply_code(e.reason) from given k
   where e.account_id = $1 and e.message_id = k.message_id and e.recipient_no = k.recipient_no and e.reason is not null`,
);

/** Deletes processed inbound email whose notes start with one of the given strings. Reads the whole table. */
export const removeReceived = statement<[beginnings: readonly string[]], { readonly id: string }>(
  'privacy_remove_received',
  `delete from inbound_mail i where next_at is null and exists (
     select from unnest($1::text[]) as b (beginning) where starts_with(i.reason, b.beginning)
   ) returning id`,
);

/**
 * Deletes unsubscriptions and counts of full-mailbox bounces that existed before the request. Uses the primary keys and
 * the index vendor_unsubscribe_address.
 */
export const removeSingleRows = statement<
  [accountId: number, address: string, before: Date],
  { readonly rows: number }
>(
  'privacy_remove_single_rows',
  `with unsubscriptions as (
     delete from inbound_unsubscribe where account_id = $1 and address = $2 and created_at <= $3 returning 1
   ), bounces as (
     delete from soft_bounce where account_id = $1 and address = $2 and first_at <= $3 returning 1
   ), audiences as (
     delete from vendor_unsubscribe where account_id = $1 and address = $2 and created_at <= $3 returning 1
   )
   select ((select count(*) from unsubscriptions) + (select count(*) from bounces)
     + (select count(*) from audiences))::integer as rows`,
);

/**
 * Replaces the address in the filters of segments with the placeholder. Reads all segments of the account, of which
 * there are few.
 */
export const rewriteSegments = statement<[accountId: number, address: string, erased: string], { readonly id: number }>(
  'privacy_rewrite_segments',
  `update contact_segment set filter = regexp_replace(filter::text, '***=' || $2, $3, 'gi')::jsonb
   where account_id = $1 and position($2 in lower(filter::text)) > 0 returning id`,
);

/**
 * Deletes a soft-deleted contact and its consents, sign-ups, events and ended automation entries from before the
 * request. A contact that has subscribed again keeps its new data. Uses the primary keys and the indexes
 * automation_entry_by_contact, automation_segment_member_by_contact and contact_event_by_contact.
 */
export const removeContact = statement<[accountId: number, contactId: number, before: Date], { readonly rows: number }>(
  'privacy_remove_contact',
  `with consents as (
     delete from contact_consent where account_id = $1 and contact_id = $2 and created_at <= $3 returning 1
   ), sign_ups as (
     delete from contact_sign_up where account_id = $1 and contact_id = $2 and signed_up_at <= $3 returning 1
   ), entries as (
     delete from automation_entry
     where account_id = $1 and contact_id = $2 and item_id is null and entered_at <= $3 returning 1
   ), events as (
     delete from contact_event where account_id = $1 and contact_id = $2 and created_at <= $3 returning 1
   ), caps as (
     delete from automation_cap where account_id = $1 and contact_id = $2 and last_at <= $3
   ), members as (
     delete from automation_segment_member m
     where m.account_id = $1 and m.contact_id = $2 and not exists (
       select from contact_stat s where s.account_id = $1 and s.contact_id = $2)
   ), gone as (
     delete from contact where account_id = $1 and id = $2 and deleted_at is not null returning 1
   )
   select ((select count(*) from consents) + (select count(*) from sign_ups) + (select count(*) from entries)
     + (select count(*) from events) + (select count(*) from gone))::integer as rows`,
);

/**
 * Assigns up to `limit` campaign emails that were sent to a contact until `before`, with their opens and clicks, to
 * unused contact IDs. Each email gets a different ID. Deletes the bounce reasons of these emails, and opens and clicks
 * that have not been counted yet. Uses the index deliverable_by_contact and the primary keys.
 */
export const eraseDeliverables = statement<
  [accountId: number, contactId: number, before: Date, limit: number],
  { readonly campaign_id: number }
>('privacy_erase_deliverables', 'select erase_deliverables($1, $2, $3, $4) as campaign_id');

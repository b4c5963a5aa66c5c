import { statement } from '../../../base/db.ts';

/** Key of a scanned row, and whether the row contains the address. Used for tables that have no index on the address. */
interface Walked {
  readonly key: readonly string[];
  readonly is_hit: boolean;
}

type Walk = [accountId: number, address: string, place: readonly string[], limit: number, beforeId: string];

/**
 * Returns a statement that reads an account's rows after a given key, in the order of the keys, and checks whether they
 * contain the address. Rows are checked after the batch is limited, so that a statement never reads more rows than the
 * batch contains. `columns` are the columns of the key, without the account. For tables where the age of a row matters,
 * `isOlder` is the SQL condition that a row is older than the erasure request ($5).
 */
function walking(
  table: string,
  columns: readonly (readonly [name: string, type: string])[],
  hit: string,
  isOlder = '$5::uuid is not null',
) {
  const names = columns.map(([name]) => `t.${name}`).join(', ');
  const place = columns.map(([, type], index) => `($3::text[])[${index + 1}]::${type}`).join(', ');
  const key = columns.map(([name]) => `p.${name}::text`).join(', ');
  return statement<Walk, Walked>(
    `privacy_walk_${table}`,
    `with p as materialized (
       select t.* from ${table} t
       where t.account_id = $1 and (${names}) > (${place}) order by ${names} limit $4
     )
     select array[${key}] as key, (${hit}) and ${isOlder} as is_hit from p order by ${columns.map(([name]) => `p.${name}`).join(', ')}`,
  );
}

const NAMES = (text: string) => `coalesce(position($2 in lower(${text})) > 0, false)`;
const HOLDS = (bytes: string) =>
  `coalesce(position(convert_to($2, 'UTF8') in ${bytes}) > 0 or position($2 in lower(encode(${bytes}, 'escape'))) > 0, false)`;

export const walkMessages = walking(
  'message',
  [['id', 'uuid']],
  `${NAMES('p.head::text')} or ${NAMES('p.subject')}`,
  'p.id < $5::uuid',
);
export const walkMailingRecipients = walking(
  'mailing_recipient',
  [
    ['batch_id', 'uuid'],
    ['recipient_no', 'integer'],
  ],
  'lower(p.recipient) = $2',
  'p.batch_id < $5::uuid',
);
export const walkVendorMessages = walking(
  'vendor_message',
  [['id', 'uuid']],
  [NAMES('p.subject'), NAMES('p.metadata::text'), NAMES('p.links::text'), NAMES('p.tags::text')].join(' or '),
  'p.id < $5::uuid',
);
export const walkVendorRecipients = walking(
  'vendor_recipient',
  [
    ['message_id', 'uuid'],
    ['recipient_no', 'integer'],
  ],
  `lower(p.address) = $2 or ${NAMES('p.metadata::text')}`,
  'p.message_id < $5::uuid',
);
export const walkVendorEvents = walking(
  'vendor_event',
  [['id', 'bigint']],
  `lower(p.recipient) = $2 or ${NAMES('p.details::text')}`,
  'p.message_id < $5::uuid',
);
export const walkWebhooks = walking(
  'webhook_delivery',
  [['id', 'uuid']],
  `coalesce(lower(p.recipient) = $2, false) or ${HOLDS('p.body')} or ${NAMES('p.extra::text')}`,
  'coalesce(p.message_id < $5::uuid, true)',
);
export const walkRejects = walking(
  'import_reject',
  [
    ['import_id', 'uuid'],
    ['line', 'bigint'],
  ],
  [NAMES('p.value'), NAMES('p.details::text')].join(' or '),
);
export const walkAudit = walking(
  'audit_entry',
  [['id', 'bigint']],
  [NAMES('p.subject'), NAMES('p.before::text'), NAMES('p.after::text')].join(' or '),
);
export const walkInbox = walking(
  'inbox_mail',
  [['id', 'uuid']],
  [NAMES('p.recipients::text'), NAMES('p.sender'), NAMES('p.mail_from'), HOLDS('p.raw')].join(' or '),
);

/**
 * Erases mailing recipients whose email was sent or whose mailing has ended. With `isForced`, erases all the given
 * recipients. Uses the primary keys.
 */
export const eraseMailingRecipients = statement<
  [accountId: number, batchIds: readonly string[], recipientNos: readonly number[], erased: string, isForced: boolean],
  { readonly batch_id: string }
>(
  'privacy_erase_mailing_recipients',
  `with given as materialized (
     select * from unnest($2::uuid[], $3::integer[]) as k (batch_id, recipient_no)
   ), rewritten as (
     update mailing_recipient r set recipient = $4, data = null, ref = null from given k
     where r.account_id = $1 and r.batch_id = k.batch_id and r.recipient_no = k.recipient_no
       and ($5 or exists (
         select from mailing_outcome o
         where o.account_id = $1 and o.batch_id = k.batch_id and o.recipient_no = k.recipient_no
       ) or exists (
         select from recipient_batch l join mailing m on m.account_id = l.account_id and m.id = l.mailing_id
         where l.account_id = $1 and l.id = k.batch_id and m.state in ('sent', 'cancelled')
       ))
     returning r.batch_id, r.recipient_no
   ), words as (
     update mailing_outcome o set reason = reply_code(o.reason) from rewritten k
     where o.account_id = $1 and o.batch_id = k.batch_id and o.recipient_no = k.recipient_no
   )
   select batch_id from rewritten`,
);

/**
 * Removes the address from webhook events, and deletes the responses of the endpoints. The events are kept. Uses the
 * primary keys.
 */
export const eraseWebhooks = statement<
  [accountId: number, ids: readonly string[], address: string, erased: string],
  unknown
>(
  'privacy_erase_webhooks',
  `with answers as (
     update webhook_attempt set answer_headers = null, answer_body = null
     where account_id = $1 and delivery_id = any($2::uuid[])
   )
   update webhook_delivery set body = null,
     recipient = case when lower(recipient) = $3 then $4 else recipient end,
     reason = case when lower(recipient) = $3 then reply_code(reason) else reason end,
     extra = case when lower(recipient) = $3 then null
       else regexp_replace(extra::text, '***=' || $3, $4, 'gi')::jsonb end
   where account_id = $1 and id = any($2::uuid[])`,
);

/**
 * Removes the address from messages that were sent through adapters. The rest of each message is kept. Uses the primary
 * key.
 */
export const eraseVendorMessages = statement<
  [accountId: number, ids: readonly string[], address: string, erased: string],
  unknown
>(
  'privacy_erase_vendor_messages',
  `update vendor_message set subject = regexp_replace(subject, '***=' || $3, $4, 'gi'),
     metadata = regexp_replace(metadata::text, '***=' || $3, $4, 'gi')::json,
     links = array(select regexp_replace(l, '***=' || $3, $4, 'gi') from unnest(links) with ordinality as u (l, n) order by n),
     tags = array(select regexp_replace(t, '***=' || $3, $4, 'gi') from unnest(tags) with ordinality as u (t, n) order by n)
   where account_id = $1 and id = any($2::uuid[])`,
);

/**
 * Removes the recipients' addresses from messages that were sent through adapters. The messages are kept for the
 * totals. Uses the primary key.
 */
export const eraseVendorRecipients = statement<
  [accountId: number, messageIds: readonly string[], recipientNos: readonly number[], erased: string],
  unknown
>(
  'privacy_erase_vendor_recipients',
  `update vendor_recipient r set address = $4, metadata = null
   from unnest($2::uuid[], $3::integer[]) as k (message_id, recipient_no)
   where r.account_id = $1 and r.message_id = k.message_id and r.recipient_no = k.recipient_no`,
);

/**
 * Removes the recipients from events of messages that were sent through adapters. The events are kept. Uses the primary
 * key.
 */
export const eraseVendorEvents = statement<[accountId: number, ids: readonly number[], erased: string], unknown>(
  'privacy_erase_vendor_events',
  `update vendor_event set recipient = $3, details = '{}' where account_id = $1 and id = any($2::bigint[])`,
);

export const eraseRejects = statement<
  [accountId: number, importIds: readonly string[], lines: readonly number[]],
  unknown
>(
  'privacy_erase_rejects',
  `delete from import_reject r using unnest($2::uuid[], $3::bigint[]) as k (import_id, line)
   where r.account_id = $1 and r.import_id = k.import_id and r.line = k.line`,
);

/** Replaces the address in entries of the audit log. The user who performed the action is kept. Uses the primary key. */
export const eraseInAudit = statement<
  [accountId: number, ids: readonly number[], address: string, erased: string],
  unknown
>(
  'privacy_erase_in_audit',
  `update audit_entry set subject = regexp_replace(subject, '***=' || $3, $4, 'gi'),
     before = regexp_replace(before::text, '***=' || $3, $4, 'gi')::jsonb,
     after = regexp_replace(after::text, '***=' || $3, $4, 'gi')::jsonb
   where account_id = $1 and id = any($2::bigint[])`,
);

export const eraseInboxMails = statement<[accountId: number, ids: readonly string[]], unknown>(
  'privacy_erase_inbox',
  'delete from inbox_mail where account_id = $1 and id = any($2::uuid[])',
);

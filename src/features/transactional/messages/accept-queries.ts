import { statement } from '../../../base/db.ts';

/**
 * Accepts a batch of messages, given as parallel arrays. See sql/functions/accept_messages.sql. Returns the day for
 * which the messages were counted, and the counters of the month and the day. Unless all messages were accepted under
 * the given IDs, also returns a verdict and a detail for each message.
 */
export const acceptMessages = statement<
  [
    accountId: number,
    ids: string[],
    senders: string[],
    subjects: string[],
    tags: (string | null)[],
    summaries: string[],
    contentStarts: number[],
    contentSizes: number[],
    contents: Buffer,
    recipientMessages: number[],
    recipientNos: number[],
    recipients: string[],
    counts: number[],
    total: number,
    keys: (string | null)[],
    fingerprints: (string | null)[],
    answers: (string | null)[],
    least: string,
    greatest: string,
    latest: Date,
  ],
  { readonly outcome: readonly (string | null)[] }
>(
  'transactional_accept',
  `select accept_messages(
     $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
   ) as outcome`,
);

/**
 * Parallel columns for a batch with messages from several accounts. See sql/functions/accept_messages_of_accounts.sql.
 * The result contains the day for which the messages were counted, and two counters per account, which are null if none
 * of the account's messages were accepted.
 */
export const acceptOfAccounts = statement<
  [
    accounts: number[],
    totals: number[],
    least: string[],
    greatest: string[],
    latest: Date[],
    owners: number[],
    ids: string[],
    senders: string[],
    subjects: string[],
    tags: (string | null)[],
    summaries: string[],
    contentStarts: number[],
    contentSizes: number[],
    contents: Buffer,
    recipientMessages: number[],
    recipientNos: number[],
    recipients: string[],
  ],
  { readonly outcome: readonly (string | null)[] }
>(
  'transactional_accept_of_accounts',
  `select accept_messages_of_accounts(
     $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
   ) as outcome`,
);

/** Limits each wait for a lock in this transaction to 5 seconds, such as the wait for a request with the same key. */
export const boundLockWaits = statement<[], unknown>('transactional_bound_lock_waits', `select bound_lock_waits('5s')`);

/**
 * Claims a key that is unknown or older than 24 hours. Returns no row if it is in use. Waits for a concurrent claim.
 */
export const claimKey = statement<[accountId: number, key: string, fingerprint: string], { readonly key: string }>(
  'transactional_claim_key',
  `insert into idempotency (account_id, key, fingerprint, created_at) values ($1, $2, $3, now())
   on conflict (account_id, key) do update
   set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
   where excluded.created_at - idempotency.created_at >= interval '24 hours'
   returning key`,
);

/** Selects the response stored under a key within the last 24 hours. Uses the primary key. */
export const findAnswer = statement<
  [accountId: number, key: string],
  { readonly fingerprint: string; readonly answer: string }
>(
  'transactional_find_answer',
  `select fingerprint, answer from idempotency
   where account_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
);

export const keepAnswer = statement<[accountId: number, key: string, answer: string], unknown>(
  'transactional_keep_answer',
  'update idempotency set answer = $3 where account_id = $1 and key = $2',
);

/** Deletes a batch of expired responses from all accounts. Uses the index idempotency_created_at. */
export const deleteExpiredAnswers = statement<[limit: number], { readonly deleted: number }>(
  'transactional_delete_expired_answers',
  'select delete_expired_answers($1) as deleted',
);

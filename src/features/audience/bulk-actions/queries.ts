import { statement } from '../../../base/db.ts';

/** Change that an action makes to contacts. */
export type ActionName = 'apply_tag' | 'remove_tag' | 'add_to_list' | 'remove_from_list';

export interface BulkActionRow {
  readonly id: number;
  readonly action: ActionName;
  readonly target_id: number;
  readonly dry_run: boolean;
  readonly sentence: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly matched_count: number | null;
  readonly processed_count: number;
  readonly error: string | null;
  readonly progress_id: string;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
}

const COLUMNS =
  'id, action, target_id, dry_run, sentence, status, matched_count, processed_count, error, progress_id, created_at, ' +
  'started_at, completed_at';

/** Counts the account's unfinished actions. The caller must hold the account lock. Uses the index bulk_action_open. */
export const countOpen = statement<[accountId: number], { readonly open: number }>(
  'bulk_actions_count_open',
  'select count(*) as open from bulk_action where account_id = $1 and next_at is not null',
);

/** Inserts an action that is due immediately. */
export const insertAction = statement<
  [
    accountId: number,
    action: ActionName,
    targetId: number,
    dryRun: boolean,
    filter: string,
    sentence: string,
    confirmedCount: number | null,
  ],
  BulkActionRow
>(
  'bulk_actions_insert',
  `insert into bulk_action (account_id, action, target_id, dry_run, filter, sentence, confirmed_count)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7) returning ${COLUMNS}`,
);

/** Returns a bulk action. Uses the primary key. */
export const actionById = statement<[accountId: number, id: number], BulkActionRow>(
  'bulk_actions_find',
  `select ${COLUMNS} from bulk_action where account_id = $1 and id = $2`,
);

/** An action that this process has claimed until its lease expires. */
export interface ClaimedAction {
  readonly account_id: number;
  readonly id: number;
  readonly action: ActionName;
  readonly target_id: number;
  readonly dry_run: boolean;
  readonly filter: unknown;
  readonly confirmed_count: number | null;
  readonly matched_count: number | null;
  readonly processed_count: number;
  readonly progress_id: string;
  readonly epoch: number;
  readonly failures: number;
}

/**
 * Claims the action that has been due longest. The actions of an account are applied one at a time, in order of
 * creation. Dry runs do not wait for other actions. Uses the indexes bulk_action_due and bulk_action_open.
 */
export const claimAction = statement<[leaseSeconds: number], ClaimedAction>(
  'bulk_actions_claim',
  `select account_id, id, action, target_id, dry_run, filter, confirmed_count, matched_count, processed_count,
     progress_id, epoch, failures
   from claim_bulk_action($1)`,
);

/**
 * Locks an action until the transaction ends, renews its lease, and resets its failure count. Returns no row if another
 * process has claimed the action in the meantime, or if the action has ended or was deleted. Uses the primary key.
 */
export const lockAction = statement<
  [accountId: number, id: number, epoch: number, leaseSeconds: number],
  { readonly processed_count: number; readonly matched_count: number | null }
>(
  'bulk_actions_hold',
  `update bulk_action set next_at = now() + make_interval(secs => $4), failures = 0
   where account_id = $1 and id = $2 and epoch = $3 and status = 'processing'
   returning processed_count, matched_count`,
);

/** Records the number of matching contacts. The caller must hold the lock on the action. */
export const noteMatched = statement<[accountId: number, id: number, matched: number], unknown>(
  'bulk_actions_note_matched',
  'update bulk_action set matched_count = $3 where account_id = $1 and id = $2',
);

/**
 * Deletes and returns the next chunk of contact IDs. The caller must hold the lock on the action. Uses the primary key.
 */
export const takeChunk = statement<[accountId: number, id: number], { readonly contact_ids: number[] }>(
  'bulk_actions_take_chunk',
  `delete from bulk_action_chunk where (account_id, action_id, chunk_no) = (
     select account_id, action_id, chunk_no from bulk_action_chunk
     where account_id = $1 and action_id = $2 order by chunk_no limit 1)
   returning contact_ids`,
);

/** Adds to the number of processed contacts. The caller must hold the lock on the action. */
export const noteProcessed = statement<
  [accountId: number, id: number, by: number],
  { readonly processed_count: number }
>(
  'bulk_actions_note_processed',
  `update bulk_action set processed_count = processed_count + $3 where account_id = $1 and id = $2
   returning processed_count`,
);

/** Locks a list, unless it is deleted, so that it cannot be deleted while its members change. Uses the primary key. */
export const holdList = statement<[accountId: number, id: number], { readonly id: number }>(
  'bulk_actions_hold_list',
  'select id from contact_list where account_id = $1 and id = $2 and deleted_at is null for no key update',
);

/** Locks a tag, unless it is deleted, so that it cannot be deleted while its members change. Uses the primary key. */
export const holdTag = statement<[accountId: number, id: number], { readonly id: number }>(
  'bulk_actions_hold_tag',
  'select id from contact_tag where account_id = $1 and id = $2 and deleted_at is null for no key update',
);

/**
 * Releases an action so that it can be claimed after `seconds` seconds, and stores its failure count. Does nothing if
 * another process has claimed the action.
 */
export const releaseAction = statement<
  [accountId: number, id: number, epoch: number, seconds: number, failures: number],
  unknown
>(
  'bulk_actions_lay_down',
  `update bulk_action set next_at = now() + make_interval(secs => $4), failures = $5
   where account_id = $1 and id = $2 and epoch = $3 and status = 'processing'`,
);

/** Ends an action. Returns no row if another process has claimed the action, or if the action was deleted. */
export const endAction = statement<
  [
    accountId: number,
    id: number,
    epoch: number,
    status: 'completed' | 'failed',
    error: string | null,
    matched: number | null,
  ],
  BulkActionRow
>(
  'bulk_actions_end',
  `update bulk_action set status = $4, error = $5, matched_count = $6, next_at = null, completed_at = now()
   where account_id = $1 and id = $2 and epoch = $3 and status = 'processing' returning ${COLUMNS}`,
);

/** Deletes the unprocessed chunks of a failed action. Uses the primary key. */
export const dropChunks = statement<[accountId: number, id: number], unknown>(
  'bulk_actions_drop_chunks',
  'delete from bulk_action_chunk where account_id = $1 and action_id = $2',
);

/** Deletes finished actions that were created more than `days` ago. Uses the index bulk_action_age. */
export const purgeOldActions = statement<[days: number], unknown>(
  'bulk_actions_purge',
  `delete from bulk_action
   where created_at < now() - make_interval(days => $1) and status in ('completed', 'failed')`,
);

/** Stores the result of a preview under the hash of its confirmation token. */
export const insertConfirmation = statement<
  [
    accountId: number,
    tokenHash: Buffer,
    action: ActionName,
    targetId: number,
    filter: string,
    matched: number,
    minutes: number,
  ],
  { readonly expires_at: Date }
>(
  'bulk_actions_insert_confirmation',
  `insert into bulk_confirmation (account_id, token_hash, action, target_id, filter, matched_count, expires_at)
   values ($1, $2, $3, $4, $5::jsonb, $6, now() + make_interval(mins => $7)) returning expires_at`,
);

/**
 * Deletes and returns a confirmation. Returns no row if the confirmation does not match exactly or has expired. Uses
 * the primary key.
 */
export const takeConfirmation = statement<
  [accountId: number, tokenHash: Buffer, action: ActionName, targetId: number, filter: string],
  { readonly matched_count: number }
>(
  'bulk_actions_take_confirmation',
  `delete from bulk_confirmation
   where account_id = $1 and token_hash = $2 and action = $3 and target_id = $4 and filter = $5::jsonb
     and expires_at > now()
   returning matched_count`,
);

/** Deletes expired confirmations. Uses the index bulk_confirmation_age. */
export const purgeConfirmations = statement<[], unknown>(
  'bulk_actions_purge_confirmations',
  'delete from bulk_confirmation where expires_at < now()',
);

import { statement } from '../../../base/db.ts';
import type { Encoding } from './encodings.ts';
import type { Layout } from './kinds.ts';

export interface ImportRow {
  readonly id: string;
  readonly kind: string;
  readonly state:
    | 'receiving'
    | 'ready'
    | 'waiting'
    | 'running'
    | 'done'
    | 'failed'
    | 'cancelled'
    | 'undoing'
    | 'undone';
  readonly file_name: string;
  readonly note: string | null;
  readonly person_name: string | null;
  readonly bytes: number;
  readonly added: number;
  readonly known: number;
  readonly rejected: number;
  readonly values_left_out: number;
  readonly fault: string | null;
  readonly encoding: Encoding;
  readonly came_as: Encoding | null;
  readonly settings: object | null;
  readonly undo_until: Date | null;
  readonly undone: number;
  readonly kept: number;
  readonly members_undone: number;
  readonly position: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Columns of an import for API responses. */
export const COLUMNS = `id, kind, state, file_name, note, person_name, bytes, added, known, rejected, values_left_out, fault, encoding, came_as,
   settings,   undo_until, undone, kept, members_undone, position, created_at, finished_at`;

/** Starts receiving a file. Returns no row if the account already has `most` unfinished imports. */
export const startImport = statement<
  [accountId: number, kind: string, fileName: string, note: string | null, personName: string | null, most: number],
  { readonly id: string }
>('imports_begin', 'select begin_import($1, $2, $3, $4, $5, $6) as id');

/** Locks the account, so that only one transaction at a time starts an import for it. */
export const lockAccount = statement<[accountId: number], unknown>(
  'imports_hold_account',
  'select from account where account_id = $1 for no key update',
);

/**
 * Stores a chunk of a file with its time of arrival. Returns no row if the upload was abandoned. Does not wait for the
 * disk: an incomplete file is discarded, and the commit that completes the file also makes earlier chunks durable. Uses
 * primary keys.
 */
export const addChunk = statement<
  [accountId: number, id: string, start: number, bytes: Buffer],
  { readonly id: string }
>(
  'imports_add_piece',
  `with heard as (
     update import set heard_at = now() where account_id = $1 and id = $2 and state = 'receiving' returning id
   ), kept as (
     insert into import_piece (account_id, import_id, start, bytes) select $1, id, $3, $4 from heard
   )
   select heard.id, set_config('synchronous_commit', 'off', true) as unhurried from heard`,
);

/**
 * Marks the file as complete. With `isReady`, the import then waits for the user to start it. Otherwise, it is queued.
 * Returns no row if the upload was abandoned.
 */
export const completeImport = statement<
  [
    accountId: number,
    id: string,
    key: string | null,
    sha256: Buffer,
    bytes: number,
    position: number,
    encoding: Encoding,
    isReady: boolean,
  ],
  ImportRow
>(
  'imports_complete',
  `update import set state = case when $8 then 'ready' else 'waiting' end, idempotency_key = $3, sha256 = $4, bytes = $5,
     position = $6, encoding = $7, came_as = $7, next_at = now() + case when $8 then null else interval '0' end,
     heard_at = now()
   where account_id = $1 and id = $2 and state = 'receiving'
   returning ${COLUMNS}`,
);

/** Finds the import created with an idempotency key. Uses the index import_once. */
export const importByKey = statement<
  [accountId: number, kind: string, key: string],
  ImportRow & { readonly sha256: Buffer }
>(
  'imports_by_key',
  `select ${COLUMNS}, sha256 from import where account_id = $1 and kind = $2 and idempotency_key = $3`,
);

/** Deletes an import whose file was rejected or is incomplete, and the chunks of the file. */
export const dropImport = statement<[accountId: number, id: string], unknown>(
  'imports_drop',
  `with gone as (delete from import where account_id = $1 and id = $2 and state = 'receiving' returning id)
   delete from import_piece where account_id = $1 and import_id in (select id from gone)`,
);

/** Lists an account's imports of a kind, newest first. Uses the primary key. */
export const listImports = statement<[accountId: number, kind: string, limit: number], ImportRow>(
  'imports_list',
  `select ${COLUMNS} from import
   where account_id = $1 and kind = $2 and state <> 'receiving' order by id desc limit $3`,
);

export const importById = statement<[accountId: number, kind: string, id: string], ImportRow>(
  'imports_find',
  `select ${COLUMNS} from import where account_id = $1 and kind = $2 and id = $3 and state <> 'receiving'`,
);

/** One of several problems in a line. */
export interface RejectDetail {
  readonly value: string;
  readonly reason: string;
  readonly column: string | null;
}

/** The problems in a line. `details` lists them if there are several, or if one concerns a column. */
export interface RejectRow {
  readonly line: number;
  readonly value: string;
  readonly reason: string;
  readonly details: readonly RejectDetail[] | null;
}

/** Lists rejected and partly rejected lines of an import that follow a line. Uses the primary key. */
export const rejectsBehind = statement<[accountId: number, id: string, line: number, limit: number], RejectRow>(
  'imports_rejects',
  `select line, value, reason, details from import_reject
   where account_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
);

/** An import that this process has claimed until its lease ends. */
export interface ClaimedImport {
  readonly account_id: number;
  readonly id: string;
  readonly kind: string;
  readonly file_name: string;
  readonly note: string | null;
  readonly state: 'running' | 'undoing';
  readonly encoding: Encoding;
  readonly settings: unknown;
  readonly bytes: number;
  readonly position: number;
  readonly line: number;
  readonly layout: Layout | null;
  readonly added: number;
  readonly known: number;
  readonly rejected: number;
  readonly values_left_out: number;
  readonly epoch: number;
  readonly failures: number;
}

/**
 * Claims the import that has been due longest, among the kinds that this process supports. Uses the index import_due.
 */
export const claimImport = statement<[kinds: string[], leaseSeconds: number], ClaimedImport>(
  'imports_claim',
  `select account_id, id, kind, file_name, note, state, encoding, settings, bytes, position, line, layout, added,
     known, rejected, values_left_out, epoch, failures
   from claim_import($1, $2)`,
);

/** Reads the chunk of a file that contains a byte offset. Uses the primary key. */
export const chunkAt = statement<
  [accountId: number, id: string, position: number],
  { readonly start: number; readonly bytes: Buffer }
>(
  'imports_piece',
  `select start, bytes from import_piece
   where account_id = $1 and import_id = $2 and start <= $3 order by start desc limit 1`,
);

/**
 * Records processed rows and extends the lease. Returns no row if another process has claimed the import, or if it was
 * canceled.
 */
export const advanceImport = statement<
  [
    accountId: number,
    id: string,
    epoch: number,
    position: number,
    line: number,
    layout: string,
    added: number,
    known: number,
    rejected: number,
    valuesLeftOut: number,
    leaseSeconds: number,
  ],
  { readonly id: string }
>(
  'imports_advance',
  `update import set position = $4, line = $5, layout = $6::jsonb, added = added + $7, known = known + $8,
     rejected = rejected + $9, values_left_out = values_left_out + $10, failures = 0,
     next_at = now() + make_interval(secs => $11)
   where account_id = $1 and id = $2 and epoch = $3 and state = 'running'
   returning id`,
);

/** Stores rejected lines and lines with omitted values, one row per line. Skips lines that are already stored. */
export const insertRejects = statement<
  [accountId: number, id: string, lines: number[], values: string[], reasons: string[], details: (string | null)[]],
  unknown
>(
  'imports_reject',
  `insert into import_reject (account_id, import_id, line, value, reason, details)
   select $1, $2, r.line, r.value, r.reason, r.details::jsonb
   from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) as r (line, value, reason, details)
   on conflict do nothing`,
);

/**
 * Releases an import so that it can be claimed after `seconds` seconds, and stores its failure count. Does nothing if
 * another process has claimed the import.
 */
export const releaseImport = statement<
  [accountId: number, id: string, epoch: number, seconds: number, failures: number],
  unknown
>(
  'imports_lay_down',
  `update import set next_at = now() + make_interval(secs => $4), failures = $5
   where account_id = $1 and id = $2 and epoch = $3 and state in ('running', 'undoing')`,
);

/** Finishes an import. Returns no row if this process no longer holds its lease. */
export const endImport = statement<
  [
    accountId: number,
    id: string,
    epoch: number,
    state: 'done' | 'failed',
    fault: string | null,
    undoDays: number | null,
  ],
  ImportRow
>(
  'imports_end',
  `update import set state = $4, fault = $5, next_at = null, finished_at = now(),
     undo_until = now() + make_interval(days => $6::integer)
   where account_id = $1 and id = $2 and epoch = $3 and state = 'running'
   returning ${COLUMNS}`,
);

/** Cancels an unfinished import, whichever process runs it. */
export const cancelImport = statement<
  [accountId: number, kind: string, id: string, undoDays: number | null],
  ImportRow
>(
  'imports_cancel',
  `update import set state = 'cancelled', next_at = null, finished_at = clock.at,
     undo_until = case when line > 0 then clock.after_days end
   from (select now(), now() + make_interval(days => $4::integer)) as clock (at, after_days)
   where account_id = $1 and kind = $2 and id = $3 and state in ('ready', 'waiting', 'running')
   returning ${COLUMNS}`,
);

/** Deletes the file of a finished import. Uses the primary key. */
export const dropChunks = statement<[accountId: number, id: string], unknown>(
  'imports_drop_pieces',
  'delete from import_piece where account_id = $1 and import_id = $2',
);

/** Lists uploads that have received no data for the given number of seconds. Uses the index import_receiving. */
export const abandonedImports = statement<
  [seconds: number, limit: number],
  { readonly account_id: number; readonly id: string }
>(
  'imports_abandoned',
  `select account_id, id from import
   where state = 'receiving' and heard_at < now() - make_interval(secs => $1) order by heard_at limit $2`,
);

/**
 * Deletes the oldest ended import that was created more than `days` days ago, with its file and its rejected rows.
 * Returns no row if no import is that old. Uses the index import_age.
 */
export const purgeOldImport = statement<[days: number], { readonly id: string }>(
  'imports_purge',
  'select delete_old_import($1) as id',
);

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

/** What is shown of an import. */
export const COLUMNS = `id, kind, state, file_name, note, person_name, bytes, added, known, rejected, values_left_out, fault, encoding, came_as,
   settings,   undo_until, undone, kept, members_undone, position, created_at, finished_at`;

/** Begins to receive a file unless the account has `most` that have not ended; then there is no row. */
export const beginImport = statement<
  [accountId: number, kind: string, fileName: string, note: string | null, personName: string | null, most: number],
  { readonly id: string }
>('imports_begin', 'select begin_import($1, $2, $3, $4, $5, $6) as id');

/** Lets one transaction at a time begin an import of an account. */
export const holdAccount = statement<[accountId: number], unknown>(
  'imports_hold_account',
  'select from account where account_id = $1 for no key update',
);

/**
 * Keeps a piece of a file that is being received, and that it is heard of; no row when it is given up. Primary keys. The
 * disk is not waited for: the file counts once it is whole, and the commit that says so brings the pieces before it along.
 */
export const addPiece = statement<
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

/** The file is whole: the import waits for its turn, or to be started. No row when another has its key. */
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

/** The import that was made with a key; index import_once. */
export const importByKey = statement<
  [accountId: number, kind: string, key: string],
  ImportRow & { readonly sha256: Buffer }
>(
  'imports_by_key',
  `select ${COLUMNS}, sha256 from import where account_id = $1 and kind = $2 and idempotency_key = $3`,
);

/** Takes away what was received of a file that is not wanted or did not come whole. */
export const dropImport = statement<[accountId: number, id: string], unknown>(
  'imports_drop',
  `with gone as (delete from import where account_id = $1 and id = $2 and state = 'receiving' returning id)
   delete from import_piece where account_id = $1 and import_id in (select id from gone)`,
);

/** An account's imports of a kind, newest first; primary key. */
export const listImports = statement<[accountId: number, kind: string, limit: number], ImportRow>(
  'imports_list',
  `select ${COLUMNS} from import
   where account_id = $1 and kind = $2 and state <> 'receiving' order by id desc limit $3`,
);

export const importById = statement<[accountId: number, kind: string, id: string], ImportRow>(
  'imports_find',
  `select ${COLUMNS} from import where account_id = $1 and kind = $2 and id = $3 and state <> 'receiving'`,
);

/** One of several things that are listed of a line. */
export interface RejectDetail {
  readonly value: string;
  readonly reason: string;
  readonly column: string | null;
}

/** What is listed of a line; `details` has all of it where there are several things, or a column. */
export interface RejectRow {
  readonly line: number;
  readonly value: string;
  readonly reason: string;
  readonly details: readonly RejectDetail[] | null;
}

/** Lines of an import of which something was not taken, behind a line; primary key. */
export const rejectsBehind = statement<[accountId: number, id: string, line: number, limit: number], RejectRow>(
  'imports_rejects',
  `select line, value, reason, details from import_reject
   where account_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
);

/** An import that is this process's for as long as its lease lasts. */
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

/** Takes up the import that is due first among the kinds that are known here; index import_due. */
export const claimImport = statement<[kinds: string[], leaseSeconds: number], ClaimedImport>(
  'imports_claim',
  `select account_id, id, kind, file_name, note, state, encoding, settings, bytes, position, line, layout, added,
     known, rejected, values_left_out, epoch, failures
   from claim_import($1, $2)`,
);

/** The piece of a file that holds a byte; primary key. */
export const pieceAt = statement<
  [accountId: number, id: string, position: number],
  { readonly start: number; readonly bytes: Buffer }
>(
  'imports_piece',
  `select start, bytes from import_piece
   where account_id = $1 and import_id = $2 and start <= $3 order by start desc limit 1`,
);

/** Notes that rows are taken and keeps the lease; no row when the import is somebody else's by now, or was cancelled. */
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

/** Keeps what was not taken, a row a line. */
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

/** Lays an import down for others, due again after some seconds. */
export const layDownImport = statement<
  [accountId: number, id: string, epoch: number, seconds: number, failures: number],
  unknown
>(
  'imports_lay_down',
  `update import set next_at = now() + make_interval(secs => $4), failures = $5
   where account_id = $1 and id = $2 and epoch = $3 and state in ('running', 'undoing')`,
);

/** Ends an import; no row when it was not this process's any more. */
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

/** Ends an import that has not ended, whoever runs it. */
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

/** The file of an import that has ended is not needed any more; primary key. */
export const dropPieces = statement<[accountId: number, id: string], unknown>(
  'imports_drop_pieces',
  'delete from import_piece where account_id = $1 and import_id = $2',
);

/** Files whose sender went away without a word; index import_receiving. */
export const abandonedImports = statement<
  [seconds: number, limit: number],
  { readonly account_id: number; readonly id: string }
>(
  'imports_abandoned',
  `select account_id, id from import
   where state = 'receiving' and heard_at < now() - make_interval(secs => $1) order by heard_at limit $2`,
);

/** Forgets the oldest import that ended so many days ago, with its rows; no row when there is none. Index import_age. */
export const purgeOldImport = statement<[days: number], { readonly id: string }>(
  'imports_purge',
  'select delete_old_import($1) as id',
);

import { statement } from '../../../base/db.ts';
import type { Encoding } from './encodings.ts';
import { COLUMNS, type ImportRow } from './queries.ts';

/** Starts an import that is ready. Returns no row if the import is not ready. Uses the primary key. */
export const startImport = statement<
  [accountId: number, kind: string, id: string, encoding: Encoding, layout: string, settings: string],
  ImportRow
>(
  'imports_start',
  `update import set state = 'waiting', encoding = $4, came_as = $4, layout = $5::jsonb, settings = $6::jsonb, next_at = now()
   where account_id = $1 and kind = $2 and id = $3 and state = 'ready'
   returning ${COLUMNS}`,
);

/** Ends imports that were never started and deletes their files. Uses the index import_age. */
export const abandonReady = statement<
  [seconds: number, limit: number],
  { readonly account_id: number; readonly id: string }
>('imports_abandon_ready', 'select account_id, id from abandon_ready_imports($1, $2)');

/** Starts the undo of a finished import. Returns no row if the import cannot be undone. Uses the primary key. */
export const startUndo = statement<[accountId: number, kind: string, id: string], ImportRow>(
  'imports_begin_undo',
  `update import set state = 'undoing', fault = null, failures = 0, next_at = now()
   where account_id = $1 and kind = $2 and id = $3 and state in ('done', 'failed', 'cancelled') and undo_until > now()
   returning ${COLUMNS}`,
);

/** Records an undo step and extends the lease. Returns no row if another process has claimed the import. */
export const advanceUndo = statement<
  [accountId: number, id: string, epoch: number, undone: number, kept: number, members: number, leaseSeconds: number],
  { readonly id: string }
>(
  'imports_advance_undo',
  `update import set undone = undone + $4, kept = kept + $5, members_undone = members_undone + $6, failures = 0,
     next_at = now() + make_interval(secs => $7)
   where account_id = $1 and id = $2 and epoch = $3 and state = 'undoing'
   returning id`,
);

/** Finishes the undo of an import. A failed undo can be tried again. */
export const endUndo = statement<
  [accountId: number, id: string, epoch: number, state: 'undone' | 'failed', fault: string | null],
  { readonly id: string }
>(
  'imports_end_undo',
  `update import set state = $4, fault = $5, next_at = null, undo_until = case when $4 = 'failed' then undo_until end
   where account_id = $1 and id = $2 and epoch = $3 and state = 'undoing'
   returning id`,
);

/**
 * Lists imports that can no longer be undone but still have undo data. Scans all imports, but runs only once an hour,
 * and the table is small.
 */
export const overdueUndo = statement<
  [kinds: string[], limit: number],
  { readonly account_id: number; readonly id: string; readonly kind: string }
>(
  'imports_overdue_undo',
  `select account_id, id, kind from import
   where undo_until < now() and state <> 'undoing' and kind = any($1::text[]) order by undo_until limit $2`,
);

/** Records that the undo data was deleted. */
export const recordUndoDeleted = statement<[accountId: number, id: string], unknown>(
  'imports_forget_undo',
  'update import set undo_until = null where account_id = $1 and id = $2',
);

import { statement } from '../../../base/db.ts';
import type { Encoding } from './encodings.ts';
import { COLUMNS, type ImportRow } from './queries.ts';

/** Starts an import that waited to be told how; no row when it does not wait. Primary key. */
export const startImport = statement<
  [accountId: number, kind: string, id: string, encoding: Encoding, layout: string, settings: string],
  ImportRow
>(
  'imports_start',
  `update import set state = 'waiting', encoding = $4, came_as = $4, layout = $5::jsonb, settings = $6::jsonb, next_at = now()
   where account_id = $1 and kind = $2 and id = $3 and state = 'ready'
   returning ${COLUMNS}`,
);

/** Ends imports that nobody started, and their files go; index import_age. */
export const abandonReady = statement<
  [seconds: number, limit: number],
  { readonly account_id: number; readonly id: string }
>('imports_abandon_ready', 'select account_id, id from abandon_ready_imports($1, $2)');

/** Begins to undo an import that ended; no row when it cannot be undone. Primary key. */
export const beginUndo = statement<[accountId: number, kind: string, id: string], ImportRow>(
  'imports_begin_undo',
  `update import set state = 'undoing', fault = null, failures = 0, next_at = now()
   where account_id = $1 and kind = $2 and id = $3 and state in ('done', 'failed', 'cancelled') and undo_until > now()
   returning ${COLUMNS}`,
);

/** Notes that a piece is undone and keeps the lease; no row when the import is somebody else's by now. */
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

/** Ends the undoing of an import, which can be tried again when it failed. */
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
 * Imports that cannot be undone any more and still hold what that needs. Reads what is kept of imports, of which there are
 * few, once an hour.
 */
export const overdueUndo = statement<
  [kinds: string[], limit: number],
  { readonly account_id: number; readonly id: string; readonly kind: string }
>(
  'imports_overdue_undo',
  `select account_id, id, kind from import
   where undo_until < now() and state <> 'undoing' and kind = any($1::text[]) order by undo_until limit $2`,
);

/** What undoing needs is gone. */
export const forgetUndo = statement<[accountId: number, id: string], unknown>(
  'imports_forget_undo',
  'update import set undo_until = null where account_id = $1 and id = $2',
);

import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { removeMembers } from './members.ts';
import {
  advanceRemoval,
  clearField,
  finishRemoval,
  holdRemoval,
  noteTried,
  someOfList,
  someOfTag,
  waitingRemovals,
  type RemovalRow,
} from './removal-queries.ts';
import { takeAudience } from './store.ts';

/** Deleted lists, tags and fields that a run works on. */
const REMOVALS_A_RUN = 20;
/** Pieces of each of them. */
const PIECES_A_RUN = 50;
/** Members or contacts of a piece: whoever changes the audience waits for no more than one. */
const PIECE = 2_000;

/** What bounds a run. */
export interface RemovalBounds {
  readonly removals: number;
  readonly pieces: number;
  readonly piece: number;
}

/**
 * Takes members from lists and tags that were deleted, and values from contacts whose field was, in pieces of a transaction
 * each: a run that is killed is gone on with by the next. One that fails holds up no other; the log says which.
 */
export async function finishRemovals(
  { db, log }: { readonly db: Database; readonly log: Log },
  bounds: RemovalBounds = { removals: REMOVALS_A_RUN, pieces: PIECES_A_RUN, piece: PIECE },
): Promise<void> {
  for (const removal of await waitingRemovals(db, bounds.removals)) {
    const key = [removal.account_id, removal.kind, removal.removed_id] as const;
    try {
      let isDone = false;
      for (let pieces = 0; pieces < bounds.pieces && !isDone; pieces += 1) {
        isDone = await db.transaction(async (tx) => removePiece(tx, removal, bounds.piece));
      }
    } catch (error) {
      log.error('Removal of deleted audience data failed', { error, ...removal });
    }
    await noteTried(db, ...key);
  }
}

/** Resolves with true when nothing is left of it. */
async function removePiece(tx: Tx, removal: RemovalRow, limit: number): Promise<boolean> {
  const { account_id: accountId, kind, removed_id: id } = removal;
  // Whoever adds members holds it too: what was added before the list was gone is seen now, and nothing is afterwards.
  await takeAudience(tx, accountId);
  const [held] = await holdRemoval(tx, accountId, kind, id);
  if (!held) return true;
  const isDone =
    kind === 'field'
      ? await clearPiece(tx, removal, held.after_contact_id, limit)
      : await leavePiece(tx, kind, removal, limit);
  if (isDone) await finishRemoval(tx, accountId, kind, id);
  return isDone;
}

async function leavePiece(tx: Tx, kind: 'list' | 'tag', removal: RemovalRow, limit: number): Promise<boolean> {
  const { account_id: accountId, removed_id: groupId } = removal;
  const some = await (kind === 'list' ? someOfList : someOfTag)(tx, accountId, groupId, limit);
  const members = some.map((row) => ({ groupId, contactId: row.contact_id }));
  await removeMembers(tx, accountId, kind, members);
  return members.length < limit;
}

async function clearPiece(tx: Tx, removal: RemovalRow, afterId: number, limit: number): Promise<boolean> {
  const { account_id: accountId, removed_id: fieldId } = removal;
  const [piece] = await clearField(tx, accountId, String(fieldId), afterId, limit);
  const lastId = piece?.last_id ?? undefined;
  if (lastId === undefined) return true;
  await advanceRemoval(tx, accountId, 'field', fieldId, lastId);
  return false;
}

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
import { lockAudience } from './store.ts';

/** Maximum number of deleted lists, tags and fields that a run processes. */
const REMOVALS_A_RUN = 20;
/** Maximum number of batches that a run processes for each deleted list, tag or field. */
const BATCHES_PER_RUN = 50;
/** Maximum number of members or contacts per batch. Other changes to the audience wait for at most one batch. */
const PIECE = 2_000;

export interface RemovalBounds {
  readonly removals: number;
  readonly pieces: number;
  readonly piece: number;
}

/**
 * Removes the members of deleted lists and tags, and the values of deleted fields, in batches of one transaction each.
 * If a run is interrupted, the next run continues. A removal that fails is logged and does not block other removals.
 */
export async function finishRemovals(
  { db, log }: { readonly db: Database; readonly log: Log },
  bounds: RemovalBounds = { removals: REMOVALS_A_RUN, pieces: BATCHES_PER_RUN, piece: PIECE },
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

/** Processes one batch. Returns true if everything has been removed. */
async function removePiece(tx: Tx, removal: RemovalRow, limit: number): Promise<boolean> {
  const { account_id: accountId, kind, removed_id: id } = removal;
  // Adding members requires the same lock. Members that were added before the deletion are therefore visible now, and
  // no more members can be added.
  await lockAudience(tx, accountId);
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

import type { Tx } from '../../../base/db.ts';
import { addAllToList, addAllToTag, removeAllFromList, removeAllFromTag } from './group-queries.ts';
import type { GroupKind } from './member-queries.ts';

export interface Group {
  readonly kind: GroupKind;
  readonly id: number;
}

/**
 * Adds contacts to one list or tag and updates its counter. Skips deleted contacts. The list or tag must not be
 * deleted. The caller must hold its lock and the audience lock (`lockAudience`).
 */
export async function addAllMembers(
  tx: Tx,
  accountId: number,
  { id, kind }: Group,
  contactIds: readonly number[],
): Promise<void> {
  await (kind === 'list' ? addAllToList : addAllToTag)(tx, accountId, id, contactIds);
}

/**
 * Removes contacts from one list or tag and updates its counter. The caller must hold the audience lock
 * (`lockAudience`) and the lock on the list or tag.
 */
export async function removeAllMembers(
  tx: Tx,
  accountId: number,
  { id, kind }: Group,
  contactIds: readonly number[],
): Promise<void> {
  await (kind === 'list' ? removeAllFromList : removeAllFromTag)(tx, accountId, id, contactIds);
}

import type { Tx } from '../../../base/db.ts';
import { addAllToList, addAllToTag, removeAllFromList, removeAllFromTag } from './group-queries.ts';
import type { GroupKind } from './member-queries.ts';

/** A list or a tag of an account. */
export interface Group {
  readonly kind: GroupKind;
  readonly id: number;
}

/**
 * Makes thousands of contacts members of one list or tag and moves its counter; those that are deleted are left out. The
 * caller holds the audience (`takeAudience`), and the row of the list or tag, which is not deleted.
 */
export async function addAllMembers(
  tx: Tx,
  accountId: number,
  { id, kind }: Group,
  contactIds: readonly number[],
): Promise<void> {
  await (kind === 'list' ? addAllToList : addAllToTag)(tx, accountId, id, contactIds);
}

/** Takes thousands of contacts out of one list or tag and moves its counter. As above. */
export async function removeAllMembers(
  tx: Tx,
  accountId: number,
  { id, kind }: Group,
  contactIds: readonly number[],
): Promise<void> {
  await (kind === 'list' ? removeAllFromList : removeAllFromTag)(tx, accountId, id, contactIds);
}

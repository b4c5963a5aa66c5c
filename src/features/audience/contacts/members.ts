import type { Tx } from '../../../base/db.ts';
import { addToList, addToTag, removeFromList, removeFromTag, type GroupKind } from './member-queries.ts';

/** A contact in a list, or with a tag. */
export interface Member {
  readonly groupId: number;
  readonly contactId: number;
}

/**
 * Adds contacts to lists or tags and updates the counters. The caller must have checked that the lists or tags belong
 * to the account, and must hold the audience lock (`lockAudience`). Returns the new members. Deleted contacts are
 * skipped.
 */
export async function addMembers(
  tx: Tx,
  accountId: number,
  kind: GroupKind,
  members: readonly Member[],
): Promise<readonly Member[]> {
  return change(tx, accountId, kind === 'list' ? addToList : addToTag, members);
}

/**
 * Removes contacts from lists or tags and updates the counters. The caller must hold the audience lock
 * (`lockAudience`). Returns the former members.
 */
export async function removeMembers(
  tx: Tx,
  accountId: number,
  kind: GroupKind,
  members: readonly Member[],
): Promise<readonly Member[]> {
  return change(tx, accountId, kind === 'list' ? removeFromList : removeFromTag, members);
}

async function change(
  tx: Tx,
  accountId: number,
  run: typeof addToList,
  members: readonly Member[],
): Promise<readonly Member[]> {
  if (members.length === 0) return [];
  const rows = await run(
    tx,
    accountId,
    members.map(({ groupId }) => groupId),
    members.map(({ contactId }) => contactId),
  );
  return rows.map((row) => ({ groupId: row.group_id, contactId: row.contact_id }));
}

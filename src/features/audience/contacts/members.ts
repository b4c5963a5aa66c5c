import type { Tx } from '../../../base/db.ts';
import { addToList, addToTag, removeFromList, removeFromTag, type GroupKind } from './member-queries.ts';

/** A contact in a list, or with a tag. */
export interface Member {
  readonly groupId: number;
  readonly contactId: number;
}

/**
 * Makes contacts members of lists or tags of the account, which the caller has made sure of, and moves the counters;
 * resolves with those that were none before. Contacts that are deleted are left out. The caller holds the audience
 * (`takeAudience`).
 */
export async function addMembers(
  tx: Tx,
  accountId: number,
  kind: GroupKind,
  members: readonly Member[],
): Promise<readonly Member[]> {
  return change(tx, accountId, kind === 'list' ? addToList : addToTag, members);
}

/** Takes contacts out of lists or tags and moves the counters; resolves with those that were members. As above. */
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

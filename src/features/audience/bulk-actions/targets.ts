import type { Db, Tx } from '../../../base/db.ts';
import { addAllMembers, removeAllMembers } from '../contacts/index.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import { holdList, holdTag, type ActionName } from './queries.ts';

/** Whether an action changes a tag or a list, and whether it adds or removes contacts. */
interface Doing {
  readonly kind: 'tag' | 'list';
  readonly isAdding: boolean;
}

export const ACTIONS: Readonly<Record<ActionName, Doing>> = {
  apply_tag: { kind: 'tag', isAdding: true },
  remove_tag: { kind: 'tag', isAdding: false },
  add_to_list: { kind: 'list', isAdding: true },
  remove_from_list: { kind: 'list', isAdding: false },
};

/** Target of an action: a tag or a list. */
export interface Target {
  readonly action: ActionName;
  readonly targetId: number;
}

/** Returns whether the target belongs to the account and is not deleted. */
export async function isOwnTarget(db: Db, accountId: number, { action, targetId }: Target): Promise<boolean> {
  const owned = ACTIONS[action].kind === 'list' ? ownedLists : ownedTags;
  return (await owned(db, accountId, [targetId])).has(targetId);
}

/** Locks the target until the transaction ends. Returns false if the target is deleted. */
export async function holdTarget(tx: Tx, accountId: number, { action, targetId }: Target): Promise<boolean> {
  const hold = ACTIONS[action].kind === 'list' ? holdList : holdTag;
  return (await hold(tx, accountId, targetId)).length > 0;
}

/**
 * Applies an action to the given contacts, except for deleted ones. The caller must hold the locks on the audience and
 * the target.
 */
export async function applyTo(
  tx: Tx,
  accountId: number,
  { action, targetId }: Target,
  contactIds: readonly number[],
): Promise<void> {
  const { isAdding, kind } = ACTIONS[action];
  const change = isAdding ? addAllMembers : removeAllMembers;
  await change(tx, accountId, { kind, id: targetId }, contactIds);
}

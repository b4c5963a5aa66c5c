import type { Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { addTag } from '../contact-tags/index.ts';
import { addList } from '../lists/index.ts';
import { MAX_NEW_GROUPS } from './limits.ts';
import { groupsMade, keysOf, listsNamed, tagsNamed } from './queries.ts';

/** Finds or creates lists or tags of an account by name. */
export interface Groups {
  /**
   * Returns the ID of a group. Returns undefined if the group does not exist and could not be created because the
   * import has reached its limit for new groups.
   */
  idOf(name: string): number | undefined;
  readonly madeIds: readonly number[];
}

/**
 * Finds lists or tags by name, ignoring case, and creates missing ones up to the import's limit. The caller must hold
 * the audience lock, so that two imports never create the same group twice.
 */
export async function findGroups(
  tx: Tx,
  accountId: number,
  importId: string,
  kind: 'list' | 'tag',
  names: ReadonlySet<string>,
): Promise<Groups> {
  if (names.size === 0) return { idOf: () => undefined, madeIds: [] };
  const named = kind === 'list' ? listsNamed : tagsNamed;
  const keys = new Map((await keysOf(tx, [...names])).map(({ key, name }) => [name, key]));
  const ids = new Map((await named(tx, accountId, [...names])).map(({ id, key }) => [key, id]));
  const missing = new Map<string, string>();
  // If a name has several spellings, the first one is used.
  for (const name of names) {
    const key = keys.get(name) ?? '';
    if (!ids.has(key) && !missing.has(key)) missing.set(key, name);
  }
  const madeIds: number[] = [];
  if (missing.size > 0) {
    const made = (await groupsMade(tx, accountId, importId, `new_${kind}`))[0]?.made ?? 0;
    for (const [key, name] of [...missing].slice(0, Math.max(0, MAX_NEW_GROUPS - made))) {
      const id = await make(tx, accountId, kind, name);
      ids.set(key, id);
      madeIds.push(id);
    }
  }
  return { madeIds, idOf: (name) => ids.get(keys.get(name) ?? '') };
}

async function make(tx: Tx, accountId: number, kind: 'list' | 'tag', name: string): Promise<number> {
  if (kind === 'list') return (await addList(tx, accountId, name)).id;
  try {
    return (await addTag(tx, accountId, { name })).id;
  } catch (error) {
    // Another process created the tag after the lookup.
    const [found] = error instanceof Refusal ? await tagsNamed(tx, accountId, [name]) : [];
    if (!found) throw error;
    return found.id;
  }
}

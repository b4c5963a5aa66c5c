import type { Settled } from './batcher.ts';
import { isDamaged, isUnavailable } from './db.ts';

/**
 * Settles each item of a group separately. If the work on the group fails, repeats it on each half, down to the failing
 * item. `work` returns one result per item, in order. If the database is unavailable, all items fail without further
 * calls.
 */
export async function settleEach<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Settled<Result>[]> {
  try {
    return (await work(items)).map((value) => ({ ok: true, value }));
  } catch (error) {
    const isOfAll = isUnavailable(error) && !isDamaged(error);
    if (items.length <= 1 || isOfAll) return items.map(() => ({ ok: false, error }));
    const half = Math.ceil(items.length / 2);
    return [...(await settleEach(items.slice(0, half), work)), ...(await settleEach(items.slice(half), work))];
  }
}

import type { Settled } from './batcher.ts';
import { isDamaged, isUnavailable } from './db.ts';

/**
 * Settles each item of a group by itself: where the work on the whole group fails, it is done on its halves, down to the
 * item that it fails for. `work` gives one result an item, in order. A database that is away is so for all of them.
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

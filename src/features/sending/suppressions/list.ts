import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { findSuppressions, type PageRequest } from './list-queries.ts';
import { presentSuppression, type Suppression } from './present.ts';
import { suppressionsOf } from './queries.ts';

/**
 * Returns a page of an account's list. `has_more` refers to the requested direction. Throws validation_error if the
 * page is empty and the cursor's entry does not exist.
 */
export async function listSuppressions(
  db: Db,
  accountId: number,
  request: PageRequest,
): Promise<{ data: Suppression[]; per_page: number; has_more: boolean }> {
  const { rows, hasMore } = await findSuppressions(db, accountId, request);
  // If the page is empty, check whether the cursor's entry was removed.
  if (rows.length === 0) await requireCursor(db, accountId, request);
  return { data: rows.map(presentSuppression), per_page: request.limit, has_more: hasMore };
}

async function requireCursor(db: Db, accountId: number, request: PageRequest): Promise<void> {
  for (const field of ['after', 'before'] as const) {
    const cursor = request[field];
    if (cursor !== undefined && (await suppressionsOf(db, accountId, [cursor])).length === 0) {
      throw invalid({
        [field]: [
          `must be an address on the suppression list, but ${cursor} is not on the list. Start again with the first page.`,
        ],
      });
    }
  }
}

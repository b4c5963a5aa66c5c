import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { PageQuery } from '../../../http/account/page.ts';
import { findPage } from '../../../http/resource/rows.ts';
import { foreignGroups, storedFilter } from '../contact-filters/index.ts';
import { ownedOf, segments } from './queries.ts';
import { SEGMENT, type PresentedSegment } from './resource.ts';

/**
 * The stored filter of a segment of the account, for whoever uses it in a filter; undefined when there is none. Throws
 * validation_error on `filter.segment_id` when it speaks of lists or tags that were deleted since: without them it would
 * mean other contacts than those it was made for.
 */
export async function findSegment(db: Db, accountId: number, segmentId: number): Promise<unknown> {
  const [segment] = await segments.byId(db, accountId, segmentId);
  if (!segment) return undefined;
  const fault = await faultOfSegment(db, accountId, segment.filter);
  if (fault !== undefined)
    throw invalid({ 'filter.segment_id': [`refers to a segment that cannot be used: it ${fault}`] });
  return segment.filter;
}

/** A page of an account's segments, newest first. */
export async function findSegments(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly data: readonly PresentedSegment[] }> {
  const { rows, total } = await findPage(segments, db, accountId, request);
  return { total, data: rows.map((row) => SEGMENT.present(row, {})) };
}

/** Those of the ids that are segments of the account; deleted ones are none. For audiences of campaigns. */
export async function ownedSegments(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}

/** Why a stored filter cannot be used any more, as the end of a sentence; undefined when it can. */
export async function faultOfSegment(db: Db, accountId: number, stored: unknown): Promise<string | undefined> {
  const gone = await foreignGroups(db, accountId, storedFilter(stored));
  if (gone.size === 0) return undefined;
  return `refers to deleted objects: ${[...gone].join(', ')}. Change the filter.`;
}

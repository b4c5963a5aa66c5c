import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { PageQuery } from '../../../http/account/page.ts';
import { findPage } from '../../../http/resource/rows.ts';
import { foreignGroups, storedFilter } from '../contact-filters/index.ts';
import { ownedOf, segments } from './queries.ts';
import { SEGMENT, type PresentedSegment } from './resource.ts';

/**
 * Returns the stored filter of a segment for use in another filter, or undefined if the account has no such segment.
 * Throws validation_error on `filter.segment_id` if the segment refers to deleted lists, tags or fields. Without these
 * objects, the segment would match different contacts than intended.
 */
export async function findSegment(db: Db, accountId: number, segmentId: number): Promise<unknown> {
  const [segment] = await segments.byId(db, accountId, segmentId);
  if (!segment) return undefined;
  const fault = await faultOfSegment(db, accountId, segment.filter);
  if (fault !== undefined)
    throw invalid({ 'filter.segment_id': [`refers to a segment that cannot be used: it ${fault}`] });
  return segment.filter;
}

/** Returns a page of an account's segments, newest first. */
export async function findSegments(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly data: readonly PresentedSegment[] }> {
  const { rows, total } = await findPage(segments, db, accountId, request);
  return { total, data: rows.map((row) => SEGMENT.present(row, {})) };
}

/**
 * Returns the given IDs that belong to segments of the account, for campaign audiences. Deleted segments are excluded.
 */
export async function ownedSegments(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}

/**
 * Returns the reason why a stored filter can no longer be used, as a phrase without a subject, such as `refers to
 * deleted lists ...`. Returns undefined if the filter can be used.
 */
export async function faultOfSegment(db: Db, accountId: number, stored: unknown): Promise<string | undefined> {
  const gone = await foreignGroups(db, accountId, storedFilter(stored));
  if (gone.size === 0) return undefined;
  return `refers to deleted lists, tags, or fields: ${[...gone].join(', ')}. Change the filter of the segment.`;
}

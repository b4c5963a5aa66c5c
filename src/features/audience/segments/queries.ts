import { statement } from '../../../base/db.ts';
import { insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { SEGMENT } from './resource.ts';

/**
 * Statements for the segments of an account. Before writing a name, the caller must lock the account and check that no
 * other segment has the name.
 */
export const segments = rowsOf(SEGMENT, 'segments');
export const insertSegment = insertOf(SEGMENT, 'segments_insert');
export const updateSegment = updateOf(SEGMENT, 'segments_update');

/** Returns the segment with the given name, ignoring case. Uses the index contact_segment_name. */
export const segmentNamed = statement<[accountId: number, name: string], { readonly id: number }>(
  'segments_named',
  'select id from contact_segment where account_id = $1 and lower(name) = lower($2) and deleted_at is null',
);

/** Soft-deletes a segment. Uses the primary key. */
export const markDeleted = statement<[accountId: number, id: number], { readonly id: number }>(
  'segments_mark_deleted',
  `update contact_segment set deleted_at = now()
   where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

/** Returns the given IDs that belong to segments of the account. Deleted segments are excluded. Uses the primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'segments_owned',
  'select id from contact_segment where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);

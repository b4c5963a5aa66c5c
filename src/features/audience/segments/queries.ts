import { statement } from '../../../base/db.ts';

export interface SegmentRow {
  readonly id: number;
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, name, filter, created_at, updated_at';

/** Segments of an account; index contact_segment_name. */
export const countSegments = statement<[accountId: number], { readonly segments: number }>(
  'segments_count',
  'select count(*) as segments from contact_segment where account_id = $1 and deleted_at is null',
);

/** A page of an account's segments, newest first; primary key, from its end. */
export const segmentsPage = statement<[accountId: number, limit: number, offset: number], SegmentRow>(
  'segments_page',
  `select ${COLUMNS} from contact_segment where account_id = $1 and deleted_at is null
   order by id desc limit $2 offset $3`,
);

/** Primary key. */
export const segmentById = statement<[accountId: number, id: number], SegmentRow>(
  'segments_find',
  `select ${COLUMNS} from contact_segment where account_id = $1 and id = $2 and deleted_at is null`,
);

/** Whether any account has a segment of that number, deleted ones left out; index contact_segment_by_id. */
export const segmentAnywhere = statement<[id: number], { readonly id: number }>(
  'segments_anywhere',
  'select id from contact_segment where id = $1 and deleted_at is null limit 1',
);

/** The segment that has a name, whatever its case; index contact_segment_name. */
export const segmentNamed = statement<[accountId: number, name: string], { readonly id: number }>(
  'segments_named',
  'select id from contact_segment where account_id = $1 and lower(name) = lower($2) and deleted_at is null',
);

/** Only whoever holds the account, and has made sure of the name. */
export const insertSegment = statement<[accountId: number, name: string, filter: string], SegmentRow>(
  'segments_insert',
  `insert into contact_segment (account_id, name, filter) values ($1, $2, $3::jsonb) returning ${COLUMNS}`,
);

/** As above. What is null stays; primary key. */
export const updateSegment = statement<
  [accountId: number, id: number, name: string | null, filter: string | null],
  SegmentRow
>(
  'segments_update',
  `update contact_segment set name = coalesce($3, name), filter = coalesce($4::jsonb, filter), updated_at = now()
   where account_id = $1 and id = $2 and deleted_at is null returning ${COLUMNS}`,
);

/** Primary key. */
export const markDeleted = statement<[accountId: number, id: number], { readonly id: number }>(
  'segments_mark_deleted',
  `update contact_segment set deleted_at = now()
   where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

/** Which of these are segments of the account that are not deleted; primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'segments_owned',
  'select id from contact_segment where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);

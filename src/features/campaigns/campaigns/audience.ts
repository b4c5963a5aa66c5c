import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { ownedSegments } from '../../audience/segments/index.ts';
import type { AudienceColumns, CampaignRow } from './queries.ts';
import type { Audience } from './schema.ts';

type Groups = Readonly<Record<'lists' | 'tags' | 'segments', ReadonlySet<number>>>;

/** Throws validation_error for what is not the account's; of another's it says no more than of what never was. */
export async function requireOwnGroups(db: Db, accountId: number, given: Partial<Audience>): Promise<void> {
  const { excludedLists = [], excludedSegments = [], excludedTags = [], lists = [], segments = [], tags = [] } = given;
  const own = await ownedAmong(db, accountId, {
    lists: [...lists, ...excludedLists],
    tags: [...tags, ...excludedTags],
    segments: [...segments, ...excludedSegments],
  });
  const errors = Object.fromEntries(
    [
      { field: 'lists', ids: lists, known: own.lists },
      { field: 'excluded_lists', ids: excludedLists, known: own.lists },
      { field: 'to_contact_tags', ids: tags, known: own.tags },
      { field: 'excluded_contact_tags', ids: excludedTags, known: own.tags },
      { field: 'segments', ids: segments, known: own.segments },
      { field: 'excluded_segments', ids: excludedSegments, known: own.segments },
    ].flatMap(({ field, ids, known }) => {
      const sentence = unknownIds(ids, known);
      return sentence === undefined ? [] : [[field, [sentence]]];
    }),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Throws validation_error for groups that a clone would be sent to: its audience is part of those that the first had. */
export function requireNoGroups({ lists = [], segments = [], tags = [] }: Partial<Audience>): void {
  const sentence =
    'must be empty, because a clone is sent to recipients of the original campaign. To send to other contacts, create a new campaign.';
  const given = { lists, to_contact_tags: tags, segments };
  const errors = Object.entries(given).flatMap(([field, ids]) => (ids.length > 0 ? [[field, [sentence]]] : []));
  if (errors.length > 0) throw invalid(Object.fromEntries(errors) as Record<string, string[]>);
}

/** The campaigns without the lists, tags and segments that were deleted since. */
export async function withLivingGroups<T extends AudienceColumns>(
  db: Db,
  accountId: number,
  campaigns: readonly T[],
): Promise<T[]> {
  const own = await ownedAmong(db, accountId, {
    lists: campaigns.flatMap((row) => [...row.list_ids, ...row.excluded_list_ids]),
    tags: campaigns.flatMap((row) => [...row.tag_ids, ...row.excluded_tag_ids]),
    segments: campaigns.flatMap((row) => [...row.segment_ids, ...row.excluded_segment_ids]),
  });
  const living = (ids: readonly number[], known: ReadonlySet<number>) => ids.filter((id) => known.has(id));
  return campaigns.map((row) => ({
    ...row,
    list_ids: living(row.list_ids, own.lists),
    tag_ids: living(row.tag_ids, own.tags),
    segment_ids: living(row.segment_ids, own.segments),
    excluded_list_ids: living(row.excluded_list_ids, own.lists),
    excluded_tag_ids: living(row.excluded_tag_ids, own.tags),
    excluded_segment_ids: living(row.excluded_segment_ids, own.segments),
  }));
}

/** Whether it says at all who gets it. Pure. */
export function hasAudience(
  campaign: Pick<CampaignRow, 'list_ids' | 'tag_ids' | 'segment_ids'> & { readonly resend_of?: number | null },
): boolean {
  const { list_ids: lists, resend_of: of = null, segment_ids: segments, tag_ids: tags } = campaign;
  return lists.length > 0 || tags.length > 0 || segments.length > 0 || of !== null;
}

async function ownedAmong(
  db: Db,
  accountId: number,
  { lists, segments, tags }: Readonly<Record<'lists' | 'tags' | 'segments', readonly number[]>>,
): Promise<Groups> {
  return {
    lists: await ownedLists(db, accountId, [...new Set(lists)]),
    tags: await ownedTags(db, accountId, [...new Set(tags)]),
    segments: await ownedSegments(db, accountId, [...new Set(segments)]),
  };
}

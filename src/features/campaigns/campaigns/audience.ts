import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { ownedSegments } from '../../audience/segments/index.ts';
import { CAMPAIGN, type AudienceColumns, type CampaignRow } from './resource.ts';

type Groups = Readonly<Record<'lists' | 'tags' | 'segments', ReadonlySet<number>>>;

const KINDS = {
  list_ids: 'lists',
  excluded_list_ids: 'lists',
  tag_ids: 'tags',
  excluded_tag_ids: 'tags',
  segment_ids: 'segments',
  excluded_segment_ids: 'segments',
} as const;
const COLUMNS = Object.keys(KINDS) as (keyof AudienceColumns)[];
/** Columns that define the audience, with the names of their request fields. */
const GROUPS = COLUMNS.map((column) => ({ column, kind: KINDS[column], field: CAMPAIGN.fields[column].as }));

/**
 * Throws validation_error for lists, tags and segments that the account does not have. The message is the same for IDs
 * of other accounts and IDs that do not exist.
 */
export async function requireOwnGroups(db: Db, accountId: number, given: Partial<AudienceColumns>): Promise<void> {
  const own = await ownedAmong(db, accountId, [given]);
  const errors = Object.fromEntries(
    GROUPS.flatMap(({ column, field, kind }) => {
      const sentence = unknownIds(given[column] ?? [], own[kind]);
      return sentence === undefined ? [] : [[field, [sentence]]];
    }),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Throws validation_error if a change to a clone adds lists, tags, or segments to send to, because a clone is sent to
 * recipients of the original campaign.
 */
export function requireNoGroups(given: Partial<AudienceColumns>): void {
  const sentence =
    'must be empty, because a clone is sent to recipients of the original campaign. To send to other contacts, create a new campaign.';
  const included = GROUPS.filter(({ column }) => !column.startsWith('excluded') && (given[column] ?? []).length > 0);
  if (included.length > 0) throw invalid(Object.fromEntries(included.map(({ field }) => [field, [sentence]])));
}

/** Returns the campaigns with deleted lists, tags and segments removed from their audiences. */
export async function withLivingGroups<T extends AudienceColumns>(
  db: Db,
  accountId: number,
  campaigns: readonly T[],
): Promise<T[]> {
  const own = await ownedAmong(db, accountId, campaigns);
  return campaigns.map((row) => ({
    ...row,
    ...Object.fromEntries(GROUPS.map(({ column, kind }) => [column, row[column].filter((id) => own[kind].has(id))])),
  }));
}

/**
 * Returns whether the campaign has an audience: lists, tags, segments or the recipients of an original campaign. Pure.
 */
export function hasAudience(
  campaign: Pick<CampaignRow, 'list_ids' | 'tag_ids' | 'segment_ids'> & { readonly resend_of?: number | null },
): boolean {
  const { list_ids: lists, resend_of: of = null, segment_ids: segments, tag_ids: tags } = campaign;
  return lists.length > 0 || tags.length > 0 || segments.length > 0 || of !== null;
}

async function ownedAmong(db: Db, accountId: number, rows: readonly Partial<AudienceColumns>[]): Promise<Groups> {
  const idsOf = (wanted: keyof Groups) => [
    ...new Set(GROUPS.flatMap(({ column, kind }) => (kind === wanted ? rows.flatMap((row) => row[column] ?? []) : []))),
  ];
  return {
    lists: await ownedLists(db, accountId, idsOf('lists')),
    tags: await ownedTags(db, accountId, idsOf('tags')),
    segments: await ownedSegments(db, accountId, idsOf('segments')),
  };
}

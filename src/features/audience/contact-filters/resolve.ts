import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import type { ContactFilter, ResolvedFilter } from './filter.ts';
import { parseFilter } from './parse.ts';

/** What a filter may name beside lists and tags. */
export interface FilterParts {
  /** The stored filter of a segment of the account; undefined when there is none. */
  readonly findSegment: (db: Db, accountId: number, segmentId: number) => Promise<unknown>;
  /** Those of the ids that are campaigns of the account. */
  readonly ownedCampaigns: (db: Db, accountId: number, ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** What of another account is told in the same words as what never was. */
const NO_SUCH = {
  list: 'must contain only IDs of your lists.',
  tag: 'must contain only IDs of your tags.',
  segment: 'must be the ID of one of your segments.',
  campaign: 'must be the ID of one of your campaigns.',
};

/**
 * The filter with the conditions of its segment beside its own, all of them about what is the account's. Throws
 * validation_error that names `filter.in_list_ids` and so on for what is not, in the same words whether it never was or is
 * another's. Of the segment, which was checked when it was made, what is gone since then fits nobody.
 */
export async function resolveFilter(
  db: Db,
  accountId: number,
  filter: ContactFilter,
  parts: FilterParts,
): Promise<ResolvedFilter> {
  const { segmentId, ...own } = filter;
  const errors: Record<string, string[]> = {};
  await requireOwned(db, accountId, own, errors);
  await requireOwnCampaigns(db, accountId, own, parts, errors);
  const segments = segmentId === undefined ? [] : await segmentsFrom(db, accountId, segmentId, parts);
  if (segments === undefined) errors['filter.segment_id'] = [NO_SUCH.segment];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { all: [own, ...(segments ?? [])] };
}

/** The conditions of a segment, and of those that it names itself; undefined when there is no such segment. */
async function segmentsFrom(
  db: Db,
  accountId: number,
  segmentId: number,
  { findSegment }: FilterParts,
): Promise<ContactFilter[] | undefined> {
  const found = new Map<number, ContactFilter>();
  // All conditions hold together, so that a segment counts once however often it is named, even by itself.
  for (let next: number | undefined = segmentId; next !== undefined && !found.has(next);) {
    const stored = await findSegment(db, accountId, next);
    if (stored === undefined && next === segmentId) return undefined;
    // One that was deleted since fits nobody.
    const { segmentId: following, ...conditions } =
      stored === undefined ? ({ inListIds: [] } as ContactFilter) : await ofSegment(db, accountId, stored);
    found.set(next, conditions);
    next = following;
  }
  return [...found.values()];
}

async function requireOwned(
  db: Db,
  accountId: number,
  filter: ContactFilter,
  errors: Record<string, string[]>,
): Promise<void> {
  const { inListIds = [], notInListIds = [], notTagIds = [], tagIds = [] } = filter;
  const lists = await ownedLists(db, accountId, [...new Set([...inListIds, ...notInListIds])]);
  const tags = await ownedTags(db, accountId, [...new Set([...tagIds, ...notTagIds])]);
  if (inListIds.some((id) => !lists.has(id))) errors['filter.in_list_ids'] = [NO_SUCH.list];
  if (notInListIds.some((id) => !lists.has(id))) errors['filter.not_in_list_ids'] = [NO_SUCH.list];
  if (tagIds.some((id) => !tags.has(id))) errors['filter.tag_ids'] = [NO_SUCH.tag];
  if (notTagIds.some((id) => !tags.has(id))) errors['filter.not_tag_ids'] = [NO_SUCH.tag];
}

/** Conditions about a campaign, by their names. */
const CAMPAIGN_CONDITIONS = [
  ['openedCampaignId', 'filter.opened_campaign_id'],
  ['notOpenedCampaignId', 'filter.not_opened_campaign_id'],
  ['clickedCampaignId', 'filter.clicked_campaign_id'],
] as const;

async function requireOwnCampaigns(
  db: Db,
  accountId: number,
  filter: ContactFilter,
  { ownedCampaigns }: FilterParts,
  errors: Record<string, string[]>,
): Promise<void> {
  const given = CAMPAIGN_CONDITIONS.flatMap(([key, field]) => {
    const id = filter[key];
    return id === undefined ? [] : [{ field, id }];
  });
  if (given.length === 0) return;
  const owned = await ownedCampaigns(db, accountId, [...new Set(given.map(({ id }) => id))]);
  for (const { field, id } of given) if (!owned.has(id)) errors[field] = [NO_SUCH.campaign];
}

/** The conditions of a segment as it was stored, without lists and tags that were deleted since. */
async function ofSegment(db: Db, accountId: number, stored: unknown): Promise<ContactFilter> {
  const faults: string[] = [];
  const filter = parseFilter(stored, (field, sentence) => faults.push(`${field} ${sentence}`), { hasCampaigns: true });
  if (faults.length > 0) throw new Error(`Stored segment of account ${accountId} is invalid: ${faults.join(' ')}`);
  const { inListIds, notInListIds, notTagIds, tagIds, ...others } = filter;
  const lists = await ownedLists(db, accountId, [...(inListIds ?? []), ...(notInListIds ?? [])]);
  const tags = await ownedTags(db, accountId, [...(tagIds ?? []), ...(notTagIds ?? [])]);
  const left = (ids: readonly number[] | undefined, owned: ReadonlySet<number>) => ids?.filter((id) => owned.has(id));
  const kept = {
    inListIds: left(inListIds, lists),
    notInListIds: left(notInListIds, lists),
    tagIds: left(tagIds, tags),
    notTagIds: left(notTagIds, tags),
  };
  const told = Object.fromEntries(Object.entries(kept).filter(([, ids]) => ids !== undefined));
  return { ...others, ...told };
}

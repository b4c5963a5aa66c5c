import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import { conditionsOf, idsOf, type ContactFilter, type ResolvedFilter } from './filter.ts';
import type { Resource } from './kinds.ts';
import { storedFilter } from './parse.ts';

/** What a filter may name beside lists and tags. */
export interface FilterParts {
  /** The stored filter of a segment of the account; undefined when there is none. */
  readonly findSegment: (db: Db, accountId: number, segmentId: number) => Promise<unknown>;
  /** Those of the ids that are campaigns of the account. */
  readonly ownedCampaigns: (db: Db, accountId: number, ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** What of another account is told in the same words as what never was. */
const NO_SUCH: Readonly<Record<Resource, string>> = {
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
  const { segment_id: segmentId, ...own } = filter;
  const errors: Record<string, string[]> = {};
  const foreign = await foreignIn(db, accountId, own, { ...GROUPS, campaign: parts.ownedCampaigns });
  for (const { condition, name, value } of conditionsOf(own)) {
    const { of } = condition.kind;
    if (of && [value].flat().some((id) => foreign.has(`${of} ${String(id)}`))) errors[`filter.${name}`] = [NO_SUCH[of]];
  }
  const segments = segmentId === undefined ? [] : await segmentsFrom(db, accountId, segmentId, parts);
  if (segments === undefined) errors['filter.segment_id'] = [NO_SUCH.segment];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { all: [own, ...(segments ?? [])] };
}

/** Lists and tags that a filter names and that the account does not have, or no longer: `list 7`. */
export async function foreignGroups(db: Db, accountId: number, filter: ContactFilter): Promise<ReadonlySet<string>> {
  return foreignIn(db, accountId, filter, GROUPS);
}

type Owned = Partial<Record<Resource, FilterParts['ownedCampaigns']>>;
const GROUPS: Owned = { list: ownedLists, tag: ownedTags };

async function foreignIn(db: Db, accountId: number, filter: ContactFilter, owned: Owned): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>();
  for (const [of, find] of Object.entries(owned)) {
    // The table has no other keys.
    const ids = idsOf(filter, of as Resource);
    const found = ids.length === 0 ? new Set() : await find(db, accountId, ids);
    for (const id of ids) if (!found.has(id)) foreign.add(`${of} ${id}`);
  }
  return foreign;
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
    const { segment_id: following, ...conditions } =
      stored === undefined ? ({ in_list_ids: [] } as ContactFilter) : await ofSegment(db, accountId, stored);
    found.set(next, conditions);
    next = following;
  }
  return [...found.values()];
}

/** The conditions of a segment as it was stored, without lists and tags that were deleted since. */
async function ofSegment(db: Db, accountId: number, stored: unknown): Promise<ContactFilter> {
  const filter = storedFilter(stored);
  const foreign = await foreignGroups(db, accountId, filter);
  return Object.fromEntries(
    conditionsOf(filter).map(({ condition: { kind }, name, value }) => [
      name,
      Array.isArray(value) ? value.filter((id) => !foreign.has(`${kind.of} ${id}`)) : value,
    ]),
  );
}

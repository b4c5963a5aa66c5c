import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import { conditionsOf, idsOf, type ContactFilter, type ResolvedFilter } from './filter.ts';
import type { Resource } from './kinds.ts';
import { storedFilter } from './parse.ts';

/** Lookups for objects that a filter may refer to, other than lists and tags. */
export interface FilterParts {
  /** Returns the stored filter of a segment, or undefined if the account has no such segment. */
  readonly findSegment: (db: Db, accountId: number, segmentId: number) => Promise<unknown>;
  /** Returns the given IDs that belong to campaigns of the account. */
  readonly ownedCampaigns: (db: Db, accountId: number, ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** Errors for unknown IDs. Objects of other accounts and objects that never existed have the same error. */
const NO_SUCH: Readonly<Record<Resource, string>> = {
  list: 'must contain only IDs of your lists.',
  tag: 'must contain only IDs of your tags.',
  segment: 'must be the ID of one of your segments.',
  campaign: 'must be the ID of one of your campaigns.',
};

/**
 * Returns the filter and the filters of its segments, which refer only to objects of the account. Throws
 * validation_error on `filter.in_list_ids` and similar fields for other objects, with the same message whether the
 * object belongs to another account or never existed. Segments were validated when they were created, so conditions on
 * objects that were deleted later do not fail but match no contacts.
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

/** Returns the lists and tags of a filter that the account does not have or has deleted, as strings like `list 7`. */
export async function foreignGroups(db: Db, accountId: number, filter: ContactFilter): Promise<ReadonlySet<string>> {
  return foreignIn(db, accountId, filter, GROUPS);
}

type Owned = Partial<Record<Resource, FilterParts['ownedCampaigns']>>;
const GROUPS: Owned = { list: ownedLists, tag: ownedTags };

async function foreignIn(db: Db, accountId: number, filter: ContactFilter, owned: Owned): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>();
  for (const [of, find] of Object.entries(owned)) {
    // The cast is safe because the table has no other keys.
    const ids = idsOf(filter, of as Resource);
    const found = ids.length === 0 ? new Set() : await find(db, accountId, ids);
    for (const id of ids) if (!found.has(id)) foreign.add(`${of} ${id}`);
  }
  return foreign;
}

/** Returns the conditions of a segment and of the segments that it refers to, or undefined if the segment does not exist. */
async function segmentsFrom(
  db: Db,
  accountId: number,
  segmentId: number,
  { findSegment }: FilterParts,
): Promise<ContactFilter[] | undefined> {
  const found = new Map<number, ContactFilter>();
  // Include each segment only once, because all conditions must match anyway. Segments may refer to each other or to
  // themselves.
  for (let next: number | undefined = segmentId; next !== undefined && !found.has(next);) {
    const stored = await findSegment(db, accountId, next);
    if (stored === undefined && next === segmentId) return undefined;
    // A referenced segment that was deleted matches no contacts.
    const { segment_id: following, ...conditions } =
      stored === undefined ? ({ in_list_ids: [] } as ContactFilter) : await ofSegment(db, accountId, stored);
    found.set(next, conditions);
    next = following;
  }
  return [...found.values()];
}

/** Returns the conditions of a stored segment without deleted lists and tags. */
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

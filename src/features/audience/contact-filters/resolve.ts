import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { accountFields } from '../contact-fields/index.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import { OPERATORS, operatorsFor, type FieldTest } from './field-test.ts';
import {
  conditionsOf,
  conditionsWithin,
  idsOf,
  withMembers,
  type ContactFilter,
  type Placed,
  type ResolvedFilter,
} from './filter.ts';
import type { ObjectId, Resource } from './kinds.ts';
import { storedFilter } from './parse.ts';
import { fieldLabels, formTitles, importNames } from './queries.ts';

/** Lookups for objects that a filter may refer to, other than lists and tags. */
export interface FilterParts {
  /**
   * Returns the stored filter of a segment, or undefined if the account has no such segment. May throw if the segment
   * refers to deleted objects.
   */
  readonly findSegment: (db: Db, accountId: number, segmentId: number) => Promise<unknown>;
  /** Returns the given IDs that belong to the account's campaigns. */
  readonly ownedCampaigns: (db: Db, accountId: number, ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** Errors for unknown IDs. IDs of other accounts' objects cause the same error as IDs that never existed. */
const NO_SUCH: Readonly<Record<Resource, string>> = {
  list: 'must contain only IDs of your lists.',
  tag: 'must contain only IDs of your tags.',
  segment: 'must be the ID of one of your segments.',
  campaign: 'must be the ID of one of your campaigns.',
  field: 'must have the ID of one of your custom fields.',
  form: 'must contain only IDs of your forms.',
  import: 'must be the ID of one of your imports.',
};

/**
 * Returns the filter and the filters of its segments, all of which refer only to objects of the account. For any other
 * object, throws validation_error on the field (such as `filter.in_list_ids`), with the same message whether the object
 * belongs to another account or never existed. Also throws validation_error if an operator does not suit the type of
 * its custom field. Segments were validated when they were saved. If a segment refers to objects that were deleted
 * later, `findSegment` may throw. If it does not, deleted lists and tags count as empty.
 */
export async function resolveFilter(
  db: Db,
  accountId: number,
  filter: ContactFilter,
  parts: FilterParts,
): Promise<ResolvedFilter> {
  const errors: Record<string, string[]> = {};
  const foreign = await foreignIn(db, accountId, filter, { ...OWNED, campaign: parts.ownedCampaigns });
  const segments = new Map<number, readonly ContactFilter[]>();
  for (const placed of conditionsWithin(filter)) {
    const fault =
      placed.condition.kind.of === 'segment'
        ? await addSegment(db, accountId, { segmentId: Number(placed.value), segments, parts })
        : faultOf(placed, foreign);
    if (fault !== undefined) errors[`filter.${placed.path}`] = [fault];
  }
  if (Object.keys(errors).length === 0) Object.assign(errors, await mismatchesIn(db, accountId, filter));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { all: conditionsWithSegments(filter, segments) };
}

/**
 * Returns the filter without its `segment_id`, followed by the filters of the segment. Within a group, each member is
 * combined with the filters of its segment into one filter.
 */
function conditionsWithSegments(
  filter: ContactFilter,
  segments: ReadonlyMap<number, readonly ContactFilter[]>,
): [ContactFilter, ...ContactFilter[]] {
  const { segment_id: segmentId, ...own } = withMembers(filter, (member) => {
    const [first, ...others] = conditionsWithSegments(member, segments);
    return others.length === 0 ? first : { ...first, all: [...(first.all ?? []), ...others] };
  });
  return [own, ...(segmentId === undefined ? [] : (segments.get(segmentId) ?? []))];
}

async function addSegment(
  db: Db,
  accountId: number,
  {
    parts,
    segmentId,
    segments,
  }: {
    readonly segmentId: number;
    readonly segments: Map<number, readonly ContactFilter[]>;
    readonly parts: FilterParts;
  },
): Promise<string | undefined> {
  const filters = segments.get(segmentId) ?? (await segmentsFrom(db, accountId, segmentId, parts));
  if (filters === undefined) return NO_SUCH.segment;
  segments.set(segmentId, filters);
  return undefined;
}

function faultOf({ condition: { kind }, value }: Placed, foreign: ReadonlySet<string>): string | undefined {
  const { of } = kind;
  if (of === undefined) return undefined;
  return kind.idsIn?.(value).some((id) => foreign.has(`${of} ${id}`)) === true ? NO_SUCH[of] : undefined;
}

/**
 * Returns an error for each operator that the type of its field does not support. The fields must belong to the
 * account.
 */
async function mismatchesIn(db: Db, accountId: number, filter: ContactFilter): Promise<Record<string, string[]>> {
  const tests = conditionsWithin(filter).filter(({ name }) => name === 'contact_field');
  if (tests.length === 0) return {};
  const fields = new Map((await accountFields(db, accountId)).map((field) => [field.id, field]));
  return Object.fromEntries(
    tests.flatMap(({ path, value }) => {
      // The cast is safe because `contact_field` has values of this type.
      const { field_id: fieldId, operator } = value as FieldTest;
      const [field, { type }] = [fields.get(fieldId), OPERATORS[operator]];
      if (!field || type === undefined || field.type === type) return [];
      const sentence = `must have an operator for ${field.type} fields: ${operatorsFor(field.type)}.`;
      return [[`filter.${path}`, [sentence]]];
    }),
  );
}

/**
 * Returns the lists, tags and fields of a filter that the account does not have or has deleted, as strings like `list
 * 7`.
 */
export async function foreignGroups(db: Db, accountId: number, filter: ContactFilter): Promise<ReadonlySet<string>> {
  return foreignIn(db, accountId, filter, DELETABLE);
}

/** A function that returns the given IDs that belong to the account. Each function handles the IDs of one resource. */
type FindOwned = (db: Db, accountId: number, ids: never) => Promise<ReadonlySet<ObjectId>>;
type Owned = Partial<Record<Resource, FindOwned>>;

const idsFrom =
  <Ids>(find: (db: Db, accountId: number, ids: Ids) => Promise<readonly { readonly id: ObjectId }[]>) =>
  async (db: Db, accountId: number, ids: Ids): Promise<ReadonlySet<ObjectId>> =>
    new Set((await find(db, accountId, ids)).map(({ id }) => id));

/** Resources whose deletion would make a stored filter match different contacts than intended. */
const DELETABLE: Owned = { list: ownedLists, tag: ownedTags, field: idsFrom(fieldLabels) };
const OWNED: Owned = { ...DELETABLE, form: idsFrom(formTitles), import: idsFrom(importNames) };

async function foreignIn(db: Db, accountId: number, filter: ContactFilter, owned: Owned): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>();
  for (const [of, find] of Object.entries(owned)) {
    // The cast is safe because all keys of `owned` are resources.
    const ids = idsOf(filter, of as Resource);
    // The cast is safe because each resource has IDs of the type that its query expects.
    const found: ReadonlySet<ObjectId> = ids.length === 0 ? new Set() : await find(db, accountId, ids as never);
    for (const id of ids) if (!found.has(id)) foreign.add(`${of} ${id}`);
  }
  return foreign;
}

/**
 * Returns the conditions of a segment and of the segments that it refers to, or undefined if the segment does not
 * exist.
 */
async function segmentsFrom(
  db: Db,
  accountId: number,
  segmentId: number,
  { findSegment }: FilterParts,
): Promise<ContactFilter[] | undefined> {
  const found = new Map<number, ContactFilter>();
  // Include each segment only once, because all conditions must match anyway and segments may refer to each other or to
  // themselves.
  for (let next: number | undefined = segmentId; next !== undefined && !found.has(next);) {
    const stored = await findSegment(db, accountId, next);
    if (stored === undefined && next === segmentId) return undefined;
    // A referenced segment that was deleted matches no contacts.
    const { segment_id: following, ...conditions }: ContactFilter =
      stored === undefined ? { in_list_ids: [] } : await ofSegment(db, accountId, stored);
    found.set(next, conditions);
    next = following;
  }
  return [...found.values()];
}

/** Returns the conditions of a stored segment without deleted lists and tags. */
async function ofSegment(db: Db, accountId: number, stored: unknown): Promise<ContactFilter> {
  const filter = storedFilter(stored);
  const foreign = await foreignGroups(db, accountId, filter);
  return foreign.size === 0 ? filter : without(filter, foreign);
}

function without(filter: ContactFilter, foreign: ReadonlySet<string>): ContactFilter {
  const { all, any, not } = withMembers(filter, (member) => without(member, foreign));
  const own = conditionsOf(filter).map(({ condition: { kind }, name, value }) => [
    name,
    Array.isArray(value) ? value.filter((id) => !foreign.has(`${kind.of} ${id}`)) : value,
  ]);
  return { ...Object.fromEntries(own), ...(all && { all }), ...(any && { any }), ...(not && { not }) };
}

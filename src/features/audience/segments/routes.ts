import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { listingQuery } from '../../../http/account/listing-query.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { answerOf, createRoute, deleteRoute, docOfOne, listRoute, updateRoute } from '../../../http/resource/routes.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import { route, type Route } from '../../../http/route.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import {
  countMatching,
  describeFilter,
  resolveFilter,
  storedFilter,
  type FilterParts,
} from '../contact-filters/index.ts';
import { insertSegment, markDeleted, segmentNamed, segments, updateSegment } from './queries.ts';
import { SEGMENT, type PresentedSegment, type SegmentChange, type SegmentRow } from './resource.ts';
import { faultOfSegment, findSegment, findSegments } from './segments.ts';

const PATH = '/contact-segments';
const MAX_SEGMENTS = 1_000;

interface SegmentParts extends Pick<FilterParts, 'ownedCampaigns'> {
  readonly db: Database;
  readonly clock: Clock;
}

const IN_FULL = {
  ...SEGMENT.example,
  description: 'status is engaged, in list Newsletter',
  error: null,
  contacts_count: null,
};
const inFullSchema = Type.Object(
  {
    ...SEGMENT.properties,
    description: Type.String({ description: 'Human-readable description of the filter.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the segment cannot be used, for example because its filter refers to a deleted list.',
    }),
    contacts_count: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Number of contacts in the segment. Null if `count=true` is not set, or if the segment cannot be used.',
    }),
  },
  { $id: 'ContactSegmentInFull' },
);
const OF = {
  path: PATH,
  group: 'Contact segments',
  isAddition: true,
  one: 'segment',
  many: 'segments',
  answer: { schema: inFullSchema, example: IN_FULL },
} as const;

/** Returns the routes for segments, which are named contact filters that are evaluated on each use. */
export function segmentRoutes(parts: SegmentParts, baseUrl: () => string): Route[] {
  const { db } = parts;
  return [
    listRoute(OF, {
      description: 'Returns segments, newest first.',
      query: listingQuery(),
      record: SEGMENT,
      baseUrl,
      find: async (accountId, query) => findSegments(db, accountId, query),
    }),
    createRoute(OF, {
      description:
        'Creates a segment. A segment is a saved contact filter. Pass the segment’s ID as `filter[segment_id]`, alone or with other conditions, to list or export contacts, or to run a bulk action. Postrider evaluates the filter each time you use the segment.',
      problems: ['conflict'],
      body: SEGMENT.created,
      example: { name: IN_FULL.name, filter: IN_FULL.filter },
      run: async ({ accountId }, body) => inFull(parts, accountId, await create(parts, accountId, body)),
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a segment',
      scope: ACCOUNT_READ_SCOPES,
      query: countQuery,
      doc: { ...docOfOne(OF), answers: [answerOf(OF, 200, { ...IN_FULL, contacts_count: 4_812 })] },
      async handle({ principal: { accountId }, params, query }) {
        const segment = await ownRow(segments, db, accountId, objectIdOf(params['id']));
        return { status: 200, body: await inFull(parts, accountId, segment, query.isCounted) };
      },
    }),
    updateRoute(OF, {
      body: SEGMENT.changed,
      example: { name: 'Readers' },
      answer: { ...IN_FULL, name: 'Readers' },
      run: async ({ accountId }, id, body) => inFull(parts, accountId, await update(parts, accountId, id, body)),
    }),
    deleteRoute(OF, {
      description: 'Deletes a segment but not its contacts. Requests that filter by the deleted segment are rejected.',
      run: async ({ accountId }, id) => remove(parts, accountId, id),
    }),
  ];
}

/** Parses the query of a request for a single segment. */
const countQuery = parserOf(
  Type.Object({
    count: Type.Optional(
      Type.String({
        description:
          'If `true`, the response contains the number of contacts. Counting can be slow for large segments.',
      }),
    ),
  }),
  ({ count = 'false' }, fail) => {
    if (!['true', 'false', '1', '0', ''].includes(count)) fail('count', 'must be true or false.');
    return { isCounted: count === 'true' || count === '1' };
  },
);

async function create(parts: SegmentParts, account_id: number, given: SegmentChange): Promise<SegmentRow> {
  const values = { ...SEGMENT.blank, ...given, account_id };
  await requireUsable(parts, account_id, values.filter);
  return parts.db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    const total = (await segments.count(tx, account_id))[0]?.total ?? 0;
    if (total >= MAX_SEGMENTS) {
      throw new Refusal('conflict', {
        message: `The account already has ${MAX_SEGMENTS} segments, which is the maximum.`,
        fix: 'Delete segments that are no longer used.',
      });
    }
    await requireFreeName(tx, account_id, values.name, undefined);
    const [made] = await insertSegment(tx, values);
    if (!made) throw new Error('Segment missing after insert');
    return ownRow(segments, tx, account_id, made.id);
  });
}

async function update(parts: SegmentParts, account_id: number, id: number, given: SegmentChange): Promise<SegmentRow> {
  const { db } = parts;
  // Check the owner first, so that validation errors do not reveal segments of other accounts.
  await ownRow(segments, db, account_id, id);
  if (given.filter) await requireUsable(parts, account_id, given.filter);
  return db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    const before = await ownRow(segments, tx, account_id, id);
    if (given.name !== undefined) await requireFreeName(tx, account_id, given.name, id);
    await updateSegment(tx, { ...before, ...given, account_id });
    return ownRow(segments, tx, account_id, id);
  });
}

async function remove({ db }: SegmentParts, accountId: number, id: number): Promise<void> {
  const [removed] = await markDeleted(db, accountId, id);
  await ownObject(removed, async () => segments.anywhere(db, id));
}

/**
 * Throws validation_error if the filter refers to objects that the account does not have, or if an operator does not
 * suit the type of its custom field.
 */
async function requireUsable(
  { db, ownedCampaigns }: SegmentParts,
  accountId: number,
  filter: SegmentRow['filter'],
): Promise<void> {
  await resolveFilter(db, accountId, storedFilter(filter), { findSegment, ownedCampaigns });
}

async function requireFreeName(tx: Tx, accountId: number, name: string, ownId: number | undefined): Promise<void> {
  const [other] = await segmentNamed(tx, accountId, name);
  if (other && other.id !== ownId) throw invalid({ name: ['is already used by another segment.'] });
}

async function inFull(
  { clock, db, ownedCampaigns }: SegmentParts,
  accountId: number,
  segment: SegmentRow,
  isCounted = false,
): Promise<PresentedSegment & Record<'description' | 'error' | 'contacts_count', string | number | null>> {
  const filter = storedFilter(segment.filter);
  const fault = await faultOfSegment(db, accountId, segment.filter);
  const now = new Date(clock.now());
  const counted =
    isCounted && fault === undefined
      ? await countMatching(
          db,
          accountId,
          await resolveFilter(db, accountId, filter, { findSegment, ownedCampaigns }),
          now,
        )
      : null;
  return {
    ...SEGMENT.present(segment, {}),
    description: await describeFilter(db, accountId, filter),
    error: fault === undefined ? null : `It ${fault}`,
    contacts_count: counted,
  };
}

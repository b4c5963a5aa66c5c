import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { page, type PageQuery } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import {
  countMatching,
  describeFilter,
  filterToJson,
  resolveFilter,
  storedFilter,
  type FilterParts,
  type ContactFilter,
} from '../contact-filters/index.ts';
import { MAX_SEGMENTS } from './limits.ts';
import { presentSegment, type PresentedSegmentInFull } from './present.ts';
import {
  countSegments,
  insertSegment,
  markDeleted,
  segmentAnywhere,
  segmentById,
  segmentNamed,
  updateSegment,
  type SegmentRow,
} from './queries.ts';
import { segmentDocs } from './route-docs.ts';
import { newSegment, segmentChange, segmentQuery, segmentsQuery } from './schema.ts';
import { faultOfSegment, findSegment, findSegments } from './segments.ts';

const PATH = '/contact-segments';

interface SegmentParts extends Pick<FilterParts, 'ownedCampaigns'> {
  readonly db: Database;
  readonly clock: Clock;
}

/** Segments: filters over contacts that are kept under a name, and evaluated when they are used. */
export function segmentRoutes(parts: SegmentParts, baseUrl: () => string): Route[] {
  return [...listRoutes(parts, baseUrl), ...objectRoutes(parts)];
}

function listRoutes(parts: SegmentParts, baseUrl: () => string): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List segments',
      scope: ACCOUNT_READ_SCOPES,
      query: segmentsQuery,
      doc: segmentDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfSegments(parts.db, principal.accountId, query, `${baseUrl()}${PATH}`),
      }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a segment',
      scope: ACCOUNT_SCOPE,
      body: newSegment,
      doc: segmentDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: await inFull(parts, principal.accountId, await create(parts, principal.accountId, body)),
      }),
    }),
  ];
}

function objectRoutes(parts: SegmentParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a segment',
      scope: ACCOUNT_READ_SCOPES,
      query: segmentQuery,
      doc: segmentDocs.read,
      async handle({ principal, params, query }) {
        const id = objectIdOf(params['id']);
        const [found] = await segmentById(db, principal.accountId, id);
        const segment = await ownObject(found, async () => segmentAnywhere(db, id));
        return { status: 200, body: await inFull(parts, principal.accountId, segment, query.isCounted) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update a segment',
      scope: ACCOUNT_SCOPE,
      body: segmentChange,
      doc: segmentDocs.update,
      async handle({ principal, params, body }) {
        const changed = await update(parts, principal.accountId, objectIdOf(params['id']), body);
        return { status: 200, body: await inFull(parts, principal.accountId, changed) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a segment',
      scope: ACCOUNT_SCOPE,
      doc: segmentDocs.remove,
      async handle({ principal, params }) {
        const id = objectIdOf(params['id']);
        const [removed] = await markDeleted(db, principal.accountId, id);
        await ownObject(removed, async () => segmentAnywhere(db, id));
        return { status: 200, body: { message: 'The segment was deleted.' } };
      },
    }),
  ];
}

/** A page of an account's segments, newest first. */
async function pageOfSegments(db: Db, accountId: number, request: PageQuery, url: string) {
  const { segments, total } = await findSegments(db, accountId, request);
  return page({ data: segments, total, request, url });
}

async function create(
  parts: SegmentParts,
  accountId: number,
  { filter, name }: { readonly name: string; readonly filter: ContactFilter },
): Promise<SegmentRow> {
  await requireUsable(parts, accountId, filter);
  return parts.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const total = (await countSegments(tx, accountId))[0]?.segments ?? 0;
    if (total >= MAX_SEGMENTS) {
      throw new Refusal('conflict', {
        message: `The account already has ${MAX_SEGMENTS} segments, which is the maximum.`,
        fix: 'Delete segments that are no longer used.',
      });
    }
    await requireFreeName(tx, accountId, name, undefined);
    const [made] = await insertSegment(tx, accountId, storable(name), JSON.stringify(filterToJson(filter)));
    if (!made) throw new Error('Segment missing after insert');
    return made;
  });
}

async function update(
  parts: SegmentParts,
  accountId: number,
  id: number,
  { filter, name }: { readonly name: string | undefined; readonly filter: ContactFilter | undefined },
): Promise<SegmentRow> {
  const { db } = parts;
  // Whether it is there comes first: of somebody else's segment not even the fault of a change is told.
  await ownObject((await segmentById(db, accountId, id))[0], async () => segmentAnywhere(db, id));
  if (filter) await requireUsable(parts, accountId, filter);
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if (name !== undefined) await requireFreeName(tx, accountId, name, id);
    const text = filter ? JSON.stringify(filterToJson(filter)) : null;
    const [changed] = await updateSegment(tx, accountId, id, name === undefined ? null : storable(name), text);
    return ownObject(changed, async () => segmentAnywhere(tx, id));
  });
}

/** Throws validation_error for what of the filter is not the account's. */
async function requireUsable(
  { db, ownedCampaigns }: SegmentParts,
  accountId: number,
  filter: ContactFilter,
): Promise<void> {
  await resolveFilter(db, accountId, filter, { findSegment, ownedCampaigns });
}

async function requireFreeName(tx: Tx, accountId: number, name: string, ownId: number | undefined): Promise<void> {
  const [other] = await segmentNamed(tx, accountId, storable(name));
  if (other && other.id !== ownId) throw invalid({ name: ['is already used by another segment.'] });
}

async function inFull(
  { clock, db, ownedCampaigns }: SegmentParts,
  accountId: number,
  segment: SegmentRow,
  isCounted = false,
): Promise<PresentedSegmentInFull> {
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
    ...presentSegment(segment),
    description: await describeFilter(db, accountId, filter),
    error: fault === undefined ? null : `It ${fault}`,
    contacts_count: counted,
  };
}

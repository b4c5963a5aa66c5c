import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  countMatching,
  describeFilter,
  isEmptyFilter,
  resolveFilter,
  type ContactFilter,
  type FilterParts,
  type ResolvedFilter,
} from '../contact-filters/index.ts';
import { presentContacts } from '../contacts/index.ts';
import { requireOwnList } from '../lists/index.ts';
import { createContactPages, type ContactPages } from './pages.ts';
import { listingDocs } from './route-docs.ts';
import { listingQuery, searchQuery, type ListingQuery } from './schema.ts';

const PATH = '/contacts';

/** Dependencies of the contact listing routes. */
export interface ListingParts extends FilterParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: () => string;
}

interface Listing extends ListingParts {
  readonly pages: ContactPages;
}

export function contactListingRoutes(parts: ListingParts): Route[] {
  const listing = { ...parts, pages: createContactPages(parts) };
  return [allRoute(listing), unsubscribedRoute(listing), listRoute(listing)];
}

function allRoute(listing: Listing): Route {
  const { clock, db } = listing;
  return route({
    method: 'GET',
    path: PATH,
    summary: 'List or count contacts',
    scope: ACCOUNT_READ_SCOPES,
    query: listingQuery,
    doc: listingDocs.all,
    async handle({ principal: { accountId }, query }) {
      const { beside, filter } = query;
      const resolved = both(beside, await resolveFilter(db, accountId, filter, listing));
      if (!query.isCountOnly) return pageReply(listing, accountId, { query, filter: resolved, path: PATH });
      const count = await countMatching(db, accountId, resolved, new Date(clock.now()));
      return { status: 200, body: { count, filter: await describeBoth(db, accountId, beside, filter) } };
    },
  });
}

function unsubscribedRoute(listing: Listing): Route {
  return route({
    method: 'GET',
    path: `${PATH}/unsubscribed`,
    summary: 'List unsubscribed contacts',
    scope: ACCOUNT_READ_SCOPES,
    query: searchQuery,
    doc: listingDocs.unsubscribed,
    async handle({ principal: { accountId }, query }) {
      const filter = both(query.beside, { all: [{ unsubscribed: true }] });
      return pageReply(listing, accountId, { query, filter, path: `${PATH}/unsubscribed` });
    },
  });
}

function listRoute(listing: Listing): Route {
  return route({
    method: 'GET',
    path: '/lists/:list_id/contacts',
    summary: 'List the contacts in a list',
    scope: ACCOUNT_READ_SCOPES,
    query: searchQuery,
    doc: listingDocs.ofList,
    async handle({ principal: { accountId }, params, query }) {
      const id = objectIdOf(params['list_id']);
      await requireOwnList(listing.db, accountId, id);
      const filter = both(query.beside, { all: [{ in_list_ids: [id] }] });
      return pageReply(listing, accountId, { query, filter, path: `/lists/${id}/contacts` });
    },
  });
}

/** Combines filters that must all match. Empty filters are dropped, so that a stored counter can be used. */
function both(beside: ContactFilter, { all }: ResolvedFilter): ResolvedFilter {
  return { all: [beside, ...all].filter((filter) => !isEmptyFilter(filter)) };
}

async function describeBoth(db: Database, accountId: number, ...filters: readonly ContactFilter[]): Promise<string> {
  const given = filters.filter((filter) => !isEmptyFilter(filter));
  const sentences = await Promise.all(
    (given.length > 0 ? given : [{}]).map((one) => describeFilter(db, accountId, one)),
  );
  return sentences.join(', ');
}

async function pageReply(
  { baseUrl, db, pages }: Listing,
  accountId: number,
  {
    filter,
    path,
    query: { parameters, request },
  }: {
    readonly filter: ResolvedFilter;
    readonly path: string;
    readonly query: Pick<ListingQuery, 'parameters' | 'request'>;
  },
) {
  const { ids, total } = await pages.find(accountId, filter, request);
  const data = await presentContacts(db, accountId, ids);
  return { status: 200, body: page({ data, total, request, url: `${baseUrl()}${path}`, parameters }) };
}

import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { DEFAULT_PER_PAGE } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { applyConfirmed, bulkActionRequest, preview, readBulkAction } from '../bulk-actions/index.ts';
import { findTags } from '../contact-tags/index.ts';
import {
  countMatching,
  describeFilter,
  matchingIds,
  parseFilter,
  resolveFilter,
  type ContactFilter,
  type FilterParts,
} from '../contact-filters/index.ts';
import { presentContacts, type PresentedContact } from '../contacts/index.ts';
import { findLists } from '../lists/index.ts';
import { findSegments } from '../segments/index.ts';
import {
  applyDoc,
  CHANGES,
  countContactsDoc,
  DEFAULT_CONTACTS,
  getBulkActionDoc,
  getContactDoc,
  listContactsDoc,
  listListsDoc,
  listSegmentsDoc,
  listTagsDoc,
  previewDoc,
} from './tool-docs.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly filterParts: FilterParts;
  /** Maximum number of contacts that one bulk action may change. */
  readonly ceiling: number;
}

/**
 * Returns the audience tools. Tools that only read require read access to the account API. Previewing or applying a
 * bulk action requires write access. Applying one also requires the token of a preview.
 */
export function audienceTools(parts: Parts): Tool[] {
  return [...contactTools(parts), ...groupTools(parts), ...bulkTools(parts)];
}

const READS = { scope: ACCOUNT_READ_SCOPES, annotations: READ_ONLY };

function contactTools({ clock, db, filterParts }: Parts): Tool[] {
  const now = (): Date => new Date(clock.now());
  const resolve = async (accountId: number, filter: ContactFilter) => resolveFilter(db, accountId, filter, filterParts);
  return [
    tool({
      ...listContactsDoc,
      ...READS,
      input: parserOf(listContactsDoc.input, ({ filter, ...page }, fail) => ({
        ...page,
        filter: parseFilter(filter, fail, { hasCampaigns: true }),
      })),
      async handle({ principal: { accountId } }, { after_id: afterId = 0, filter, limit = DEFAULT_CONTACTS }) {
        const page = { afterId, limit: limit + 1 };
        const found = await matchingIds(db, accountId, await resolve(accountId, filter), now(), page);
        const ids = found.slice(0, limit);
        const next = found.length > limit ? (ids.at(-1) ?? null) : null;
        return { data: await presentContacts(db, accountId, ids), next };
      },
    }),
    tool({
      ...getContactDoc,
      ...READS,
      input: parserOf(getContactDoc.input, ({ email, id }, fail) => {
        if ((email === undefined) === (id === undefined)) fail('id', 'or email is required, but not both.');
        const asFilter = (_field: string, sentence: string): void => fail('email', sentence);
        return { id, filter: parseFilter({ email }, asFilter, { hasCampaigns: false }) };
      }),
      async handle({ principal: { accountId } }, { filter, id }) {
        const page = { afterId: 0, limit: 1 };
        const ids = id === undefined ? await matchingIds(db, accountId, { all: [filter] }, now(), page) : [id];
        return found(await presentContacts(db, accountId, ids));
      },
    }),
    tool({
      ...countContactsDoc,
      ...READS,
      input: parserOf(countContactsDoc.input, ({ filter }, fail) => parseFilter(filter, fail, { hasCampaigns: true })),
      async handle({ principal: { accountId } }, filter) {
        const count = await countMatching(db, accountId, await resolve(accountId, filter), now());
        return { count, filter: await describeFilter(db, accountId, filter) };
      },
    }),
  ];
}

/**
 * Returns the contact, or throws not_found if the array is empty. The message is the same whether the contact belongs
 * to another account or never existed.
 */
function found([contact]: readonly PresentedContact[]): PresentedContact {
  if (contact) return contact;
  throw new Refusal('not_found', {
    message: 'No contact has this ID or email address.',
    fix: 'Search for the contact with list-contacts and filter.query.',
  });
}

function groupTools({ db }: Parts): Tool[] {
  const pageOf = ({ page = 1 }: { readonly page?: number }) => ({ page, perPage: DEFAULT_PER_PAGE });
  return [
    tool({
      ...listListsDoc,
      ...READS,
      input: parserOf(listListsDoc.input, pageOf),
      async handle({ principal }, page) {
        const { data, total } = await findLists(db, principal.accountId, page);
        return { data: data.map(shownGroup), total };
      },
    }),
    tool({
      ...listTagsDoc,
      ...READS,
      input: parserOf(listTagsDoc.input, pageOf),
      async handle({ principal }, page) {
        const { data, total } = await findTags(db, principal.accountId, page);
        return { data: data.map(shownGroup), total };
      },
    }),
    tool({
      ...listSegmentsDoc,
      ...READS,
      input: parserOf(listSegmentsDoc.input, pageOf),
      async handle({ principal }, page) {
        return findSegments(db, principal.accountId, page);
      },
    }),
  ];
}

function shownGroup({ contacts_count, id, name }: { id: number; name: string; contacts_count: number }) {
  return { id, name, contacts_count };
}

function bulkTools(parts: Parts): Tool[] {
  return [
    tool({
      ...previewDoc,
      scope: ACCOUNT_SCOPE,
      annotations: READ_ONLY,
      input: { schema: previewDoc.input, parse: (given) => bulkActionRequest.parse(given) },
      handle: async ({ principal }, wanted) => preview(parts, principal, wanted),
    }),
    tool({
      ...applyDoc,
      scope: ACCOUNT_SCOPE,
      annotations: CHANGES,
      input: {
        schema: applyDoc.input,
        parse: (given) => ({ wanted: bulkActionRequest.parse(given), ...token.parse(given) }),
      },
      handle: async ({ principal }, { confirmation_token: confirmation, wanted }) =>
        applyConfirmed(parts, principal, wanted, confirmation),
    }),
    tool({
      ...getBulkActionDoc,
      ...READS,
      input: parserOf(getBulkActionDoc.input),
      handle: async ({ principal }, { id }) => readBulkAction(parts.db, principal.accountId, id),
    }),
  ];
}

/** Parses only the token, because the account API's parser validates the other fields. */
const token = parserOf(Type.Object({ confirmation_token: Type.Optional(Type.String()) }));

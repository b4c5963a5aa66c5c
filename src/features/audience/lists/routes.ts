import type { Database } from '../../../base/db.ts';
import { searchQuery } from '../../../http/account/listing-query.ts';
import { createRoute, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import type { Route } from '../../../http/route.ts';
import { addList, changeList, findLists, ownList, removeList, type ListUsage } from './lists.ts';
import { LIST, MAX_NAME_CHARACTERS } from './resource.ts';

const PER_PAGE = 10;

/** Dependencies of the list routes. */
export interface ListParts {
  readonly db: Database;
  readonly baseUrl: () => string;
  /** Features that can prevent the deletion of a list. */
  readonly usages: readonly ListUsage[];
}

const OF = { path: '/lists', group: 'Lists', one: 'list', many: 'lists', answer: LIST };

/** Returns the account API routes for lists. The contacts feature has the routes for list members. */
export function listRoutes(parts: ListParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    listRoute(OF, {
      summary: 'List contact lists',
      description: 'Returns lists, newest first, 10 per page.',
      query: searchQuery('name', MAX_NAME_CHARACTERS, PER_PAGE),
      perPage: PER_PAGE,
      baseUrl,
      find: async (accountId, query) => findLists(db, accountId, query),
    }),
    createRoute(OF, {
      status: 200,
      body: LIST.created,
      example: { name: 'Newsletter' },
      run: async ({ accountId }, { name = '' }) => ownList(db, accountId, (await addList(db, accountId, name)).id),
    }),
    readRoute(OF, async (accountId, id) => ownList(db, accountId, id)),
    updateRoute(OF, {
      summary: 'Rename a list',
      body: LIST.created,
      example: { name: 'Weekly news' },
      run: async ({ accountId }, id, body) => changeList(db, accountId, id, body),
    }),
    deleteRoute(OF, {
      description:
        'Deletes a list but not its contacts. You cannot delete a list that a form, landing page, or automation uses.',
      usage: { type: 'form', id: 5, title: 'Sign up' },
      run: async ({ accountId }, id) => removeList(parts, accountId, id),
    }),
  ];
}

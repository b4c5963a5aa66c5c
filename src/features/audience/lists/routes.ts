import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { addList, changeList, findLists, ownList, removeList, type ListUsage } from './lists.ts';
import { presentList } from './present.ts';
import { listDocs } from './route-docs.ts';
import { listNamed, LISTS_PER_PAGE, listsQuery } from './schema.ts';

const PATH = '/lists';

/** What the routes of lists need. */
export interface ListParts {
  readonly db: Database;
  readonly baseUrl: () => string;
  /** Who may stand in the way of deleting a list. */
  readonly usages: readonly ListUsage[];
}

/** Lists of contacts in the account API, without their members. */
export function listRoutes(parts: ListParts): Route[] {
  return [...collectionRoutes(parts), ...objectRoutes(parts)];
}

function collectionRoutes({ baseUrl, db }: ListParts): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List contact lists',
      scope: ACCOUNT_READ_SCOPES,
      query: listsQuery,
      doc: listDocs.list,
      async handle({ principal: { accountId }, query }) {
        const { lists, total } = await findLists(db, accountId, query);
        const body = page({
          data: lists.map((list) => presentList(accountId, list)),
          total,
          request: query,
          url: `${baseUrl()}${PATH}`,
          defaultPerPage: LISTS_PER_PAGE,
          parameters: { query: query.text },
        });
        return { status: 200, body };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a list',
      scope: ACCOUNT_SCOPE,
      body: listNamed,
      doc: listDocs.create,
      handle: async ({ principal: { accountId }, body }) => ({
        status: 200,
        body: presentList(accountId, await addList(db, accountId, body.name)),
      }),
    }),
  ];
}

function objectRoutes(parts: ListParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a list',
      scope: ACCOUNT_READ_SCOPES,
      doc: listDocs.read,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: presentList(accountId, await ownList(db, accountId, objectIdOf(params['id']))),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Rename a list',
      scope: ACCOUNT_SCOPE,
      body: listNamed,
      doc: listDocs.update,
      handle: async ({ principal: { accountId }, params, body }) => ({
        status: 200,
        body: presentList(accountId, await changeList(db, accountId, objectIdOf(params['id']), body.name)),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a list',
      scope: ACCOUNT_SCOPE,
      doc: listDocs.remove,
      handle: async ({ principal, params }) => remove(parts, principal.accountId, objectIdOf(params['id'])),
    }),
  ];
}

async function remove(parts: ListParts, accountId: number, id: number): Promise<Reply> {
  const usages = await removeList(parts, accountId, id);
  if (usages.length === 0) return { status: 200, body: { message: 'The list was deleted.' } };
  return {
    status: 409,
    body: { message: 'The list is in use. The `usages` field shows where the list is used.', usages },
  };
}

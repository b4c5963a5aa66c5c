import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { tagDocs } from './route-docs.ts';
import { newTag, tagChange, tagsQuery } from './schema.ts';
import { addTag, changeTag, findTags, ownTag, removeTag } from './tags.ts';

const PATH = '/contact-tags';

/** Tags of contacts in the account API, without who has them. */
export function contactTagRoutes(parts: { readonly db: Database; readonly baseUrl: () => string }): Route[] {
  return [...collectionRoutes(parts), ...objectRoutes(parts.db)];
}

function collectionRoutes({ baseUrl, db }: Parameters<typeof contactTagRoutes>[0]): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List tags',
      scope: ACCOUNT_READ_SCOPES,
      query: tagsQuery,
      doc: tagDocs.list,
      async handle({ principal, query }) {
        const { tags, total } = await findTags(db, principal.accountId, query);
        return { status: 200, body: page({ data: tags, total, request: query, url: `${baseUrl()}${PATH}` }) };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a tag',
      scope: ACCOUNT_SCOPE,
      body: newTag,
      doc: tagDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: await db.transaction(async (tx) => addTag(tx, principal.accountId, body)),
      }),
    }),
  ];
}

function objectRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a tag',
      scope: ACCOUNT_READ_SCOPES,
      doc: tagDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await ownTag(db, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update a tag',
      scope: ACCOUNT_SCOPE,
      body: tagChange,
      doc: tagDocs.update,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeTag(db, principal.accountId, objectIdOf(params['id']), body),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a tag',
      scope: ACCOUNT_SCOPE,
      doc: tagDocs.remove,
      async handle({ principal, params }) {
        await removeTag(db, principal.accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The contact tag was deleted.' } };
      },
    }),
  ];
}

import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { offsetOf, page, type PageQuery } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { addField, ownField, removeField, renameField } from './fields.ts';
import { countFields, fieldsPage, type FieldRow } from './queries.ts';
import { fieldDocs, type fieldSchema } from './route-docs.ts';
import { fieldChange, FIELDS_PER_PAGE, fieldsQuery, newField } from './schema.ts';

const PATH = '/contact-fields';
/** Where older clients look for the fields of whose token it is. */
const OLDER_PATH = '/user/contact-fields';

/** The account's own fields of contacts, in the account API. */
export function contactFieldRoutes(parts: { readonly db: Database; readonly baseUrl: () => string }): Route[] {
  return [...listRoutes(parts), ...objectRoutes(parts.db)];
}

function listRoutes({ baseUrl, db }: Parameters<typeof contactFieldRoutes>[0]): Route[] {
  const list = (path: string, doc: RouteDoc): Route =>
    route({
      method: 'GET',
      path,
      summary: 'List custom fields',
      scope: ACCOUNT_READ_SCOPES,
      query: fieldsQuery,
      doc,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfFields(db, principal.accountId, query, `${baseUrl()}${path}`),
      }),
    });
  return [
    list(PATH, fieldDocs.list),
    list(OLDER_PATH, fieldDocs.listAlias),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a custom field',
      scope: ACCOUNT_SCOPE,
      body: newField,
      doc: fieldDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: presentField(await db.transaction(async (tx) => addField(tx, principal.accountId, body))),
      }),
    }),
  ];
}

function objectRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a custom field',
      scope: ACCOUNT_READ_SCOPES,
      doc: fieldDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: presentField(await ownField(db, principal.accountId, objectIdOf(params['id']))),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Rename a custom field',
      scope: ACCOUNT_SCOPE,
      body: fieldChange,
      doc: fieldDocs.update,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: presentField(await renameField(db, principal.accountId, objectIdOf(params['id']), body)),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a custom field',
      scope: ACCOUNT_SCOPE,
      doc: fieldDocs.remove,
      async handle({ principal, params }) {
        await removeField(db, principal.accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The contact field was deleted.' } };
      },
    }),
  ];
}

async function pageOfFields(db: Database, accountId: number, request: PageQuery, url: string) {
  const total = (await countFields(db, accountId))[0]?.fields ?? 0;
  const offset = offsetOf(request);
  // Past the end nothing is looked for.
  const rows = offset < total ? await fieldsPage(db, accountId, request.perPage, offset) : [];
  return page({ data: rows.map(presentField), total, request, url, defaultPerPage: FIELDS_PER_PAGE });
}

function presentField({ id, label, name, type, created_at, updated_at }: FieldRow): AnswerOf<typeof fieldSchema> {
  return {
    id,
    label,
    name,
    type,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

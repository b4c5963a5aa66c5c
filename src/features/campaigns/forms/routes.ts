import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { changeForm, createForm, findForms, ownForm, removeForm } from './forms.ts';
import { presentForm, presentForms } from './present.ts';
import { formDocs } from './route-docs.ts';
import { formChange, formsQuery, newForm } from './schema.ts';

const PATH = '/forms';

/** What the routes of forms need. */
export interface FormParts {
  readonly db: Database;
  /** Where forms are reached. */
  readonly baseUrl: () => string;
}

/** Forms in the account API; what people see of them is `publicFormRoutes`. */
export function formRoutes(parts: FormParts): Route[] {
  return [...collectionRoutes(parts), ...objectRoutes(parts)];
}

function collectionRoutes(parts: FormParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List forms',
      scope: ACCOUNT_READ_SCOPES,
      query: formsQuery,
      doc: formDocs.list,
      async handle({ principal: { accountId }, query }) {
        const { forms, total } = await findForms(db, accountId, query);
        const body = page({
          data: await presentForms(parts, accountId, forms),
          total,
          request: query,
          url: `${baseUrl()}${PATH}`,
          parameters: { query: query.text },
        });
        return { status: 200, body };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a form',
      scope: ACCOUNT_SCOPE,
      body: newForm,
      doc: formDocs.create,
      handle: async ({ principal: { accountId }, body }) => ({
        status: 201,
        body: await presentForm(parts, accountId, await createForm(db, accountId, body)),
      }),
    }),
  ];
}

function objectRoutes(parts: FormParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a form',
      scope: ACCOUNT_READ_SCOPES,
      doc: formDocs.read,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: await presentForm(parts, accountId, await ownForm(db, accountId, objectIdOf(params['id']))),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update a form',
      scope: ACCOUNT_SCOPE,
      body: formChange,
      doc: formDocs.update,
      async handle({ principal: { accountId }, params, body }) {
        const changed = await changeForm(db, accountId, objectIdOf(params['id']), body);
        return { status: 200, body: await presentForm(parts, accountId, changed) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a form',
      scope: ACCOUNT_SCOPE,
      doc: formDocs.remove,
      async handle({ principal: { accountId }, params }) {
        await removeForm(db, accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The form was deleted.' } };
      },
    }),
  ];
}

import type { Database } from '../../../base/db.ts';
import { listingQuery } from '../../../http/account/listing-query.ts';
import { createRoute, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import type { Route } from '../../../http/route.ts';
import { addField, removeField, renameField } from './fields.ts';
import { fieldRows } from './queries.ts';
import { FIELD, fieldChange, presentField } from './resource.ts';

const PER_PAGE = 20;
const OF = {
  path: '/contact-fields',
  group: 'Custom fields',
  one: 'custom field',
  many: 'custom fields',
  answer: FIELD,
};

/** Returns the account API routes for custom fields. */
export function contactFieldRoutes({
  baseUrl,
  db,
}: {
  readonly db: Database;
  readonly baseUrl: () => string;
}): Route[] {
  const list = {
    description: 'Returns custom fields, newest first, 20 per page.',
    query: listingQuery(PER_PAGE),
    perPage: PER_PAGE,
    baseUrl,
    async find(accountId: number, request: ReturnType<ReturnType<typeof listingQuery>['parse']>) {
      const { rows, total } = await findPage(fieldRows, db, accountId, request);
      return { total, data: rows.map(presentField) };
    },
  };
  return [
    listRoute(OF, list),
    // Alias for older clients, which use this path to list the fields of the account.
    listRoute(
      { ...OF, path: '/user/contact-fields', isAddition: true },
      { ...list, description: 'Same as `GET /contact-fields`.' },
    ),
    createRoute(OF, {
      description:
        'Adds a custom field. Postrider generates the name from the label, and appends a number if the name is already used.',
      body: FIELD.created,
      example: { label: 'Birthday', contact_field_type_id: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404' },
      run: async ({ accountId }, { contact_field_type_id: type = 'text', label = '' }) =>
        presentField(await db.transaction(async (tx) => addField(tx, accountId, { label, type }))),
    }),
    readRoute(OF, async (accountId, id) => presentField(await ownRow(fieldRows, db, accountId, id))),
    updateRoute(OF, {
      summary: 'Rename a custom field',
      description:
        'If you change the label, the name changes too. Contacts keep their values for the field. You cannot change the type of a field.',
      body: fieldChange,
      example: { label: 'Birthday' },
      run: async ({ accountId }, id, body) => presentField(await renameField(db, accountId, id, body)),
    }),
    deleteRoute(OF, {
      description: 'Permanently deletes the field and its values.',
      message: 'The custom field was deleted.',
      run: async ({ accountId }, id) => removeField(db, accountId, id),
    }),
  ];
}

import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { faultAt, objectOf, textOf } from '../../fields/index.ts';
import { bodyOf, underNames, type CompatRequest } from './native.ts';
import { besideCursor, listed, pathId, readCursor, shownObjectId, type NativePage } from './objects.ts';
import { PROPERTY, PROPERTY_CHANGE } from './operations.ts';
import { anyBody, anyQuery, type AccountParts } from './parts.ts';

/** A custom field of contacts, as shown by Postrider's own API. */
export interface Property {
  readonly id: number;
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly created_at: string;
}

/** A page that holds the maximum number of custom fields of an account. */
const ALL = { page: '1', per_page: '1000' };
const PATTERN = /^[a-z][a-z0-9_]{0,49}$/;
const TYPES: Readonly<Record<string, string>> = {
  string: '0abe5601-7738-43c8-858f-81911ecf89ee',
  number: 'e43c6471-b3ff-4541-80c5-964c62decd15',
};

/** Returns all contact properties of the account. */
export async function propertiesOf(
  { native }: Pick<AccountParts, 'native'>,
  request: CompatRequest,
): Promise<readonly Property[]> {
  return (await bodyOf<NativePage<Property>>(native, request, 'GET /contact-fields', { query: ALL })).data;
}

/** Returns the routes for contact properties, which are custom fields in Postrider. */
export function propertyRoutes(parts: AccountParts, base: string): Route[] {
  const { native } = parts;
  const path = `${base}/contact-properties`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a contact property',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      handle: async (request) => ({
        status: 201,
        body: { object: 'contact_property', id: await addProperty(parts, request, request.body) },
      }),
    }),
    route({
      method: 'GET',
      path,
      summary: 'List contact properties',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('contact_property', request.query);
        const rows = await besideCursor(cursor, (query) =>
          bodyOf<NativePage<Property>>(native, request, 'GET /contact-fields', { query: { ...query } }),
        );
        return { status: 200, body: listed(rows, cursor, presentProperty) };
      },
    }),
    ...objectRoutes(parts, `${path}/:property`),
  ];
}

function objectRoutes({ native }: AccountParts, path: string): Route[] {
  const idOf = (given: string | undefined) => ({ id: pathId('contact_property', given) });
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a contact property',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const params = idOf(request.params['property']);
        const found = await bodyOf<Property>(native, request, 'GET /contact-fields/:id', { params });
        return { status: 200, body: { object: 'contact_property', ...presentProperty(found) } };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Change a contact property',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const params = idOf(request.params['property']);
        objectOf(request.body, '', PROPERTY_CHANGE.objects['']);
        const { id } = await bodyOf<Property>(native, request, 'GET /contact-fields/:id', { params });
        return { status: 200, body: { object: 'contact_property', id: shownObjectId('contact_property', id) } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a contact property',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = idOf(request.params['property']);
        await bodyOf(native, request, 'DELETE /contact-fields/:id', { params });
        return { status: 200, body: { object: 'contact_property', id: request.params['property'], deleted: true } };
      },
    }),
  ];
}

/**
 * Adds a property. Throws validation_error if the key is taken or reserved, because Postrider would choose another name
 * for such a field, and broadcasts could not use the key.
 */
async function addProperty(
  parts: Pick<AccountParts, 'native'>,
  request: CompatRequest,
  body: unknown,
): Promise<string> {
  const given = objectOf(body, '', PROPERTY.objects['']);
  const key = textOf(given, 'key') ?? '';
  const type = textOf(given, 'type') ?? '';
  if (!PATTERN.test(key)) {
    throw faultAt('key', 'must be 1 to 50 lowercase letters, digits, and underscores, and start with a letter.');
  }
  if (!Object.hasOwn(TYPES, type)) throw faultAt('type', 'must be string or number.');
  if ((await propertiesOf(parts, request)).some(({ name }) => name === key)) {
    throw faultAt('key', 'is already used by another contact property.');
  }
  const created = { label: key, contact_field_type_id: TYPES[type] };
  const { id, name } = await underNames(
    () => 'key',
    () => bodyOf<Property>(parts.native, request, 'POST /contact-fields', { body: created }),
  );
  if (name === key) return shownObjectId('contact_property', id);
  await bodyOf(parts.native, request, 'DELETE /contact-fields/:id', { params: { id: String(id) } });
  throw faultAt('key', 'is reserved. Choose another key.');
}

function presentProperty({ created_at, id, name, type }: Property): object {
  return {
    id: shownObjectId('contact_property', id),
    key: name,
    type: type === 'number' ? 'number' : 'string',
    fallback_value: null,
    created_at,
  };
}

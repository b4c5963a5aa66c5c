import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { changeAdapter, readAdapters } from './adapter.ts';
import { VENDORS, type Vendor } from './types.ts';

const PATH = '/dashboard/adapters';
const GROUP = 'Dashboard: vendor compatibility';

const adapterSchema = Type.Object(
  {
    vendor: Type.Enum([...VENDORS]),
    name: Type.String({ description: 'The name of the vendor.' }),
    is_on: Type.Boolean({
      description: 'Whether the API is on. If true, the vendor’s clients can access the account.',
    }),
    is_locked: Type.Boolean({
      description: 'Whether the operator turned the API off. If true, the account cannot turn on the API.',
    }),
  },
  { $id: 'DashboardAdapter' },
);
const EXAMPLE = { vendor: 'mailgun', name: 'Mailgun', is_on: true, is_locked: false };

const docs = {
  list: {
    group: GROUP,
    description: 'By default, compatible APIs are on for the operator account and off for other accounts.',
    answers: [
      {
        status: 200,
        description: 'The compatible APIs, one per vendor.',
        schema: Type.Object({ data: Type.Array(adapterSchema) }),
        example: { data: [EXAMPLE] },
      },
    ],
  },
  change: {
    group: GROUP,
    description:
      'The change takes effect within a second. API keys and their scopes do not change. An account cannot turn on an API ' +
      'that the operator turned off.',
    params: { vendor: { description: `The vendor: ${VENDORS.join(', ')}.`, example: 'mailgun' } },
    requestExample: { is_on: true },
    answers: [{ status: 200, description: 'The updated compatible API.', schema: adapterSchema, example: EXAMPLE }],
    problems: ['feature_not_available', 'not_found', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;

const changeRequest = parserOf(Type.Object({ is_on: Type.Boolean() }, { additionalProperties: false }), (given) => ({
  isOn: given.is_on,
}));

/**
 * Returns the routes for the settings of vendor adapters. All users of the account can read the settings, and admins
 * can change them.
 */
export function adapterRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List the compatible APIs of other vendors',
      scope: 'dashboard:read',
      doc: docs.list,
      handle: async ({ principal }) => ({ status: 200, body: { data: await readAdapters(db, principal) } }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:vendor`,
      summary: 'Turn a compatible API on or off',
      scope: 'dashboard:admin',
      body: changeRequest,
      doc: docs.change,
      handle: async ({ body, params, principal }) => ({
        status: 200,
        body: await changeAdapter(db, principal, vendorOf(params['vendor']), body.isOn),
      }),
    }),
  ];
}

function vendorOf(given: string | undefined): Vendor {
  const vendor = VENDORS.find((known) => known === given);
  if (!vendor) throw new Refusal('not_found', { message: `The vendor must be one of ${VENDORS.join(', ')}.` });
  return vendor;
}

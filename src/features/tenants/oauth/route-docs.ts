import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const CLIENTS = 'Dashboard: OAuth clients';
const GRANTS = 'Dashboard: connected applications';
const CLIENT_PARAM = { id: { description: 'ID of the client.', example: '3' } };
const GRANT_PARAM = { id: { description: 'ID of the grant.', example: '9' } };
const TIME = Type.String({ format: 'date-time' });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const fields = {
  id: Type.Integer(),
  client_id: Type.String(),
  name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  is_public: Type.Boolean(),
  secret_last4: TEXT_OR_NULL,
  created_at: TIME,
  last_allowed_at: Type.Union([TIME, Type.Null()], {
    description: 'When a user last authorized the client. Null if no user has authorized the client.',
  }),
};

export const clientSchema = Type.Object(fields, { $id: 'OauthClient' });
const newClientSchema = Type.Object(
  {
    ...fields,
    client_secret: Type.Union([Type.String(), Type.Null()], {
      description: 'The client secret, which is shown only once. Null for a public client.',
    }),
  },
  { $id: 'NewOauthClient' },
);

export const grantSchema = Type.Object(
  {
    id: Type.Integer(),
    client: Type.Object({
      client_id: Type.String(),
      name: Type.String(),
      hosts: Type.Array(Type.String(), { description: 'Hosts of the redirect URIs.' }),
      is_self_registered: Type.Boolean(),
    }),
    person: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
    scopes: Type.Array(Type.String()),
    created_at: TIME,
    last_used_at: Type.Union([TIME, Type.Null()], { description: 'When a token was last issued for this grant.' }),
  },
  { $id: 'OauthGrant' },
);

const CLIENT = {
  id: 3,
  client_id: 'Q2x9mT4vLk7WdRz81bNcYp0a',
  name: 'Newsletter plugin',
  redirect_uris: ['https://shop.example/oauth/callback'],
  is_public: false,
  secret_last4: 'k7Wd',
  created_at: '2026-11-02T08:15:00.000Z',
  last_allowed_at: '2026-11-20T10:00:00.000Z',
};

const GRANT = {
  id: 9,
  client: { client_id: CLIENT.client_id, name: CLIENT.name, hosts: ['shop.example'], is_self_registered: false },
  person: { id: 1, name: 'Ada', email: 'ada@acme.example' },
  scopes: ['account'],
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T08:14:00.000Z',
};

const shown = (status: number): RouteDoc['answers'] => [
  {
    status,
    description: 'The client with its secret, which is shown only once.',
    schema: newClientSchema,
    example: { ...CLIENT, client_secret: 'pos_Q2x9...k7Wd' },
  },
];
const gone = (message: string): RouteDoc['answers'] => [
  {
    status: 200,
    description: 'Done.',
    schema: Type.Object({ message: Type.String() }),
    example: { message },
  },
];

/** API documentation for the client routes. */
export const clientDocs = {
  list: {
    group: CLIENTS,
    description:
      'Returns the clients that were created in the dashboard. Dynamically registered clients appear only in the list of grants.',
    answers: [
      {
        status: 200,
        description: 'The clients, newest first.',
        schema: Type.Object({ data: Type.Array(clientSchema) }),
        example: { data: [CLIENT] },
      },
    ],
  },
  create: {
    group: CLIENTS,
    requestExample: { name: CLIENT.name, redirect_uris: CLIENT.redirect_uris, is_public: false },
    answers: shown(201),
    problems: ['conflict', 'validation_error'],
  },
  change: {
    group: CLIENTS,
    description: 'Omitted fields stay unchanged. Existing grants of the client are kept.',
    params: CLIENT_PARAM,
    requestExample: { name: 'Newsletter plugin, staging' },
    answers: [{ status: 200, description: 'The updated client.', schema: clientSchema, example: CLIENT }],
    problems: ['not_found', 'validation_error'],
  },
  remove: {
    group: CLIENTS,
    description: 'Deletes the client and revokes all of its grants and tokens.',
    params: CLIENT_PARAM,
    answers: gone('The client was deleted.'),
    problems: ['not_found'],
  },
  rotate: {
    group: CLIENTS,
    description: 'The previous secret stops working immediately. Existing tokens remain valid.',
    params: CLIENT_PARAM,
    answers: shown(200),
    problems: ['not_found', 'conflict'],
  },
} satisfies Record<string, RouteDoc>;

/** API documentation for the grant routes. */
export const grantDocs = {
  list: {
    group: GRANTS,
    description: 'Returns your grants. For owners and admins, returns the grants of all members.',
    answers: [
      {
        status: 200,
        description: 'The grants, newest first.',
        schema: Type.Object({ data: Type.Array(grantSchema) }),
        example: { data: [GRANT] },
      },
    ],
  },
  remove: {
    group: GRANTS,
    description: 'The tokens of the application stop working within a second.',
    params: GRANT_PARAM,
    answers: gone('The application’s access was revoked.'),
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const CLIENTS = 'Dashboard: OAuth clients';
const GRANTS = 'Dashboard: connected applications';
const CLIENT_PARAM = { id: { description: 'Number of the client.', example: '3' } };
const GRANT_PARAM = { id: { description: 'Number of the grant.', example: '9' } };
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
  last_allowed_at: Type.Union([TIME, Type.Null()], { description: 'When somebody last allowed it something.' }),
};

export const clientSchema = Type.Object(fields, { $id: 'OauthClient' });
const newClientSchema = Type.Object(
  {
    ...fields,
    client_secret: Type.Union([Type.String(), Type.Null()], {
      description: 'The secret, shown this once; null of a public client.',
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
      hosts: Type.Array(Type.String(), { description: 'Where its redirects lead.' }),
      is_self_registered: Type.Boolean(),
    }),
    person: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
    scopes: Type.Array(Type.String()),
    created_at: TIME,
    last_used_at: Type.Union([TIME, Type.Null()], { description: 'When a token was last given out.' }),
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
    description: 'The client with its secret, shown this once.',
    schema: newClientSchema,
    example: { ...CLIENT, client_secret: 'pos_Q2x9...k7Wd' },
  },
];
const gone: RouteDoc['answers'] = [
  {
    status: 200,
    description: 'It is gone.',
    schema: Type.Object({ message: Type.String() }),
    example: { message: 'It has ended.' },
  },
];

/** What the API document says of the routes of OAuth clients. */
export const clientDocs = {
  list: {
    group: CLIENTS,
    description:
      'Those that were made here; clients that registered themselves are listed with what was allowed to them.',
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
    description: 'Fields that are absent stay as they are. What was allowed to the client stays too.',
    params: CLIENT_PARAM,
    requestExample: { name: 'Newsletter plugin, staging' },
    answers: [{ status: 200, description: 'The client as it is now.', schema: clientSchema, example: CLIENT }],
    problems: ['not_found', 'validation_error'],
  },
  remove: {
    group: CLIENTS,
    description: 'Everything that anybody allowed it ends with it.',
    params: CLIENT_PARAM,
    answers: gone,
    problems: ['not_found'],
  },
  rotate: {
    group: CLIENTS,
    description: 'The secret before it is refused from now on; tokens stay.',
    params: CLIENT_PARAM,
    answers: shown(200),
    problems: ['not_found', 'conflict'],
  },
} satisfies Record<string, RouteDoc>;

/** What the API document says of the routes of grants. */
export const grantDocs = {
  list: {
    group: GRANTS,
    description: 'One’s own; admins see those of everybody in the account.',
    answers: [
      {
        status: 200,
        description: 'What was allowed, newest first.',
        schema: Type.Object({ data: Type.Array(grantSchema) }),
        example: { data: [GRANT] },
      },
    ],
  },
  remove: {
    group: GRANTS,
    description: 'Its tokens are refused within a second.',
    params: GRANT_PARAM,
    answers: gone,
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;

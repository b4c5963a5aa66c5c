import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: keys';
const PARAMS = { id: { description: 'ID of the key.', example: '12' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const COUNT_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key.' }),
  last4: Type.String({ description: 'Last four characters of the key.' }),
  scopes: Type.Array(Type.String()),
  domain: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['living', 'ending', 'expired', 'revoked']),
  rate: Type.Object({
    per_second: COUNT_OR_NULL,
    per_minute: COUNT_OR_NULL,
    is_own: Type.Boolean({
      description: 'Whether the key has a separate rate limit. If false, the rate limit of the plan applies.',
    }),
    used_last_minute: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Approximate number of requests in the last minute. Null if no per-minute limit applies.',
    }),
  }),
  created_at: TIME,
  last_used_at: TIME_OR_NULL,
  expires_at: TIME_OR_NULL,
  revoked_at: TIME_OR_NULL,
  replaced_by: Type.Union([Type.Integer(), Type.Null()], {
    description: 'ID of the key that replaced this key. Null unless the key was rotated.',
  }),
  made_by: Type.Union(
    [
      Type.Object({
        id: Type.Integer(),
        name: Type.Union([Type.String(), Type.Null()], { description: 'Null if the user was deleted.' }),
        is_member: Type.Boolean({
          description:
            'Whether the user is still a member of the account. The key works even if the user has left the account.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'Null if the key was created on the command line, or if its creator is unknown.' },
  ),
};

/** Schema of a key in the API reference. */
export const keySchema = Type.Object(fields, { $id: 'DashboardKey' });
const newKeySchema = Type.Object(
  {
    ...fields,
    key: Type.String({ description: 'The API key, which is shown only once.' }),
    signing: Type.Union(
      [Type.Object({ access_key_id: Type.String(), secret_access_key: Type.String() }), Type.Null()],
      {
        description: 'Credentials for Amazon SES clients, shown only once. Null unless you set `signing` to true.',
      },
    ),
  },
  { $id: 'DashboardNewKey' },
);

/** Example key for the API reference. */
export const KEY_EXAMPLE = {
  id: 12,
  name: 'Shop, production',
  prefix: 'pr_Q2x9',
  last4: 'k7Wd',
  scopes: ['transactional:send'],
  domain: 'acme.example',
  status: 'living',
  rate: { per_second: 5, per_minute: 300, is_own: false, used_last_minute: 41 },
  created_at: '2026-11-02T08:15:00.000Z',
  last_used_at: '2026-11-21T08:14:00.000Z',
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
  made_by: { id: 1, name: 'Ada', is_member: true },
};

const NEW_EXAMPLE = {
  ...KEY_EXAMPLE,
  last_used_at: null,
  rate: { ...KEY_EXAMPLE.rate, used_last_minute: 0 },
  key: 'pr_Q2x9...k7Wd',
  signing: null,
};

const made: RouteDoc['answers'] = [
  { status: 201, description: 'The new key, shown only once.', schema: newKeySchema, example: NEW_EXAMPLE },
];

/** API documentation for the key routes. */
export const keyDocs = {
  list: {
    group: GROUP,
    description:
      'Returns up to 1,000 keys. Active keys are listed before other keys, and newer keys before older keys. The response does not contain the secret keys, because they are not stored.',
    answers: [
      {
        status: 200,
        description: 'The API keys.',
        schema: Type.Object({ data: Type.Array(keySchema) }),
        example: { data: [KEY_EXAMPLE] },
      },
    ],
  },
  create: {
    group: GROUP,
    description: 'Creates an API key. An account can have at most 1,000 active keys.',
    requestExample: { name: 'Shop, production', scopes: ['transactional:send'], domain: 'acme.example' },
    answers: made,
    problems: ['conflict', 'validation_error'],
  },
  change: {
    group: GROUP,
    description:
      'Omitted fields stay unchanged. You cannot change the scopes or the domain of a key. Create a new key instead.',
    params: PARAMS,
    requestExample: { name: 'Shop, staging', rate_per_minute: 60 },
    answers: [{ status: 200, description: 'The updated key.', schema: keySchema, example: KEY_EXAMPLE }],
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  revoke: {
    group: GROUP,
    description: 'The key stops working within a second. You cannot undo the revocation.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The revoked key.',
        schema: keySchema,
        example: { ...KEY_EXAMPLE, status: 'revoked', revoked_at: '2026-11-21T08:15:00.000Z' },
      },
    ],
    problems: ['not_found'],
  },
  rotate: {
    group: GROUP,
    description:
      'The new key has the same scopes, domain, and rate limit. The old key stays valid for `overlap_hours` hours. ' +
      'If `overlap_hours` is 0, the old key expires immediately.',
    params: PARAMS,
    requestExample: { overlap_hours: 24 },
    answers: made,
    problems: ['not_found', 'conflict', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;

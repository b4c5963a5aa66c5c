import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: keys';
const PARAMS = { id: { description: 'Number of the key.', example: '12' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const COUNT_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String({ description: 'How the key begins.' }),
  last4: Type.String({ description: 'How it ends.' }),
  scopes: Type.Array(Type.String()),
  domain: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['living', 'ending', 'expired', 'revoked']),
  rate: Type.Object({
    per_second: COUNT_OR_NULL,
    per_minute: COUNT_OR_NULL,
    is_own: Type.Boolean({ description: 'Whether the key has a rate of its own; else its plan decides.' }),
    used_last_minute: Type.Union([Type.Integer(), Type.Null()], {
      description: 'About how many requests the last minute had; null without a limit of the minute.',
    }),
  }),
  created_at: TIME,
  last_used_at: TIME_OR_NULL,
  expires_at: TIME_OR_NULL,
  revoked_at: TIME_OR_NULL,
  replaced_by: Type.Union([Type.Integer(), Type.Null()], { description: 'Number of the key that followed it.' }),
  made_by: Type.Union(
    [
      Type.Object({
        id: Type.Integer(),
        name: Type.Union([Type.String(), Type.Null()], { description: 'Null when the person was deleted.' }),
        is_member: Type.Boolean({ description: 'False when the person left the account; the key goes on working.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null when it was made on the command line, or when nobody knows.' },
  ),
};

/** What the API document says of a key. */
export const keySchema = Type.Object(fields, { $id: 'DashboardKey' });
const newKeySchema = Type.Object(
  {
    ...fields,
    key: Type.String({ description: 'The key. It is shown this once.' }),
    signing: Type.Union(
      [Type.Object({ access_key_id: Type.String(), secret_access_key: Type.String() }), Type.Null()],
      { description: 'What clients of Amazon SES sign with, shown this once; null unless it was asked for.' },
    ),
  },
  { $id: 'DashboardNewKey' },
);

/** A key as examples show it. */
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
  { status: 201, description: 'The key, shown this once.', schema: newKeySchema, example: NEW_EXAMPLE },
];

/** What the API document says of the routes of keys. */
export const keyDocs = {
  list: {
    group: GROUP,
    description: 'The thousand newest, those that still let somebody in first. The keys themselves are not stored.',
    answers: [
      {
        status: 200,
        description: 'The keys.',
        schema: Type.Object({ data: Type.Array(keySchema) }),
        example: { data: [KEY_EXAMPLE] },
      },
    ],
  },
  create: {
    group: GROUP,
    description: 'An account may have a thousand keys that let somebody in.',
    requestExample: { name: 'Shop, production', scopes: ['transactional:send'], domain: 'acme.example' },
    answers: made,
    problems: ['conflict', 'validation_error'],
  },
  change: {
    group: GROUP,
    description: 'Fields that are absent stay as they are. What a key may do cannot be changed: make another one.',
    params: PARAMS,
    requestExample: { name: 'Shop, staging', rate_per_minute: 60 },
    answers: [{ status: 200, description: 'The key as it is now.', schema: keySchema, example: KEY_EXAMPLE }],
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  revoke: {
    group: GROUP,
    description: 'It is refused within a second, for good.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The key, which is revoked.',
        schema: keySchema,
        example: { ...KEY_EXAMPLE, status: 'revoked', revoked_at: '2026-11-21T08:15:00.000Z' },
      },
    ],
    problems: ['not_found'],
  },
  rotate: {
    group: GROUP,
    description:
      'The new key may do what the old one may. The old one is taken for `overlap_hours` more and refused within a ' +
      'second after that; with 0 it ends at once.',
    params: PARAMS,
    requestExample: { overlap_hours: 24 },
    answers: made,
    problems: ['not_found', 'conflict', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: access tokens';
const TIME = Type.String({ format: 'date-time' });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });

const token = {
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String({ description: 'What the token begins with.' }),
  last4: Type.String({ description: 'What it ends with.' }),
  person: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }), Type.Null()], {
    description: 'Whose it is; null when it acts for the account itself.',
  }),
  is_member: Type.Boolean({ description: 'False when that person has left the account: then it lets nobody in.' }),
  created_at: TIME,
  last_used_at: timeOrNull('Exact to a minute; null: never.'),
  revoked_at: timeOrNull('Null while it lives.'),
};
export const tokenSchema = Type.Object(token, { $id: 'AccessToken' });
const newTokenSchema = Type.Object(
  { ...token, token: Type.String({ description: 'The whole token, told this once.' }) },
  { $id: 'NewAccessToken' },
);

const EXAMPLE = {
  id: 12,
  name: 'Website',
  prefix: 'pt_k3Jx',
  last4: '9sQw',
  person: { id: 3, name: 'Ann Arden', email: 'ann@acme.example' },
  is_member: true,
  created_at: '2026-11-21T08:15:00.000Z',
  last_used_at: null,
  revoked_at: null,
};

/** What the API document says of the routes of tokens. */
export const tokenDocs = {
  list: {
    group: GROUP,
    description: 'Those that live first, newest first, at most 1,000.',
    answers: [
      {
        status: 200,
        description: 'The tokens.',
        schema: Type.Object({ data: Type.Array(tokenSchema) }),
        example: { data: [EXAMPLE] },
      },
    ],
    problems: ['forbidden'],
  },
  create: {
    group: GROUP,
    description:
      'The token uses the account API with the rights that its person has in the account at that moment. It is stored as ' +
      'a hash: nobody can show it again.',
    requestExample: { name: 'Website' },
    answers: [
      {
        status: 201,
        description: 'The token.',
        schema: newTokenSchema,
        example: { ...EXAMPLE, token: 'pt_k3JxVt5bqLr0YpZ2mN8cWd4uHs7fGa1eXo6iTj3R9sQw' },
      },
    ],
    problems: ['conflict'],
  },
  revoke: {
    group: GROUP,
    description: 'Every process refuses it within a second. Owners and admins revoke those of others, too.',
    params: { id: { description: 'Number of the token.', example: '12' } },
    answers: [
      {
        status: 200,
        description: 'It is revoked.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The access token is revoked.' },
      },
    ],
    problems: ['not_found', 'forbidden'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: access tokens';
const TIME = Type.String({ format: 'date-time' });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });

const token = {
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the token.' }),
  last4: Type.String({ description: 'Last four characters of the token.' }),
  person: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }), Type.Null()], {
    description: 'The user who owns the token. Null if the token belongs to the account.',
  }),
  is_member: Type.Boolean({
    description: 'Whether the owner is still a member of the account. If false, the token no longer works.',
  }),
  created_at: TIME,
  last_used_at: timeOrNull('When the token was last used, accurate to the minute. Null if the token was never used.'),
  revoked_at: timeOrNull('When the token was revoked. Null if the token is active.'),
};
export const tokenSchema = Type.Object(token, { $id: 'AccessToken' });
const newTokenSchema = Type.Object(
  { ...token, token: Type.String({ description: 'The token, which is shown only once.' }) },
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

/** API documentation for the token routes. */
export const tokenDocs = {
  list: {
    group: GROUP,
    description:
      'Returns up to 1,000 tokens. Active tokens are listed before revoked tokens, and newer tokens before older tokens.',
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
      'The token can access the account API with the current role of its owner. Only a hash of the token is stored, so the ' +
      'token cannot be shown again.',
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
    description:
      'The token stops working within a second. Owners and admins can also revoke the tokens of other members.',
    params: { id: { description: 'ID of the token.', example: '12' } },
    answers: [
      {
        status: 200,
        description: 'The token was revoked.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The access token was revoked.' },
      },
    ],
    problems: ['not_found', 'forbidden'],
  },
} satisfies Record<string, RouteDoc>;

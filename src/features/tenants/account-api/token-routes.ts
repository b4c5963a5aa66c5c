import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { tokenDocs } from './token-docs.ts';
import { endToken, listVisibleTokens, makeToken } from './tokens.ts';

const SCOPE = 'dashboard:write';
/** Maximum length of a token's name, in characters. */
export const MAX_NAME_CHARACTERS = 191;

const listQuery = parserOf(
  Type.Object({
    people: Type.Optional(
      Type.String({
        description: 'Set to `all` to return the tokens of all members. Only owners and admins can do this.',
      }),
    ),
  }),
  ({ people }, fail) => {
    if (people && people !== 'all') fail('people', 'must be `all` or omitted.');
    return { ofEverybody: people === 'all' };
  },
);

const newToken = parserOf(
  Type.Object({ name: Type.String({ description: `Name of the token, up to ${MAX_NAME_CHARACTERS} characters.` }) }),
  ({ name: given }, fail) => {
    const name = given.trim();
    if (name === '') fail('name', 'must not be empty.');
    if (Array.from(name).length > MAX_NAME_CHARACTERS)
      fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
    return { name };
  },
);

/** Returns the dashboard routes for personal access tokens. */
export function tokenRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/tokens',
      summary: 'List your personal access tokens',
      scope: SCOPE,
      query: listQuery,
      doc: tokenDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: { data: await listVisibleTokens(db, principal, query.ofEverybody) },
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/tokens',
      summary: 'Create a personal access token',
      scope: SCOPE,
      body: newToken,
      doc: tokenDocs.create,
      handle: async ({ principal, body }) => ({ status: 201, body: await makeToken(db, principal, body.name) }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/tokens/:id',
      summary: 'Revoke a personal access token',
      scope: SCOPE,
      doc: tokenDocs.revoke,
      async handle({ principal, params }) {
        await endToken(db, principal, params['id']);
        return { status: 200, body: { message: 'The access token was revoked.' } };
      },
    }),
  ];
}

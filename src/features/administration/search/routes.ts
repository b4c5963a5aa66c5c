import { Type } from 'typebox';
import type { Database, Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { findContacts, findNamed, FOUND_KINDS } from './queries.ts';

/** Maximum number of results of each kind. */
const MAX_RESULTS = 5;
const MAX_QUERY_CHARACTERS = 200;
/**
 * Minimum length of a search text, in characters. A shorter text has no trigrams, so the index of contacts cannot be
 * used for it.
 */
const MIN_CHARACTERS = 3;

const foundSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        kind: Type.Enum([...FOUND_KINDS]),
        id: Type.Integer(),
        name: Type.String({ description: 'Name, title, or email address of the object.' }),
      }),
      { description: `Up to ${MAX_RESULTS} objects of each kind, best match first.` },
    ),
  },
  { $id: 'FoundObjects' },
);

const searchQuery = parserOf(
  Type.Object({ query: Type.String({ description: 'Part of a name or email address, case-insensitive.' }) }),
  ({ query }, fail): { readonly text: string } => {
    const text = query.trim();
    if (text === '') fail('query', 'is required.');
    if (Array.from(text).length > MAX_QUERY_CHARACTERS) {
      fail('query', `must have at most ${MAX_QUERY_CHARACTERS} characters.`);
    }
    return { text };
  },
);

/** Returns the route that finds objects of an account for the command palette. */
export function searchRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/search',
      summary: 'Search by name',
      scope: 'dashboard:read',
      query: searchQuery,
      doc: {
        group: 'Dashboard: campaigns',
        description:
          'Finds campaigns, contacts, lists, segments, tags, forms, landing pages, automations, and templates.',
        answers: [
          {
            status: 200,
            description: 'The objects.',
            schema: foundSchema,
            example: { data: [{ kind: 'campaign', id: 9, name: 'November news' }] },
          },
        ],
        problems: ['validation_error'],
      },
      async handle({ principal: { accountId }, query: { text } }) {
        return { status: 200, body: await search(db, accountId, text) };
      },
    }),
  ];
}

async function search(db: Db, accountId: number, text: string): Promise<AnswerOf<typeof foundSchema>> {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const [contains, startsWith] = [`%${escaped}%`, `${escaped}%`];
  const address = text.toLowerCase();
  const named = await findNamed(db, accountId, text, contains, startsWith, MAX_RESULTS);
  const isIndexed = Array.from(text).length >= MIN_CHARACTERS;
  const contacts = await findContacts(
    db,
    accountId,
    isIndexed ? contains : null,
    address,
    `${address}\u{10FFFF}`,
    MAX_RESULTS,
  );
  return { data: [...named, ...contacts].map(({ id, kind, name }) => ({ kind, id, name })) };
}

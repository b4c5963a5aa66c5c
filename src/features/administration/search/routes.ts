import { Type } from 'typebox';
import type { Database, Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { findByAddress, findContacts, findNamed, findRecent, FOUND_KINDS, type FoundRow } from './queries.ts';

/** Maximum number of results of each kind. */
const MAX_RESULTS = 5;
const MAX_QUERY_CHARACTERS = 200;
/**
 * Minimum length, in characters, of a text that is searched anywhere in the addresses and names of contacts. A shorter
 * text has no trigrams, so the index cannot be used, and it matches only the start of addresses.
 */
const MIN_CHARACTERS = 3;

/** Number of newest contacts that are searched before the index. */
const SAMPLE = 2_000;
/**
 * Maximum number of contacts that contain the words of a search text. If more contacts contain them, the index is not
 * searched.
 */
const MAX_INDEXED = 50_000;

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
            description: 'The matching objects.',
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
  const [contains, startsWith] = [`%${escaped(text)}%`, `${escaped(text)}%`];
  const named = await findNamed(db, accountId, text, contains, startsWith, MAX_RESULTS);
  const contacts = await searchContacts(db, accountId, text);
  return { data: [...named, ...contacts].map(({ id, kind, name }) => ({ kind, id, name })) };
}

/**
 * Finds contacts by the beginning of the address, then by any part of the address or name: first among the newest
 * contacts, then among all of them. The index scan reads every contact that contains the words of the search text. It
 * is skipped if too many contacts contain them, according to an estimate from the newest contacts.
 */
export async function searchContacts(db: Db, accountId: number, text: string): Promise<FoundRow[]> {
  const address = text.toLowerCase();
  const found = await findByAddress(db, accountId, address, `${address}\u{10FFFF}`, MAX_RESULTS);
  if (found.length === MAX_RESULTS || Array.from(text).length < MIN_CHARACTERS) return found;
  const contains = `%${escaped(text)}%`;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [text];
  const patterns = words.map((word) => `%${escaped(word)}%`);
  const recent = await findRecent(db, accountId, contains, patterns, SAMPLE);
  const matches = [...found, ...recent.filter((row) => row.is_match)];
  const isCommon = (recent.length / SAMPLE) * (recent[0]?.contacts ?? 0) > MAX_INDEXED;
  const isDone = isCommon || matches.length >= MAX_RESULTS;
  const others = isDone ? [] : await findContacts(db, accountId, contains, MAX_RESULTS);
  return [...new Map([...matches, ...others].map((row) => [row.id, row])).values()].slice(0, MAX_RESULTS);
}

/** Escapes the wildcards of LIKE. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

import { Type } from 'typebox';
import { parserOf, type Parser } from '../parser.ts';
import { DEFAULT_PER_PAGE, pageParameters, pageQueryOf, type PageQuery } from './page.ts';

/** A page of a listing, and the text to search for. */
export interface ListingQuery extends PageQuery {
  readonly text?: string | undefined;
}

export function listingQuery(perPage = DEFAULT_PER_PAGE): Parser<PageQuery> {
  return parserOf(Type.Object(pageParameters(perPage)), (given, fail) => pageQueryOf(given, fail, perPage));
}

/**
 * Creates the query parser for a listing with search. `query` may have at most `most` characters, and an empty value
 * counts as absent. `field` names the searched field in the API document.
 */
export function searchQuery(field: string, most: number, perPage = DEFAULT_PER_PAGE): Parser<ListingQuery> {
  const query = Type.Optional(Type.String({ description: `Part of the ${field}, case-insensitive.` }));
  return parserOf(Type.Object({ ...pageParameters(perPage), query }), (given, fail) => {
    const text = given.query?.trim() ?? '';
    if (Array.from(text).length > most) fail('query', `must have at most ${most} characters.`);
    return { ...pageQueryOf(given, fail, perPage), text: text === '' ? undefined : text };
  });
}

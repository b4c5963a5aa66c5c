import { Type } from 'typebox';
import { pageParameters, pageQueryOf, type PageQuery } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import {
  CAMPAIGN_CONDITIONS,
  conditionSchema,
  filterSchemaFor,
  filterToJson,
  parseConditions,
  parseFilter,
  type ContactFilter,
} from '../contact-filters/index.ts';

/** Where per-campaign conditions are no conditions. */
const IN_A_LISTING = { hasCampaigns: false };

/** A listing of contacts that was asked for. */
export interface ListingQuery {
  readonly request: PageQuery;
  /** What stands beside `filter`. */
  readonly beside: ContactFilter;
  readonly filter: ContactFilter;
  readonly isCountOnly: boolean;
  /** The same conditions as parameters of a query, for links to other pages. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The conditions as a query has them, each a parameter of its own: `filter[status]`, `filter[in_list_ids][]`. */
export function filterParameters() {
  const { properties } = filterSchemaFor('', CAMPAIGN_CONDITIONS);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [`filter[${name}]${'items' in schema ? '[]' : ''}`, schema]),
  );
}

const shownListing = Type.Object({
  query: conditionSchema('query'),
  unsubscribed: conditionSchema('unsubscribed'),
  email: conditionSchema('email'),
  count_only: Type.Optional(Type.Boolean({ description: 'Whether to return only the number of contacts.' })),
  ...filterParameters(),
  ...pageParameters(),
});

const ANYTHING = Type.Optional(Type.Unknown());
const givenListing = Type.Object({
  query: ANYTHING,
  unsubscribed: ANYTHING,
  email: ANYTHING,
  count_only: ANYTHING,
  filter: ANYTHING,
  ...pageParameters(),
});

/** The parser of the listing of contacts, with a filter in brackets. */
export const listingQuery = shownAs(
  shownListing,
  parserOf(givenListing, (given, fail): ListingQuery => {
    const { count_only: countOnly, email, filter: conditions, query, unsubscribed } = given;
    const beside = parseConditions({ query, unsubscribed, email }, fail, IN_A_LISTING);
    const filter = parseFilter(conditions, fail, IN_A_LISTING);
    return {
      request: pageQueryOf(given, fail),
      beside,
      filter,
      isCountOnly: flagOf(countOnly, (sentence) => fail('count_only', sentence)),
      parameters: { ...parametersOf(beside), ...parametersOf(filter, 'filter') },
    };
  }),
);

/** Read as any condition that is true or false. */
function flagOf(given: unknown, complain: (sentence: string) => void): boolean {
  const { unsubscribed: flag } = parseConditions(
    { unsubscribed: given },
    (_field, sentence) => complain(sentence),
    IN_A_LISTING,
  );
  return flag ?? false;
}

/** The parser of a listing in which only words are looked for. */
export const searchQuery = shownAs(
  Type.Object({ query: conditionSchema('query'), ...pageParameters() }),
  parserOf(Type.Object({ query: ANYTHING, ...pageParameters() }), (given, fail): Omit<ListingQuery, 'filter'> => {
    const beside = parseConditions({ query: given.query }, fail, IN_A_LISTING);
    return { request: pageQueryOf(given, fail), beside, isCountOnly: false, parameters: parametersOf(beside) };
  }),
);

/** A filter as parameters of a query: `filter[in_list_ids][0]`. */
function parametersOf(filter: ContactFilter, under?: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filterToJson(filter)).flatMap(([name, value]) => {
      const key = under === undefined ? name : `${under}[${name}]`;
      if (!Array.isArray(value)) return [[key, String(value)]];
      return value.map((item, index) => [`${key}[${index}]`, String(item)]);
    }),
  );
}

import { Type } from 'typebox';
import { pageParameters, pageQueryOf, type PageQuery } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import {
  ALL_CONDITIONS,
  CAMPAIGN_CONDITIONS,
  conditionSchema,
  filterToJson,
  isFlatFilter,
  isStructured,
  parseConditions,
  parseFilter,
  type ContactFilter,
} from '../contact-filters/index.ts';

/** Listings support conditions on campaigns only in a filter that is a JSON document. */
const IN_A_LISTING = { hasCampaigns: false };

/** Parsed request for a contact listing. */
export interface ListingQuery {
  readonly request: PageQuery;
  /** Conditions from query parameters other than `filter`. */
  readonly beside: ContactFilter;
  readonly filter: ContactFilter;
  readonly isCountOnly: boolean;
  /** The conditions as query parameters, for links to other pages. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Returns the query parameters for conditions, such as `filter[status]` and `filter[in_list_ids][]`, and the parameter
 * for a JSON document, which can also contain groups and conditions whose values are objects.
 */
export function filterParameters() {
  const flat = ALL_CONDITIONS.filter(
    ({ condition, name }) => !CAMPAIGN_CONDITIONS.includes(name) && !isStructured(condition.kind.schema),
  );
  const conditions = flat.map(({ name }) => {
    const schema = conditionSchema(name);
    return [`filter[${name}]${'items' in schema ? '[]' : ''}`, schema] as const;
  });
  return { ...Object.fromEntries(conditions), filter: DOCUMENT };
}

const DOCUMENT = Type.Optional(
  Type.String({
    description:
      'Postrider extension. A filter as a JSON object, with the properties of the `filter` of a bulk action. Replaces the `filter[...]` parameters.',
  }),
);

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

/** Parses a request for the contact listing, with conditions in `filter[...]`. */
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

/** Parses a boolean parameter by the same rules as a boolean condition. */
function flagOf(given: unknown, complain: (sentence: string) => void): boolean {
  const { unsubscribed: flag } = parseConditions(
    { unsubscribed: given },
    (_field, sentence) => complain(sentence),
    IN_A_LISTING,
  );
  return flag ?? false;
}

/** Parses a request for a listing that supports only a search. */
export const searchQuery = shownAs(
  Type.Object({ query: conditionSchema('query'), ...pageParameters() }),
  parserOf(Type.Object({ query: ANYTHING, ...pageParameters() }), (given, fail): Omit<ListingQuery, 'filter'> => {
    const beside = parseConditions({ query: given.query }, fail, IN_A_LISTING);
    return { request: pageQueryOf(given, fail), beside, isCountOnly: false, parameters: parametersOf(beside) };
  }),
);

/** Converts a filter to query parameters, such as `filter[in_list_ids][0]`, or to a JSON document in `filter`. */
function parametersOf(filter: ContactFilter, under?: string): Record<string, string> {
  if (under !== undefined && !isFlatFilter(filter)) return { [under]: JSON.stringify(filterToJson(filter)) };
  return Object.fromEntries(
    Object.entries(filterToJson(filter)).flatMap(([name, value]) => {
      const key = under === undefined ? name : `${under}[${name}]`;
      if (!Array.isArray(value)) return [[key, String(value)]];
      return value.map((item, index) => [`${key}[${index}]`, String(item)]);
    }),
  );
}

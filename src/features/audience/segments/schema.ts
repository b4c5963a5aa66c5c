import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { filterSchemaFor, isEmptyFilter, parseFilter, type ContactFilter } from '../contact-filters/index.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';

type Fail = (field: string, sentence: string) => void;

/** Parser of a page of segments. */
export const segmentsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of how one segment is looked at. */
export const segmentQuery = parserOf(
  Type.Object({
    count: Type.Optional(
      Type.String({
        description:
          'If `true`, the response contains the number of contacts. Counting can be slow for large segments.',
      }),
    ),
  }),
  ({ count = 'false' }, fail) => {
    if (!['true', 'false', '1', '0', ''].includes(count)) fail('count', 'must be true or false.');
    return { isCounted: count === 'true' || count === '1' };
  },
);

const NAME = Type.String({
  description: `At most ${MAX_NAME_CHARACTERS} characters. Unique within the account, case-insensitive.`,
});
const FILTER = filterSchemaFor(
  'The filter conditions of `GET /contacts`. At least one condition is required. A segment cannot refer to another segment.',
  ['segment_id'],
);
/** What comes as a filter is judged by the parser of filters. */
const ANY = Type.Unknown();

const newShown = Type.Object({ name: NAME, filter: FILTER });
const changeShown = Type.Partial(newShown);

/** Parser of a new segment. */
export const newSegment = shownAs(
  newShown,
  parserOf(Type.Object({ name: NAME, filter: Type.Optional(ANY) }), (given, fail) => ({
    name: nameOf(given.name, fail),
    filter: filterOf(given.filter, fail),
  })),
);

/** Parser of what is changed of a segment; what is absent stays. */
export const segmentChange = shownAs(
  changeShown,
  parserOf(Type.Object({ name: Type.Optional(NAME), filter: Type.Optional(ANY) }), ({ filter, name }, fail) => ({
    name: name === undefined ? undefined : nameOf(name, fail),
    filter: filter === undefined ? undefined : filterOf(filter, fail),
  })),
);

function nameOf(given: string, fail: Fail): string {
  const name = given.trim();
  if (name === '') fail('name', 'is required.');
  else if (name.length > MAX_NAME_CHARACTERS) fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
  return name;
}

function filterOf(given: unknown, fail: Fail): ContactFilter {
  let isFaulty = false;
  const filter = parseFilter(
    given,
    (field, sentence) => {
      isFaulty = true;
      fail(field, sentence);
    },
    { hasCampaigns: true },
  );
  if (filter.segment_id !== undefined) fail('filter.segment_id', 'cannot be used in a segment.');
  // Else a bulk action that names the segment would be one on all contacts, which is refused.
  else if (!isFaulty && isEmptyFilter(filter)) fail('filter', 'must have at least one condition.');
  return filter;
}

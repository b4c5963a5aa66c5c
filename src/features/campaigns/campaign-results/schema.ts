import { Type } from 'typebox';
import { pageParameters, pageQueryOf, type PageQuery } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { BREAKDOWNS, type Breakdown } from './comparison.ts';
import { ENGAGEMENTS, type Engagement } from './list-queries.ts';

/** Maximum number of links in the statistics of a campaign. `DEFAULT_LINKS` is the default. */
const MAX_LINKS = 100;
const DEFAULT_LINKS = 50;

const text = (description: string, documentedAs: object = {}) =>
  Type.Optional(Type.String({ description, documentedAs }));

/** Types of the query parameters in the API document. The parser receives the parameters as strings. */
const statsShown = Type.Object({
  include_link_stats: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to include the clicks on each link. `1` and `0` are also accepted.',
    }),
  ),
  link_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LINKS,
      default: DEFAULT_LINKS,
      description: 'Number of links to return. Ignored without `include_link_stats`.',
    }),
  ),
});

/**
 * Parser for the query of a statistics request. The result is the number of requested links, or undefined if link
 * statistics are not requested.
 */
export const statsQuery = shownAs(
  statsShown,
  parserOf(
    Type.Object({ include_link_stats: Type.Optional(Type.String()), link_limit: Type.Optional(Type.String()) }),
    ({ include_link_stats: includes, link_limit: limit }, fail): { readonly links: number | undefined } => {
      const isIncluded = flagOf(includes);
      if (isIncluded === undefined) fail('include_link_stats', 'must be true or false.');
      if (!isIncluded) return { links: undefined };
      const links = limit === undefined || limit === '' ? DEFAULT_LINKS : Number(/^\d{1,3}$/.test(limit) ? limit : 0);
      if (links < 1 || links > MAX_LINKS) fail('link_limit', `must be an integer from 1 to ${MAX_LINKS}.`);
      return { links };
    },
  ),
);

function flagOf(given: string | undefined): boolean | undefined {
  const value = given?.trim().toLowerCase() ?? '';
  if (value === '1' || value === 'true') return true;
  return value === '' || value === '0' || value === 'false' ? false : undefined;
}

/** Parser for the query of a page of contacts with a given type of engagement. */
export const engagementQuery = parserOf(
  Type.Object({
    type: Type.String({ description: 'The type of engagement.', documentedAs: { enum: ENGAGEMENTS } }),
    ...pageParameters(),
  }),
  (given, fail): { readonly kind: Engagement; readonly request: PageQuery } => {
    const kind = ENGAGEMENTS.find((each) => each === given.type);
    if (!kind) fail('type', given.type ? `must be one of ${ENGAGEMENTS.join(', ')}.` : 'is required.');
    return { kind: kind ?? 'openers', request: pageQueryOf(given, fail) };
  },
);

/** Parser for the requested interval of opens and clicks over time. */
export const overTimeQuery = parserOf(
  Type.Object({ interval: text('`hour` (default) or `day` in UTC.') }),
  ({ interval = '' }, fail): { readonly interval: 'hour' | 'day' } => {
    if (interval !== '' && interval !== 'hour' && interval !== 'day') fail('interval', 'must be hour or day.');
    return { interval: interval === 'day' ? 'day' : 'hour' };
  },
);

/** Parser for the query of a breakdown, which groups recipients by domain or language. */
export const breakdownQuery = parserOf(
  Type.Object({
    by: text('`domain` (default) or `language`.'),
  }),
  ({ by: given = '' }, fail): { readonly by: Breakdown } => {
    const by = BREAKDOWNS.find((each) => each === (given || 'domain'));
    if (!by) fail('by', `must be one of ${BREAKDOWNS.join(', ')}.`);
    return { by: by ?? 'domain' };
  },
);

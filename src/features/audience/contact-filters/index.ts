/**
 * What contacts are filtered by: one parser for JSON and queries, one builder of SQL, and what a filter means in words. The
 * listing, counts, bulk actions, segments and the audiences of campaigns all use it.
 */
export { CONDITION_DOCS } from './condition-docs.ts';
export { describeFilter } from './describe.ts';
export { filterSchemaFor } from './filter-schema.ts';
export { filterToJson, isEmptyFilter, type ContactFilter, type ResolvedFilter } from './filter.ts';
export { countMatching, counterOf, matchingIds } from './match.ts';
export { sampleFilters } from './match-queries.ts';
export { parseConditions, parseFilter } from './parse.ts';
export { resolveFilter, type FilterParts } from './resolve.ts';
export { createdPartOf, whereOf } from './where.ts';

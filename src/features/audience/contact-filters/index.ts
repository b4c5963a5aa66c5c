/**
 * Filters for contacts: one parser for JSON and query strings, one SQL generator, and descriptions in words. Listings,
 * counts, bulk actions, segments and campaign audiences use these filters.
 */
export { describeFilter } from './describe.ts';
export { ALL_CONDITIONS } from './filter.ts';
export { CAMPAIGN_CONDITIONS } from './filter.ts';
export { conditionSchema } from './filter.ts';
export { conditionsWithin } from './filter.ts';
export { filterSchemaFor } from './filter.ts';
export { filterToJson } from './filter.ts';
export { isEmptyFilter } from './filter.ts';
export { isFlatFilter } from './filter.ts';
export { isStructured } from './filter.ts';
export { sampleFilters } from './filter.ts';
export type { ContactFilter } from './filter.ts';
export type { ResolvedFilter } from './filter.ts';
export { countMatching } from './match.ts';
export { counterOf } from './match.ts';
export { matchingAmong } from './match.ts';
export { matchingIds } from './match.ts';
export { parseConditions } from './parse.ts';
export { parseFilter } from './parse.ts';
export { storedFilter } from './parse.ts';
export { formOf } from './plans.ts';
export { plannedForContacts } from './plans.ts';
export type { Unexpected } from './plans.ts';
export { foreignGroups } from './resolve.ts';
export { resolveFilter } from './resolve.ts';
export type { FilterParts } from './resolve.ts';
export { createdPartOf } from './where.ts';
export { whereOf } from './where.ts';
export type { Form } from './clauses.ts';

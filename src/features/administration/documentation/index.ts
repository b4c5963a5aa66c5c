/** The documentation under /docs, for everybody: built pages, and their search. */
export { documentationRoutes } from './routes.ts';
export { SEARCH_FILE } from './routes.ts';
export type { BuiltSearch } from './routes.ts';
export type { Section } from './search.ts';

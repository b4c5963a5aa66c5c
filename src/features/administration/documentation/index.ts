/** The built documentation pages and their search under /docs, without authentication. */
export { documentationRoutes } from './routes.ts';
export { SEARCH_FILE } from './routes.ts';
export type { BuiltSearch } from './routes.ts';
export type { Section } from './search.ts';

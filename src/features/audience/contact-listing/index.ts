/** The listings of contacts in the account API: filtered, counted, page by page. */
export { contactListingRoutes } from './routes.ts';
export { filterParameters } from './schema.ts';

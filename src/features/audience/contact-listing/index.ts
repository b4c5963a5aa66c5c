/** Contact listings of the account API: filtered, counted and paginated. */
export { contactListingRoutes } from './routes.ts';
export { filterParameters } from './schema.ts';

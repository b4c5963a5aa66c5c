/** Contact listings of the account API, with filters, counts and pages. */
export { contactListingRoutes } from './routes.ts';
export { filterParameters } from './schema.ts';

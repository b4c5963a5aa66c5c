/** Exports the contacts that match a filter as CSV, JSON or JSON Lines, streamed as fast as the client reads. */
export { contactExportRoutes } from './routes.ts';

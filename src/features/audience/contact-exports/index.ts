/** Exports the contacts that match a filter as CSV, JSON or JSON Lines, streamed at the speed of the reader. */
export { contactExportRoutes } from './routes.ts';

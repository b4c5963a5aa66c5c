/** Exports the contacts that match a filter as CSV, JSON, or JSON Lines. */
export { contactExportRoutes } from './routes.ts';

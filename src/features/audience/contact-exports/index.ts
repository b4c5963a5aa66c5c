/** Exports of the contacts that match a filter as CSV, JSON or JSON lines, streamed at the speed of the reader. */
export { contactExportRoutes } from './routes.ts';

/** The contacts of a filter as a file: CSV, JSON or JSON lines, written as fast as the reader takes it. */
export { contactExportRoutes } from './routes.ts';

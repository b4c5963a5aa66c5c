/** The dashboard's pages: built files that are read at start and served under /app. */
export { dashboardRoutes } from './routes.ts';

/** The dashboard's pages: built files that are read at start and served under /app. */
export { readDashboard } from './files.ts';
export { dashboardRoutes } from './routes.ts';

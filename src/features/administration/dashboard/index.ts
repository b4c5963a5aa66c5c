/** Pages of the dashboard: built files that are read at startup and served under /app. */
export { readDashboard } from './files.ts';
export { dashboardRoutes } from './routes.ts';

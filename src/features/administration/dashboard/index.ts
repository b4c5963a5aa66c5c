/** Serves the dashboard under /app. The built files are read when the server starts. */
export { dashboardRoutes } from './routes.ts';

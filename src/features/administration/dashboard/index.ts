/** The dashboard under /app. Its built files are read when the server starts. */
export { dashboardRoutes } from './routes.ts';

/** Search for the objects of an account by name, for the command palette. */
export { searchRoutes } from './routes.ts';

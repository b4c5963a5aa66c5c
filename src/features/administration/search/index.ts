/** Search for the objects of an account by name, for the command palette. */
export { searchContacts } from './routes.ts';
export { searchRoutes } from './routes.ts';

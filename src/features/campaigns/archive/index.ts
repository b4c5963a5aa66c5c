/** The public archive of an account, which lists sent campaigns if the account turned the archive on. */
export { archiveRoutes } from './routes.ts';
export { isArchivePath } from './pages.ts';

/** The public archive of an account, which lists the account's sent campaigns if the account has turned the archive on. */
export { archiveRoutes } from './routes.ts';
export { isArchivePath } from './pages.ts';

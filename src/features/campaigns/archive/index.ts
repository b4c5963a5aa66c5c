/** The archive of an account: its campaigns that were sent, for everybody, where the account wants that. */
export { archiveRoutes } from './routes.ts';
export { isArchivePath } from './pages.ts';

/**
 * The public archive of an account. If the account has enabled it, the archive lists the account's sent campaigns.
 */
export { archivePage } from './pages.ts';
export { archiveRoutes } from './routes.ts';
export { isArchivePath } from './pages.ts';

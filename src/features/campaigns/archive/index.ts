/** The public archive of an account's sent campaigns. */
export { archivePage } from './pages.ts';
export { archiveRoutes } from './routes.ts';
export { isArchivePath } from './pages.ts';

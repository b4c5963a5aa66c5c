export { listInbox, readInbox, waitForMail, type InboxSummary } from './read.ts';
export { startInbox } from './listener.ts';
export { inboxRoutes } from './routes.ts';

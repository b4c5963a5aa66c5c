export { listInbox } from './read.ts';
export { readInbox } from './read.ts';
export { waitForMail } from './read.ts';
export type { InboxSummary } from './read.ts';
export { startInbox } from './listener.ts';
export { inboxRoutes } from './routes.ts';

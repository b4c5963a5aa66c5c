/**
 * Automation emails and confirmation emails, which are sent to contacts one at a time. Each email is stored as a
 * campaign of its kind (a record) and sent by an open mailing with the current content.
 */
export { cancelOpenMails } from './keep.ts';
export { keepOpenMails } from './keep.ts';
export { replaceOpenMails } from './keep.ts';
export { createOpenMails } from './ready.ts';
export type { OpenMailParts } from './ready.ts';
export type { OpenMails } from './ready.ts';

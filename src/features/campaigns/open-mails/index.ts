/**
 * Automation emails and confirmation emails, which are sent to contacts one at a time. Each email is stored as a row of
 * `campaign` with the kind `automation` or `confirmation`. Its current content is sent by a mailing that stays open for
 * new recipients.
 */
export { cancelOpenMails } from './keep.ts';
export { keepOpenMails } from './keep.ts';
export { replaceOpenMails } from './keep.ts';
export { createOpenMails } from './ready.ts';
export type { OpenMailParts } from './ready.ts';
export type { OpenMails } from './ready.ts';

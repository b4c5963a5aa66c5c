/**
 * Automation emails and confirmation emails, which are sent to contacts one at a time. Each email is stored as a row of
 * `campaign` with the kind `automation` or `confirmation`. Its current content is sent by a mailing that stays open for
 * new recipients.
 */
export { cancelOpenMailings } from './keep.ts';
export { keepOpenMailings } from './keep.ts';
export { replaceOpenMailings } from './keep.ts';
export { createOpenMailings } from './ready.ts';
export type { OpenMailingParts } from './ready.ts';
export type { OpenMailings } from './ready.ts';

/**
 * Mails that contacts are sent one after another, at any time: those of automations, and those that ask to confirm. Each is
 * kept by a campaign of its kind, and sent by an open mailing that has its content as it stands.
 */
export { cancelOpenMails } from './keep.ts';
export { keepOpenMails } from './keep.ts';
export { replaceOpenMails } from './keep.ts';
export { createOpenMails } from './ready.ts';
export type { OpenMailParts } from './ready.ts';
export type { OpenMails } from './ready.ts';

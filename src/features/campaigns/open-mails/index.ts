/**
 * Mails that contacts are sent one after another, at any time: those of automations, and those that ask to confirm. Each is
 * kept by a campaign of its kind, and sent by an open mailing that has its content as it stands.
 */
export { cancelOpenMails, keepOpenMails, replaceOpenMails } from './keep.ts';
export { createOpenMails, type OpenMailParts, type OpenMails } from './ready.ts';

/**
 * Saves and removes the contacts of an account and the members of its lists and tags, and maintains the counters. Every
 * such change holds the account's audience lock (`lockAudience`) until the transaction ends.
 */
export type { FindDeliverables } from './activity.ts';
export { CONTACT_EXAMPLE } from './contact-schema.ts';
export { contactSchema } from './contact-schema.ts';
export type { PresentedContact } from './contact-schema.ts';
export { contactsBeside } from './beside.ts';
export { addAllMembers } from './group.ts';
export { removeAllMembers } from './group.ts';
export type { ConsentSource } from './consent.ts';
export type { NewConsent } from './consent.ts';
export { recordConsent } from './consent.ts';
export { allConsents } from './consent.ts';
export { pageOfConsents } from './consent.ts';
export { contactAddressOf } from '../contact-notes/index.ts';
export type { ContactAddress } from '../contact-notes/index.ts';
export type { Note } from '../contact-notes/index.ts';
export { noteSent } from '../contact-notes/index.ts';
export { noteOpened } from '../contact-notes/index.ts';
export { noteClicked } from '../contact-notes/index.ts';
export { noteBounced } from '../contact-notes/index.ts';
export { noteUnsubscribed } from '../contact-notes/index.ts';
export { noteComplained } from '../contact-notes/index.ts';
export { revertVisits } from '../contact-notes/index.ts';
export { holdForNotes } from '../contact-notes/index.ts';
export { revertUnsubscription } from '../contact-notes/index.ts';
export { keepErasedKeys } from './erased-keys.ts';
export { sealedContactColumns } from './sealed.ts';
export { createErasedPeople } from './erased.ts';
export { ERASED_FAULT } from './erased.ts';
export type { ErasedPeople } from './erased.ts';
export { addMembers } from './members.ts';
export { removeMembers } from './members.ts';
export type { Member } from './members.ts';
export { presentContacts } from './present.ts';
export { finishRemovals } from './removals.ts';
export { contactRoutes } from './routes.ts';
export { requireOwnContact } from './one.ts';
export { saveContact } from './one.ts';
export { countContacts } from './store.ts';
export { livingContacts } from './store.ts';
export { lockAudience } from './store.ts';
export { removeContacts } from './store.ts';
export { setFields } from './store.ts';
export { saveContacts } from './store.ts';
export type { NewContact } from './store.ts';
export type { Saved } from './store.ts';

/**
 * Contacts of an account: saved and removed with their counters, members of lists and tags. Whoever changes any of it holds
 * the account's audience (`takeAudience`) until the transaction ends.
 */
export { type FindDeliverables } from './activity.ts';
export { CONTACT_EXAMPLE, contactSchema, type PresentedContact } from './contact-schema.ts';
export { addAllMembers, removeAllMembers } from './group.ts';
export * from './consent.ts';
export * from '../contact-notes/index.ts';
export { keepErasedKeys } from './erased-keys.ts';
export { sealedContactColumns } from './sealed.ts';
export { createErasedPeople, ERASED_FAULT, type ErasedPeople } from './erased.ts';
export { addMembers, removeMembers, type Member } from './members.ts';
export { presentContacts } from './present.ts';
export { finishRemovals } from './removals.ts';
export { contactRoutes } from './routes.ts';
export { countContacts, livingContacts, takeAudience } from './store.ts';
export { removeContacts, saveContacts, type NewContact, type Saved } from './store.ts';

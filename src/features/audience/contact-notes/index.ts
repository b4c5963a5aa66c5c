/**
 * Records events for contacts (sent email, opens, clicks, bounces and unsubscriptions) by ID or address, and finds
 * contacts that must not receive email. Delivery processes load this feature, so it does not load any routes.
 */
export { contactAddressOf } from './address.ts';
export type { ContactAddress } from './address.ts';
export type { Note } from './notes.ts';
export { noteSent } from './notes.ts';
export { noteOpened } from './notes.ts';
export { noteClicked } from './notes.ts';
export { noteBounced } from './notes.ts';
export { noteUnsubscribed } from './notes.ts';
export { noteComplained } from './notes.ts';
export { revertVisits } from './notes.ts';
export { holdForNotes } from './notes.ts';
export { revertUnsubscription } from './notes.ts';
export { noteAddresses } from './notes.ts';
export { unsubscribeAddress } from './notes.ts';
export { unwantedOf } from './notes.ts';

/**
 * What is noted of contacts that somebody knows by id or address: mail sent, opened, refused, unsubscriptions; and who is not
 * written to. Delivery processes load it, so it loads no routes.
 */
export { contactAddressOf, type ContactAddress } from './address.ts';
export * from './notes.ts';
export { unwantedOf } from './notes.ts';

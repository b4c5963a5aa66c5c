/**
 * Imports of contacts from files: any CSV with columns mapped by the user, and the exports of other services, which are
 * recognized by their headings. Contacts added by an import can be removed for some days by undoing it. The engine is
 * in the feature `imports`.
 */
export { contactImport } from './kind.ts';
export { CONTACT_IMPORTS } from './place.ts';

/**
 * Imports contacts from files. Accepts any CSV file with columns mapped by the user, and recognizes the exports of
 * other services by their headings. Undoing an import removes the added contacts and is possible for a few days. The
 * `imports` feature contains the import engine.
 */
export { contactImport } from './kind.ts';
export { CONTACT_IMPORTS } from './place.ts';

/**
 * Imports contacts from files. Accepts any CSV file whose columns the user maps, and recognizes the exports of other
 * services by their headings. For a few days, an import can be undone, which removes the added contacts that have not
 * been changed since. The `imports` feature contains the import engine.
 */
export { contactImport } from './kind.ts';
export { CONTACT_IMPORTS } from './place.ts';

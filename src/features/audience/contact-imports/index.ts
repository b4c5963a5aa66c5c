/**
 * Contacts from files: any CSV whose columns people map, and the exports of other services, which are known by their
 * headings. What an import added can be undone for some days. The engine is the feature imports'.
 */
export { contactImport } from './kind.ts';
export { CONTACT_IMPORTS } from './place.ts';

/** Exports all data about a person who receives email from an account, and erases this data in a background job. */
export { DATA_MAP } from './data-map.ts';
export { SECTIONS } from './data-map.ts';
export { eraseDue } from './erase.ts';
export { privacyRoutes } from './routes.ts';
export { STEPS } from './steps.ts';

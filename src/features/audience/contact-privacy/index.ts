/** Exports all data about a person to whom an account sends email, and erases the data with a job. */
export { DATA_MAP } from './data-map.ts';
export { SECTIONS } from './data-map.ts';
export { eraseDue } from './erase.ts';
export { privacyRoutes } from './routes.ts';
export { STEPS } from './steps.ts';

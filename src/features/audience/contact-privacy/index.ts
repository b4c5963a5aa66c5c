/** All that is known of a person whom the account writes to: given out, and erased by a job. */
export { DATA_MAP } from './data-map.ts';
export { SECTIONS } from './data-map.ts';
export { eraseDue } from './erase.ts';
export { privacyRoutes } from './routes.ts';
export { STEPS } from './steps.ts';

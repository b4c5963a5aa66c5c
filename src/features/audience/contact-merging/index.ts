/** Merges two contacts that belong to the same person. */
export { contactMergingRoutes } from './routes.ts';

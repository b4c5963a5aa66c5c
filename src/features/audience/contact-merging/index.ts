/** Merging two contacts that are the same person. */
export { contactMergingRoutes } from './routes.ts';

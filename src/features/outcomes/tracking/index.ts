export { trackingRoutes } from './routes.ts';
export { createSources, type TrackedSource } from './sources.ts';
export { createLinkTokens, createTracker, linkPrefix, type Tracker } from './tracker.ts';
export { createVisits, type VisitListener } from './visits.ts';

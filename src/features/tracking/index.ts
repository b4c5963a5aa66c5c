export { trackingRoutes } from './routes.ts';
export { createTracker, type Tracker } from './tracker.ts';
export { createVisits, type VisitListener } from './visits.ts';

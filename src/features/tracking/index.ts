export { trackingRoutes } from './routes.ts';
export { createTracker, type Tracker } from './tracker.ts';
export { createVisits } from './visits.ts';

export type { AlertListener } from './alert-event.ts';
export { evaluateAlerts } from './evaluate-alerts.ts';
export { countEngagement } from './engagement.ts';
export { healthForPause, healthOf, ratesOf, type AccountHealth } from './health.ts';
export * from './delivery-door.ts';
export { tagRoutes } from './routes.ts';
export { createTrackingSettings } from './tracking-settings.ts';

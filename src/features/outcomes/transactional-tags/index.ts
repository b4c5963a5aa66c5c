export type { AlertListener } from './alert-event.ts';
export { evaluateAlerts } from './evaluate-alerts.ts';
export { countEngagement } from './engagement.ts';
export { healthForPause, healthOf, ratesOf, type AccountHealth } from './health.ts';
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS, reasonToPause, type PauseLimits } from './pause-rule.ts';
export { tagRoutes } from './routes.ts';
export { createTrackingSettings } from './tracking-settings.ts';

export { noticeDeliveryAlerts } from './notice.ts';
export { openAlerts } from './queries.ts';
export type { OpenAlertRow as OpenAlert } from './queries.ts';
export { recordDeliveryAlerts } from './record.ts';
export { recordFailedRoute } from './record.ts';

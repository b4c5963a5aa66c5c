export { noticeDeliveryAlerts } from './notice.ts';
export { openAlerts, type OpenAlertRow as OpenAlert } from './queries.ts';
export { recordDeliveryAlerts, recordFailedWay } from './record.ts';

export { noticeDeliveryAlerts } from './notice.ts';
export { openAlerts, type OpenAlertRow as OpenAlert } from './queries.ts';
export { recordDeliveryAlerts } from './record.ts';

export * from './delivery-door.ts';
export { WEBHOOK_LOG_DAYS } from './health.ts';
export { webhookLogOperations } from './log-operations.ts';
export { webhookLogRoutes } from './log-routes.ts';
export { noticeWebhookTroubles } from './notice.ts';
export { purgeReplays, startReplays } from './replay-mover.ts';
export { webhookRoutes } from './routes.ts';
export {
  readDelivery as readWebhookDelivery,
  readHealth as readWebhookHealth,
  sendTest as sendWebhookTest,
} from './log.ts';
export type { PresentedWebhook } from './present.ts';
export { testRequest } from './replay-schema.ts';
export { rotationRequest, webhookRequest } from './schema.ts';
export { activateSecret, OVERLAP_HOURS, readWebhook } from './settings.ts';
export { removeWebhook, rotateSecret, setWebhook } from './settings.ts';
export { DELIVERY_STATES as WEBHOOK_STATES } from './types.ts';
export { sealedWebhookColumns } from './secrets.ts';

/** Client of the Postrider API. See docs/sdk.md. */
export { Postrider, type ClientOptions } from './client.ts';
export { Call, type Answered, type AnswerFacts } from './answer.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  PostriderError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export { Items } from './pages.ts';
export type { ProblemName } from './problem-names.ts';
export type { QueryText } from './request.ts';
export type { CallOptions } from './transport.ts';
export type { Runtime } from './runtime.ts';
export type { UploadProgress } from './upload-progress.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookRequest,
} from './webhooks.ts';
export type {
  CompatibleWebhookEvent,
  NativeWebhookEvent,
  WebhookAlert,
  WebhookEvent,
  WebhookVisit,
} from './webhook-events.ts';
export type * from './generated.ts';

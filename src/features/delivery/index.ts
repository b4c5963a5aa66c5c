export { createDeliveryEngine, type DeliveryEngine } from './engine.ts';
export { createRouter, type Router } from './router.ts';
export type { MailKey, OutcomeListener, OutgoingMail, RecordedOutcome, SimulatedOutcome } from './types.ts';
export { listAttempts } from './attempts.ts';

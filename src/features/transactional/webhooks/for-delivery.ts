/** The part of this feature that delivery processes need: sends and records events. */
export { createWebhookDirectory } from './directory.ts';
export { createWebhookEngine } from './engine.ts';
export { recordWebhookEvents } from './record.ts';
export type { FinishedWebhook } from './sending.ts';
/** Attempts and their schedule, for other features that post to user-defined URLs. */
export { ATTEMPT_DEADLINE_MS } from './attempt.ts';
export { MAX_ANSWER_BYTES } from './attempt.ts';
export type { Post } from './attempt.ts';
export { nextStep } from './schedule.ts';
export { verdictOf } from './schedule.ts';
export type { Unsent } from './schedule.ts';

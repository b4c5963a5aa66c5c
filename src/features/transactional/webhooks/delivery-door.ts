/** What delivery processes load of it: sending events, and writing them. */
export { createWebhookDirectory } from './directory.ts';
export { createWebhookEngine } from './engine.ts';
export { recordWebhookEvents } from './record.ts';
export type { FinishedWebhook } from './sending.ts';
/** How attempts go and when they are repeated, for whoever else posts to addresses that accounts chose. */
export { ATTEMPT_DEADLINE_MS } from './attempt.ts';
export { MAX_ANSWER_BYTES } from './attempt.ts';
export type { Post } from './attempt.ts';
export { nextStep } from './schedule.ts';
export { verdictOf } from './schedule.ts';
export type { Unsent } from './schedule.ts';

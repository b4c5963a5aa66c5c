/** What delivery processes load of it: sending events, and writing them. */
export { createWebhookDirectory } from './directory.ts';
export { createWebhookEngine } from './engine.ts';
export { recordWebhookEvents } from './record.ts';
export type { FinishedWebhook } from './sending.ts';

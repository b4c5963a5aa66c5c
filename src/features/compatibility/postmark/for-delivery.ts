/** Exports for delivery processes, which post events to webhooks. */
export { createPostmarkWriter } from './webhook-writer.ts';

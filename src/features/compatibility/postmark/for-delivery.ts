/** Exports for delivery processes. They post events. */
export { createPostmarkWriter } from './webhook-writer.ts';

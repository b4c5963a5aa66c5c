/** Entry point for delivery processes, which post events. */
export { createPostmarkWriter } from './webhook-writer.ts';

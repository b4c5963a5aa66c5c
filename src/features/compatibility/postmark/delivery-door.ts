/** Entry point for delivery processes: posting of events. */
export { createPostmarkWriter } from './webhook-writer.ts';

/** Entry point for delivery processes: posting of events. */
export { createMailgunWriter } from './webhook-writer.ts';

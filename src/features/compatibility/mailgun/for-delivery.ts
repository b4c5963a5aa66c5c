/** Entry point for delivery processes, which post events. */
export { createMailgunWriter } from './webhook-writer.ts';

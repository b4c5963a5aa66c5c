/** Entry point for delivery processes: posting of events. */
export { createSendgridWriter } from './webhook-writer.ts';

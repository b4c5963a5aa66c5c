/** Entry point for delivery processes, which post events. */
export { createSendgridWriter } from './webhook-writer.ts';

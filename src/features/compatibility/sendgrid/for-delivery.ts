/** The part of this feature that delivery processes need: writing webhook events. */
export { createSendgridWriter } from './webhook-writer.ts';

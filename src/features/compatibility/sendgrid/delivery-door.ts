/** What delivery processes load of it: how events are posted. */
export { createSendgridWriter } from './webhook-writer.ts';

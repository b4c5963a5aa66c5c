/** What delivery processes load of it: how events are posted. */
export { createMailgunWriter } from './webhook-writer.ts';

/** What delivery processes load of it: how events are posted. */
export { createPostmarkWriter } from './webhook-writer.ts';

/** What delivery processes load of it: how events are posted. */
export { createSesWriter } from './event-writer.ts';

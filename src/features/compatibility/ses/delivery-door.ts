/** Entry point for delivery processes: posting of events. */
export { createSesWriter } from './event-writer.ts';

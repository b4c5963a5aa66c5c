/** Entry point for delivery processes, which post events. */
export { createSesWriter } from './event-writer.ts';

/** Entry point for delivery processes: counts outcomes by class. */
export { createHealthListener } from './listener.ts';

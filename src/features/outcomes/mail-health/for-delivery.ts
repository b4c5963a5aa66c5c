/** Entry point for delivery processes, which count outcomes by class. */
export { createHealthListener } from './listener.ts';

/** Exports for delivery processes, which count outcomes by class of email. */
export { createHealthListener } from './listener.ts';

/** The part of this feature that delivery processes need: counting outcomes by class. */
export { createHealthListener } from './listener.ts';

/** What delivery processes load of it: counting outcomes by class. */
export { createHealthListener } from './listener.ts';

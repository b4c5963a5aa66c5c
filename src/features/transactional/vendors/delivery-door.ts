/** What delivery processes load of it: what becomes of such mail. */
export { vendorListener } from './outcomes.ts';

/**
 * The door by which a long job says how far it is: `beginProgress` in the transaction that makes the job, a teller while it
 * runs, `endProgress` in the transaction that ends it. Whoever listens to the live stream of the account is told, and a page
 * that is opened later, or after a restart, reads the row.
 */
export { presentProgress } from './present.ts';
export { progressSchema } from './present.ts';
export type { Progress } from './present.ts';
export { beginProgress } from './queries.ts';
export { endProgress } from './queries.ts';
export { progressOf } from './queries.ts';
export { purgeProgress } from './queries.ts';
export type { ProgressRow } from './queries.ts';
export { createTeller } from './teller.ts';
export type { Teller } from './teller.ts';

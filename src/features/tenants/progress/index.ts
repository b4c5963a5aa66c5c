/**
 * Progress of long jobs. The transaction that creates a job calls `beginProgress`. The job reports through a `Teller`
 * while it runs, and calls `endProgress` in the transaction that finishes it. The progress is sent to the live stream
 * of the account, and pages that are opened later read the row.
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

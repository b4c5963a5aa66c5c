/**
 * Progress of long-running jobs. The transaction that creates a job calls `startProgress`. While the job runs, it
 * reports through a `ProgressReporter`. The transaction that finishes the job calls `endProgress`. The progress is sent
 * to the account's live stream. Pages that are opened later read the progress from the database.
 */
export { presentProgress } from './present.ts';
export { progressSchema } from './present.ts';
export type { Progress } from './present.ts';
export { startProgress } from './queries.ts';
export { endProgress } from './queries.ts';
export { progressOf } from './queries.ts';
export { purgeProgress } from './queries.ts';
export type { ProgressRow } from './queries.ts';
export { createProgressReporter } from './reporter.ts';
export type { ProgressReporter } from './reporter.ts';

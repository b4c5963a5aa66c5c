/**
 * Files of rows that people bring: received in pieces, worked through by a job that goes on where it was, refused rows kept
 * with their reason, progress told. What the rows become is an `ImportKind` of the feature that they are of.
 */
export type { About, ImportKind, ImportPlace, ImportSetup, Reject, Row, Sample, Taken, Undone } from './kinds.ts';
export { importRoutes } from './routes.ts';
export { purgeImports, startImports } from './run.ts';

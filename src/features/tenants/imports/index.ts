/**
 * Files of rows that people bring: received in pieces, worked through by a job that goes on where it was, refused rows kept
 * with their reason, progress told. What the rows become is an `ImportKind` of the feature that they are of.
 */
export type { ImportKind, ImportPlace, Reject } from './kinds.ts';
export { importRoutes } from './routes.ts';
export { purgeImports, startImports, type RunningImports } from './run.ts';

/**
 * Files of rows that people bring: received in pieces, worked through by a job that goes on where it was, refused rows kept
 * with their reason, progress told. What the rows become is an `ImportKind` of the feature that they are of.
 */
export type { About } from './kinds.ts';
export type { ImportKind } from './kinds.ts';
export type { ImportPlace } from './kinds.ts';
export type { ImportSetup } from './kinds.ts';
export type { LeftOut } from './kinds.ts';
export type { ProfiledSample } from './kinds.ts';
export type { Reject } from './kinds.ts';
export type { Row } from './kinds.ts';
export type { Taken } from './kinds.ts';
export type { Undone } from './kinds.ts';
export { encodingOf } from './encodings.ts';
export { encodingOption } from './encodings.ts';
export { importRoutes } from './routes.ts';
export { purgeImports } from './run.ts';
export { startImports } from './run.ts';

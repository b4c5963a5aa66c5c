/**
 * Imports of files. A file is stored in chunks and processed by a job, which can be interrupted and continues where it
 * stopped. Rejected rows are kept with the reason, and progress is reported. Other features provide an `ImportKind`,
 * which processes the rows.
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
export { addressCell } from './cell-addresses.ts';
export { addressesIn } from './cell-addresses.ts';
export { splitByAddress } from './cell-addresses.ts';
export { encodingOf } from './encodings.ts';
export { encodingOption } from './encodings.ts';
export { importRoutes } from './routes.ts';
export { purgeImports } from './run.ts';
export { startImports } from './run.ts';

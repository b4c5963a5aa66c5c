/**
 * Segments, which are named contact filters that are evaluated on each use. `findSegment` resolves filters that refer
 * to a segment (`FilterParts`). `ownedSegments` checks whether the segments of an audience belong to the account.
 */
export { SEGMENT } from './resource.ts';
export { segmentRoutes } from './routes.ts';
export { findSegment } from './segments.ts';
export { findSegments } from './segments.ts';
export { ownedSegments } from './segments.ts';

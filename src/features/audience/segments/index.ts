/**
 * Segments, which are named contact filters that are evaluated on each use. `findSegment` is the lookup that
 * `resolveFilter` uses for filters that refer to a segment. `ownedSegments` checks whether the segments of an audience
 * belong to the account.
 */
export { SEGMENT } from './resource.ts';
export { segmentRoutes } from './routes.ts';
export { findSegment } from './segments.ts';
export { findSegments } from './segments.ts';
export { ownedSegments } from './segments.ts';

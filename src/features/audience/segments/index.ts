/**
 * Segments: filters over contacts with a name, evaluated when they are used. `findSegment` is what filters that name one are
 * resolved with (`FilterParts`), `ownedSegments` tells audiences which of the ids they are given are the account's.
 */
export { SEGMENT } from './resource.ts';
export { segmentRoutes } from './routes.ts';
export { findSegment } from './segments.ts';
export { findSegments } from './segments.ts';
export { ownedSegments } from './segments.ts';

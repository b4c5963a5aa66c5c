/** Queue operations for operators. */
export { startDrain } from './drain.ts';
export { createDrainDirectory } from './drain.ts';
export { DRAIN_KNOWN_MS } from './drain.ts';
export { endDrain } from './drain.ts';
export { whatIsAtWork } from './drain.ts';
export type { DrainDirectory } from './drain.ts';
export type { QueueFilter } from './filter.ts';
export { flushQueue } from './flush.ts';
export { countPurge } from './purge.ts';
export { purgeQueue } from './purge.ts';
export { noteDeadWorker } from './workers.ts';
export { noteNoWorkers } from './workers.ts';

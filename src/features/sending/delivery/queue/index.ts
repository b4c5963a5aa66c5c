/** What operators do with the queue. */
export {
  beginDrain,
  createDrainDirectory,
  DRAIN_KNOWN_MS,
  endDrain,
  whatIsAtWork,
  type DrainDirectory,
} from './drain.ts';
export type { QueueFilter } from './filter.ts';
export { flushQueue } from './flush.ts';
export { countPurge, purgeQueue } from './purge.ts';
export { noteDeadWorker, noteNoWorkers } from './workers.ts';

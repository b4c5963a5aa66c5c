export { catchMachines, CLOSE_MS, isClose, TRAP, type Caught } from './bursts.ts';
export { isTooSoon } from './judge.ts';
export { trackingRoutes } from './routes.ts';
export { createSources, type JudgedVisits, type TrackedSource } from './sources.ts';
export type { TrackedRecipient } from './tokens.ts';
export * from './delivery-door.ts';
export { createVisits, type VisitListener } from './visits.ts';

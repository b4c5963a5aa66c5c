export { catchMachines, CLOSE_MS, isClose, TRAP, type Caught } from './bursts.ts';
export { isTooSoon, judgeOwned } from './judge.ts';
export { createLane as createVisitLane } from './lane.ts';
export { trackingRoutes, type MailingVisit, type MailingVisits } from './routes.ts';
export { createSources, type JudgedVisits, type TrackedSource } from './sources.ts';
export type { TrackedRecipient } from './tokens.ts';
export * from './delivery-door.ts';
export { createVisits, type VisitListener } from './visits.ts';

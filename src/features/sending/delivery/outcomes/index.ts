export { listAttempts } from './attempts.ts';
export { outcomeOfReport, recordLateOutcome, REPORT_ROUTE, type LateReport, type LateResult } from './late-outcome.ts';
export { isolated } from './listeners.ts';
export { createMakeUp } from './make-up.ts';
export { missedByPart, purgeMissedOutcomes, type MissedOfPart } from './missed.ts';

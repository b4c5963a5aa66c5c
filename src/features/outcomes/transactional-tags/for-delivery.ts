/** Exports for delivery processes, which count outcomes and pause accounts. */
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS } from './pause-rule.ts';
export { causeToPause } from './pause-rule.ts';
export type { PauseLimits } from './pause-rule.ts';

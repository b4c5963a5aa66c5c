/** Entry point for delivery processes: counts outcomes and applies the rule that pauses accounts. */
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS } from './pause-rule.ts';
export { reasonToPause } from './pause-rule.ts';
export type { PauseLimits } from './pause-rule.ts';

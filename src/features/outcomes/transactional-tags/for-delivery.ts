/** The part of this feature that delivery processes need: counting outcomes, and the rule that pauses accounts. */
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS } from './pause-rule.ts';
export { reasonToPause } from './pause-rule.ts';
export type { PauseLimits } from './pause-rule.ts';

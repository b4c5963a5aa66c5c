/** What delivery processes load of it: counting outcomes, and the rule by which an account is paused. */
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS } from './pause-rule.ts';
export { reasonToPause } from './pause-rule.ts';
export type { PauseLimits } from './pause-rule.ts';

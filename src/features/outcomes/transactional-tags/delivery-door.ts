/** What delivery processes load of it: counting outcomes, and the rule by which an account is paused. */
export { createOutcomeStatistics } from './outcome-statistics.ts';
export { HEALTH_DAYS, reasonToPause, type PauseLimits } from './pause-rule.ts';

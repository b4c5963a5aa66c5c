/**
 * Runs automations: adds contacts to them, and processes steps that are due. Some contacts are added by database
 * triggers, such as sql/functions/enter_by_lists.sql.
 */
export { purgeOldCaps } from './cap.ts';
export { runChecks } from './checks.ts';
export { enterByLists } from './enter.ts';
export { enterByVisits } from './enter.ts';
export { leaveAutomations } from './enter.ts';
export type { StepListener } from './parts.ts';
export { startAutomationRuns } from './run.ts';

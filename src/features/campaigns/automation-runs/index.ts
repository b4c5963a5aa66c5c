/**
 * Runs automations. Contacts enter an automation when they are added to a list (in the database, see
 * sql/functions/enter_by_lists.sql), open or click a campaign, or confirm a sign-up, and after regular checks of segments
 * and dates. A loop sends due emails and moves contacts to the next email. The caller supplies the emails.
 */
export { purgeOldCaps } from './cap.ts';
export { runChecks } from './checks.ts';
export { enterByLists } from './enter.ts';
export { enterByVisits } from './enter.ts';
export { leaveAutomations } from './enter.ts';
export type { StepListener } from './parts.ts';
export { startAutomationRuns } from './run.ts';

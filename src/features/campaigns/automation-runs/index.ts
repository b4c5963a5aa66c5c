/**
 * Runs automations. Contacts enter an automation through database triggers (for example when they are added to a list,
 * see sql/functions/enter_by_lists.sql), when they open or click a campaign or confirm a sign-up, and after regular
 * checks of segments and dates. A loop processes due steps, such as emails, and moves contacts to the next step. The
 * caller supplies the emails.
 */
export { purgeOldCaps } from './cap.ts';
export { runChecks } from './checks.ts';
export { enterByLists } from './enter.ts';
export { enterByVisits } from './enter.ts';
export { leaveAutomations } from './enter.ts';
export type { StepListener } from './parts.ts';
export { startAutomationRuns } from './run.ts';

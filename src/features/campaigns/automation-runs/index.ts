/**
 * Who is in automations, and what they are sent when: contacts enter by lists (in the database itself, see sql/functions/enter_by_lists.sql), by what
 * they open and follow, and once they have confirmed; a loop sends what is due and moves them on. Mails are given.
 */
export { enterByLists } from './enter.ts';
export { enterByVisits } from './enter.ts';
export { leaveAutomations } from './enter.ts';
export { startAutomationRuns } from './run.ts';

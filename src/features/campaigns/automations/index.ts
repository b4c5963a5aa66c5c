/**
 * Automations: mails that contacts get one after another, from when something made them enter. What they are is kept and changed
 * here; who enters, and what is sent when, stands behind.
 */
export { automationRoutes } from './routes.ts';
export { retryMail } from './settle.ts';
export { automationTools } from './tools.ts';
export { automationsOfList } from './automations.ts';

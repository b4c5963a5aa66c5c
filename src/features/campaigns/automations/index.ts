/**
 * Manages automations, which send a series of emails to contacts after a trigger. The automation-runs feature adds
 * contacts and sends the emails.
 */
export { automationRoutes } from './routes.ts';
export { retryMail } from './settle.ts';
export { automationTools } from './tools.ts';
export { automationsOfList } from './automations.ts';

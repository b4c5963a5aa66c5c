/**
 * Manages automations, which send a series of emails to contacts after a trigger. The automation-runs feature adds
 * contacts and sends the emails.
 */
export { automationRoutes } from './routes.ts';
export { stepsOf } from './step-queries.ts';
export { passesTest } from './steps.ts';
export type { ConditionSettings } from './steps.ts';
export { STEP_KINDS } from './steps.ts';
export type { StepKind } from './steps.ts';
export type { StepSettings } from './steps.ts';
export type { UpdateSettings } from './steps.ts';
export { flowOf } from './tree.ts';
export type { Flow } from './tree.ts';
export { retryMail } from './settle.ts';
export { automationTools } from './tools.ts';
export { automationsOfList } from './automations.ts';

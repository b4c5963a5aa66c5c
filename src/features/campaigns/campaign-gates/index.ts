/**
 * What holds campaigns and mails that are sent by themselves back: an account that may not send, a domain that warms up, quota and throttle, the operator's approval;
 * what stops one by its figures, and what sends it to engaged contacts only.
 */
export { createGates, type GateParts, type Gates } from './gates.ts';
export type { InstallationGates } from './limits.ts';
export type { GateCounts } from './queries.ts';
export type { Verdict } from './verdict.ts';
export { badgesOf } from './badges.ts';
export { reviewCampaigns } from './optimized.ts';
export { gateRoutes } from './routes.ts';
export { createRecordGate, type RecordGate } from './record-gate.ts';
export { createAutomationRoom, createConfirmationRoom, type MailRoom } from './record-room.ts';
export { createSpamFilter } from './rspamd.ts';

/**
 * What holds campaigns and mails that are sent by themselves back: an account that may not send, a domain that warms up, quota and throttle, the operator's approval;
 * what stops one by its figures, and what sends it to engaged contacts only.
 */
export { createGates } from './gates.ts';
export type { GateParts } from './gates.ts';
export type { Gates } from './gates.ts';
export type { InstallationGates } from './limits.ts';
export type { GateCounts } from './queries.ts';
export type { Verdict } from './verdict.ts';
export { badgesOf } from './badges.ts';
export { reviewCampaigns } from './optimized.ts';
export { gateRoutes } from './routes.ts';
export { createRecordGate } from './record-gate.ts';
export type { RecordGate } from './record-gate.ts';
export { createAutomationRoom } from './record-room.ts';
export { createConfirmationRoom } from './record-room.ts';
export type { MailRoom } from './record-room.ts';
export { createSpamFilter } from './rspamd.ts';

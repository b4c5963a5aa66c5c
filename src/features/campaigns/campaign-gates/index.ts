/**
 * Safeguards that hold campaigns and automatic emails: account status, domain warm-up, quotas and throttles, and
 * approval by the operator. Also stops campaigns with bad results, and limits accounts with bad results to engaged
 * contacts (optimized mode).
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

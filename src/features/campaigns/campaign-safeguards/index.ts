/**
 * Safeguards that hold campaigns and automatic emails: account status, domain warm-up, quotas and throttles, and
 * approval by the operator. They also stop campaigns with bad results, and limit accounts with bad results to engaged
 * contacts (optimized mode).
 */
export { createSafeguards } from './safeguards.ts';
export type { SafeguardParts } from './safeguards.ts';
export type { Safeguards } from './safeguards.ts';
export type { InstallationSafeguards } from './limits.ts';
export type { SafeguardCounts } from './queries.ts';
export type { Verdict } from './verdict.ts';
export { badgesOf } from './badges.ts';
export { reviewCampaigns } from './optimized.ts';
export { safeguardRoutes } from './routes.ts';
export { createRecordSafeguard } from './record-safeguard.ts';
export type { RecordSafeguard } from './record-safeguard.ts';
export { createAutomationRoom } from './record-room.ts';
export { createConfirmationRoom } from './record-room.ts';
export type { MailRoom } from './record-room.ts';
export { createSpamFilter } from './rspamd.ts';

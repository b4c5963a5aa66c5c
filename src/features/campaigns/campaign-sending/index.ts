/**
 * Sends campaigns. A job claims due campaigns and advances each campaign from state to state (`advance.ts`). The job
 * freezes the content and the audience in waves, starts the waves and ends them. Each wave is a mailing. Routes pause,
 * resume and cancel campaigns in progress.
 */
export { resumeCampaign } from './control.ts';
export { pauseForDomain } from './control.ts';
export type { ControlParts } from './control.ts';
export type { SendingContents } from './parts.ts';
export type { SendingSafeguards } from './parts.ts';
export { providerLaneBadgesOf } from './provider-lanes.ts';
export { sendingRoutes } from './routes.ts';
export { startCampaignSending } from './run.ts';
export { audienceSize } from './review.ts';
export { missingValues } from './missing-values.ts';
export type { CampaignCounts } from './wave-queries.ts';

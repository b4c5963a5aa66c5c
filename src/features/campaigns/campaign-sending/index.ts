/**
 * How campaigns are sent: a job takes up those that are due, freezes content and audience in waves, each a mailing, starts
 * them, and sees them to their end; people pause, resume and cancel what is under way. Gates, content and figures are given.
 */
export { resumeCampaign } from './control.ts';
export type { ControlParts } from './control.ts';
export type { SendingContents } from './parts.ts';
export type { SendingGates } from './parts.ts';
export { laneBadgesOf } from './lanes.ts';
export { sendingRoutes } from './routes.ts';
export { startCampaignSending } from './run.ts';
export { pauseForDomain } from './sender-gone.ts';
export { audienceSize } from './size.ts';
export type { CampaignCounts } from './wave-queries.ts';

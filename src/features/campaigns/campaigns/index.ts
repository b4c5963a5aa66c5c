/**
 * Campaigns: what is sent to an audience, from draft to sent. Who prepares, sends or counts one reads it here; the moves of its
 * state up to the moment when it is due are made here.
 */
export { CAMPAIGN_EXAMPLE, campaignSchema, type PresentedCampaign } from './campaign-schema.ts';
export { addRecord, changeCampaign, createCampaign } from './drafts.ts';
export * from './find.ts';
export { headsOf } from './listing.ts';
export { mailOf, mailTaken } from './mail-schema.ts';
export * from './mails.ts';
export type { CampaignParts } from './parts.ts';
export * from './present.ts';
export type * from './queries.ts';
export { campaignRoutes } from './routes.ts';
export { mailChangeShown, newMailShown } from './request-schema.ts';
export { campaignChange, flagOf, newCampaign, numberOf } from './schema.ts';
export { requireReady, sendSeen } from './send.ts';
export type { SenderFacts } from './sender-facts.ts';

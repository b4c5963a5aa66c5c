/**
 * Campaigns: what is sent to an audience, from draft to sent. Who prepares, sends or counts one reads it here; the moves of its
 * state up to the moment when it is due are made here.
 */
export { CAMPAIGN_EXAMPLE } from './campaign-schema.ts';
export { campaignSchema } from './campaign-schema.ts';
export type { PresentedCampaign } from './campaign-schema.ts';
export { addRecord } from './drafts.ts';
export { changeCampaign } from './drafts.ts';
export { createCampaign } from './drafts.ts';
export { findCampaign } from './find.ts';
export { keepCampaign } from './find.ts';
export { variantsOf } from './find.ts';
export { headsOf } from './listing.ts';
export { mailOf } from './mail-schema.ts';
export { mailTaken } from './mail-schema.ts';
export { composeMail } from './mails.ts';
export { changedMail } from './mails.ts';
export { addMail } from './mails.ts';
export { changeMail } from './mails.ts';
export { removeMails } from './mails.ts';
export { headsById } from './mails.ts';
export type { CampaignParts } from './parts.ts';
export { presentCampaigns } from './present.ts';
export { presentOne } from './present.ts';
export type { CampaignState } from './queries.ts';
export type { ResendAudience } from './queries.ts';
export type { AudienceColumns } from './queries.ts';
export type { CampaignRow } from './queries.ts';
export { campaignRoutes } from './routes.ts';
export { mailChangeShown } from './request-schema.ts';
export { newMailShown } from './request-schema.ts';
export { campaignChange } from './schema.ts';
export { flagOf } from './schema.ts';
export { newCampaign } from './schema.ts';
export { numberOf } from './schema.ts';
export { requireReady } from './send.ts';
export { sendSeen } from './send.ts';
export type { SenderFacts } from './sender-facts.ts';

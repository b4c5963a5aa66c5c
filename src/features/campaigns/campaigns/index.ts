/**
 * Campaigns from draft to sent. This module changes the state of a campaign until it is due. Modules that prepare, send
 * or count campaigns read them through this module.
 */
export { withLivingGroups } from './audience.ts';
export { addRecord } from './drafts.ts';
export { changeCampaign } from './drafts.ts';
export { createCampaign } from './drafts.ts';
export { findCampaign } from './find.ts';
export { lockCampaign } from './find.ts';
export { setTopic } from './find.ts';
export { variantsOf } from './find.ts';
export { summariesOf } from './listing.ts';
export { composeMail } from './mails.ts';
export { changedMail } from './mails.ts';
export { addMail } from './mails.ts';
export { changeMail } from './mails.ts';
export { removeMails } from './mails.ts';
export { summariesById } from './mails.ts';
export type { MailFields } from './compose.ts';
export type { CampaignParts } from './parts.ts';
export { presentCampaigns } from './present.ts';
export { presentOne } from './present.ts';
export type { CampaignState } from './resource.ts';
export type { ResendAudience } from './resource.ts';
export type { AudienceColumns } from './resource.ts';
export type { CampaignRow } from './resource.ts';
export { campaignRoutes } from './routes.ts';
export { requireReady } from './send.ts';
export { sendSeen } from './send.ts';
export type { SenderFacts } from './sender-facts.ts';
export { CAMPAIGN } from './resource.ts';
export { MAIL_FIELDS } from './resource.ts';
export { requireNeeded } from './resource.ts';
export type { PresentedCampaign } from './resource.ts';
export { flagOf } from './inputs.ts';
export { numberOf } from './inputs.ts';

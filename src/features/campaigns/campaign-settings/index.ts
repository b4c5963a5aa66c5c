/** What an account has set for its campaigns: the postal address that all of them show, the sender, what is tracked. */
export { campaignSettingsRoutes } from './routes.ts';
export { readCampaignSettings } from './settings.ts';
export type { CampaignSettings } from './queries.ts';

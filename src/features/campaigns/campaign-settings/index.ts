/** Campaign settings of an account: postal address, default sender, tracking and archive. */
export { campaignSettingsRoutes } from './routes.ts';
export { MAX_CAP_DAYS } from './schema.ts';
export { languageOfTexts } from './schema.ts';
export { textsLanguage } from './schema.ts';
export { readCampaignSettings } from './settings.ts';
export type { CampaignSettings } from './queries.ts';

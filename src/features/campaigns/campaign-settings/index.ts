/** Campaign settings of an account: postal address, default sender, tracking, archive and brand. */
export { campaignSettingsRoutes } from './routes.ts';
export { MAX_CAP_DAYS } from './schema.ts';
export { languageOfTexts } from './schema.ts';
export { textsLanguage } from './schema.ts';
export { readCampaignSettings } from './settings.ts';
export { readSettingsRow } from './settings.ts';
export { brandOf } from './brand.ts';
export { logoUrl } from './brand.ts';
export { pageBrandOf } from './brand.ts';
export { pageBrandSql } from './brand.ts';
export { readBrand } from './brand.ts';
export { settingsUsingImage } from './brand.ts';
export type { CampaignSettings } from './queries.ts';

import type { Db } from '../../../base/db.ts';
import { DEFAULT_LANGUAGE } from '../../../mail/languages/catalog.ts';
import { settingsOf, type CampaignSettings, type SettingsRow } from './queries.ts';

/** Settings of an account that has not changed any settings. */
const DEFAULTS: SettingsRow = {
  postal_address: '',
  from_name: '',
  from_email: '',
  tracks_opens: true,
  tracks_clicks: true,
  uses_canary: true,
  archives: false,
  archive_title: '',
  language: DEFAULT_LANGUAGE,
  accent_color: '',
  text_color: '',
  surface_color: '',
  background_color: '',
  font: '',
  logo_image_id: null,
  logo: null,
  footer_text: '',
  social_links: {},
  texts: {},
  automation_cap: null,
};

/** Returns the campaign settings of an account, or the defaults if the account has not changed any settings. */
export async function readCampaignSettings(db: Db, accountId: number): Promise<CampaignSettings> {
  return readSettingsRow(db, accountId);
}

/** Same as `readCampaignSettings`, with the logo. */
export async function readSettingsRow(db: Db, accountId: number): Promise<SettingsRow> {
  return (await settingsOf(db, accountId))[0] ?? DEFAULTS;
}

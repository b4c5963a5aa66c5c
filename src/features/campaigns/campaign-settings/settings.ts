import type { Db } from '../../../base/db.ts';
import { settingsOf, type CampaignSettings } from './queries.ts';

/** Of an account that has set nothing. */
const DEFAULTS: CampaignSettings = {
  postal_address: '',
  from_name: '',
  from_email: '',
  tracks_opens: true,
  tracks_clicks: true,
  uses_canary: true,
  archives: false,
  archive_title: '',
};

/** What an account has set for its campaigns; the defaults where it has set nothing. */
export async function readCampaignSettings(db: Db, accountId: number): Promise<CampaignSettings> {
  return (await settingsOf(db, accountId))[0] ?? DEFAULTS;
}

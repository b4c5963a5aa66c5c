import { statement } from '../../../base/db.ts';

/** What an account has set for its campaigns. */
export interface CampaignSettings {
  /** In lines; empty while none is set. */
  readonly postal_address: string;
  readonly from_name: string;
  readonly from_email: string;
  readonly tracks_opens: boolean;
  readonly tracks_clicks: boolean;
  /** Whether large campaigns go to a few contacts first. */
  readonly uses_canary: boolean;
  /** Whether what was sent is shown to everybody. */
  readonly archives: boolean;
  /** The heading of that; empty: the account's name. */
  readonly archive_title: string;
}

const COLUMNS =
  'postal_address, from_name, from_email, tracks_opens, tracks_clicks, uses_canary, archives, archive_title';

/** Primary key. */
export const settingsOf = statement<[accountId: number], CampaignSettings>(
  'campaign_settings_find',
  `select ${COLUMNS} from campaign_settings where account_id = $1`,
);

export const makeSettings = statement<[accountId: number], unknown>(
  'campaign_settings_make',
  'insert into campaign_settings (account_id) values ($1) on conflict do nothing',
);

/** Held until the transaction ends, so that of two changes at once neither takes the other back. Primary key. */
export const holdSettings = statement<[accountId: number], CampaignSettings>(
  'campaign_settings_hold',
  `select ${COLUMNS} from campaign_settings where account_id = $1 for update`,
);

/** Primary key. */
export const replaceSettings = statement<
  [
    accountId: number,
    postalAddress: string,
    fromName: string,
    fromEmail: string,
    tracksOpens: boolean,
    tracksClicks: boolean,
    usesCanary: boolean,
    archives: boolean,
    archiveTitle: string,
  ],
  unknown
>(
  'campaign_settings_replace',
  `update campaign_settings set postal_address = $2, from_name = $3, from_email = $4, tracks_opens = $5,
     tracks_clicks = $6, uses_canary = $7, archives = $8, archive_title = $9, updated_at = now()
   where account_id = $1`,
);

/** What the archive of an account is called in its address, which stays as it was made. */
export const makeArchive = statement<[accountId: number, code: string], unknown>(
  'campaign_settings_make_archive',
  'insert into campaign_archive (account_id, code) values ($1, $2) on conflict do nothing',
);

/** Primary key. */
export const archiveOf = statement<[accountId: number], { readonly code: string }>(
  'campaign_settings_archive',
  'select code from campaign_archive where account_id = $1',
);

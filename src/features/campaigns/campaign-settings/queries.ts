import type { OwnTexts } from '../../../mail/languages/texts.ts';
import type { FontName } from '../../../mail/design/fonts.ts';
import type { SocialLinks } from '../../../mail/design/schema.ts';
import { recordStatement, statement } from '../../../base/db.ts';

export interface CampaignSettings {
  /** Postal address with line breaks, or an empty string if no address is set. */
  readonly postal_address: string;
  readonly from_name: string;
  readonly from_email: string;
  readonly tracks_opens: boolean;
  readonly tracks_clicks: boolean;
  /** Whether large campaigns are sent to a few contacts first. */
  readonly uses_canary: boolean;
  /** Whether sent campaigns are shown in a public archive. */
  readonly archives: boolean;
  /** Title of the archive. If empty, the name of the account is used. */
  readonly archive_title: string;
  /** Language for readers whose language is unknown, as a BCP 47 tag in canonical form. */
  readonly language: string;
  /** Colors of new emails and of public pages as #rrggbb, or empty strings for the default colors. */
  readonly accent_color: string;
  readonly text_color: string;
  readonly surface_color: string;
  readonly background_color: string;
  /** Font of new emails. Empty for the default font. */
  readonly font: FontName | '';
  readonly logo_image_id: number | null;
  /** Text above the postal address in the footer of emails, with line breaks. */
  readonly footer_text: string;
  /** URLs of profiles, by network. */
  readonly social_links: SocialLinks;
  /** The account's own strings, which replace the product's strings. */
  readonly texts: OwnTexts;
  /** A contact receives at most `emails` automation emails within `days` days. Null if there is no limit. */
  readonly automation_cap: { readonly emails: number; readonly days: number } | null;
}

/** Properties of the logo that its URL and size depend on. */
export interface Logo {
  readonly id: number;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

/** Campaign settings with the logo. */
export interface SettingsRow extends CampaignSettings {
  readonly logo: Logo | null;
}

const COLUMNS = `postal_address, from_name, from_email, tracks_opens, tracks_clicks, uses_canary, archives, archive_title,
  language, accent_color, text_color, surface_color, background_color, font, logo_image_id, footer_text, social_links, texts,
  automation_cap`;

/** Returns the campaign settings of an account. Uses the primary keys of campaign_settings and image. */
export const settingsOf = statement<[accountId: number], SettingsRow>(
  'campaign_settings_find',
  `select ${COLUMNS}, (
     select jsonb_build_object('id', i.id, 'hash', encode(i.hash, 'hex'), 'width', i.width, 'height', i.height)
     from image i where i.account_id = $1 and i.id = campaign_settings.logo_image_id
   ) as logo
   from campaign_settings where account_id = $1`,
);

/** Returns a row if an image is the logo of the account. Uses the primary key. */
export const settingsOfLogo = statement<[accountId: number, imageId: number], { readonly account_id: number }>(
  'campaign_settings_of_logo',
  'select account_id from campaign_settings where account_id = $1 and logo_image_id = $2',
);

export const makeSettings = statement<[accountId: number], unknown>(
  'campaign_settings_make',
  'insert into campaign_settings (account_id) values ($1) on conflict do nothing',
);

/**
 * Locks the settings until the transaction ends, so that concurrent changes do not overwrite each other. Uses the
 * primary key.
 */
export const holdSettings = statement<[accountId: number], CampaignSettings>(
  'campaign_settings_hold',
  `select ${COLUMNS} from campaign_settings where account_id = $1 for update`,
);

/** Replaces the campaign settings of an account. Uses the primary key. */
export const replaceSettings = recordStatement<
  Omit<CampaignSettings, 'automation_cap'> & { readonly account_id: number; readonly automation_cap: string },
  unknown
>(
  'campaign_settings_replace',
  `update campaign_settings set postal_address = $postal_address, from_name = $from_name, from_email = $from_email,
     tracks_opens = $tracks_opens, tracks_clicks = $tracks_clicks, uses_canary = $uses_canary, archives = $archives,
     archive_title = $archive_title, language = $language, accent_color = $accent_color, text_color = $text_color,
     surface_color = $surface_color, background_color = $background_color, font = $font, logo_image_id = $logo_image_id,
     footer_text = $footer_text, social_links = $social_links::jsonb, texts = $texts::jsonb,
     automation_cap = nullif($automation_cap::jsonb, 'null'), updated_at = now()
   where account_id = $account_id`,
);

/** Stores the code in the archive URL of an account, unless the account already has one. The code never changes. */
export const makeArchive = statement<[accountId: number, code: string], unknown>(
  'campaign_settings_make_archive',
  'insert into campaign_archive (account_id, code) values ($1, $2) on conflict do nothing',
);

/** Returns the code in the archive URL of an account. Uses the primary key. */
export const archiveOf = statement<[accountId: number], { readonly code: string }>(
  'campaign_settings_archive',
  'select code from campaign_archive where account_id = $1',
);

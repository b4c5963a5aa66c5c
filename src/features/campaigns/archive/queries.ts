import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';
import { pageBrandSql } from '../campaign-settings/index.ts';

export interface ArchiveRow {
  readonly account_id: number;
  readonly title: string;
  /** Public name of the account. Null if the account has none. */
  readonly name: string | null;
  /** IANA name of the time zone in which dates are shown. */
  readonly timezone: string | null;
  /** Language of the account as a BCP 47 tag. */
  readonly language: string;
  readonly brand: PageBrand;
  /** Strings that the account has set to replace the default strings of public pages. */
  readonly own_texts: OwnTexts;
}

/**
 * Returns the archive with the given code if the account has turned on the archive and is neither restricted nor
 * closed. Uses the index campaign_archive_by_code.
 */
export const archiveByCode = statement<[code: string], ArchiveRow>(
  'archive_by_code',
  `select c.account_id, s.archive_title as title, ${publicNameSql('a', 's')} as name, a.timezone, s.language, ${pageBrandSql('s')},
     s.texts as own_texts
   from campaign_archive c
   join campaign_settings s on s.account_id = c.account_id and s.archives
   join account a on a.account_id = c.account_id and a.restricted_at is null and a.closed_at is null
   where c.code = $1`,
);

/**
 * SQL condition for campaigns that the archive shows. Excludes resends (`resend_of`), because they repeat the original
 * campaign.
 */
const IS_SHOWN = `c.kind = 'campaign' and c.state = 'sent' and c.resend_of is null and c.deleted_at is null and c.sent_at is not null
     and not exists (select from campaign_unlisted u where u.account_id = $1 and u.campaign_id = c.id)`;

export interface ArchivedRow {
  readonly id: number;
  /** Subject before personalization. If the campaign has a winning variant, the subject of this variant. */
  readonly subject: string;
  readonly from_name: string;
  readonly from_email: string;
  readonly sent_at: Date;
}

/**
 * Returns a page of the campaigns that the archive shows, most recently sent first. Considers only the `most` campaigns
 * with the highest IDs. Uses the primary keys.
 */
export const shownPage = statement<[accountId: number, most: number, limit: number, offset: number], ArchivedRow>(
  'archive_page',
  `select c.id, coalesce(v.subject, c.subject) as subject, c.from_name, c.from_email, c.sent_at
   from (
     select * from campaign where account_id = $1 order by id desc limit $2
   ) c
   left join campaign_variant v on v.account_id = $1 and v.campaign_id = c.id and v.variant = c.winner
   where ${IS_SHOWN}
   order by c.sent_at desc, c.id desc limit $3 offset $4`,
);

/** Returns a row if the campaign is in the archive. Uses the primary keys. */
export const isShown = statement<[accountId: number, campaignId: number], { readonly id: number }>(
  'archive_is_shown',
  `select c.id from campaign c where c.account_id = $1 and c.id = $2 and ${IS_SHOWN}`,
);

export interface StatusRow {
  readonly is_archived: boolean;
  /** Code of the account's archive. Null if the archive is turned off or excludes the campaign. */
  readonly code: string | null;
}

/** Returns the archive status of a campaign. Uses the primary keys. */
export const archiveStatusOf = statement<[accountId: number, campaignId: number], StatusRow>(
  'archive_status',
  `select u.campaign_id is null as is_archived,
     case when ${IS_SHOWN} then k.code end as code
   from campaign c
   left join campaign_unlisted u on u.account_id = $1 and u.campaign_id = $2
   left join campaign_settings s on s.account_id = $1 and s.archives
   left join campaign_archive k on k.account_id = $1 and s.account_id is not null
   where c.account_id = $1 and c.id = $2 and c.deleted_at is null`,
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'archive_campaign_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

export const unlist = statement<[accountId: number, campaignId: number], unknown>(
  'archive_unlist',
  'insert into campaign_unlisted (account_id, campaign_id) values ($1, $2) on conflict do nothing',
);

/** Shows a hidden campaign in the archive again. Uses the primary key. */
export const relist = statement<[accountId: number, campaignId: number], unknown>(
  'archive_relist',
  'delete from campaign_unlisted where account_id = $1 and campaign_id = $2',
);

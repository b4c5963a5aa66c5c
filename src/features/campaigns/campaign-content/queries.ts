import { statement } from '../../../base/db.ts';

/** What a variant says of its own; null is as in the campaign. */
export interface VariantText {
  readonly variant: number;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: unknown;
  readonly plain_text: string | null;
}

/** The variants of a campaign; primary key. */
export const variantTexts = statement<[accountId: number, campaignId: number], VariantText>(
  'campaign_content_variants',
  `select variant, subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = $2 order by variant`,
);

/** Lets one transaction of a campaign after the other give numbers; primary key. */
export const holdNumbers = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_content_hold_numbers',
  'select from campaign where account_id = $1 and id = $2 for no key update',
);

/** The numbered links of a campaign; primary key. */
export const numberedLinks = statement<
  [accountId: number, campaignId: number],
  { readonly link_no: number; readonly url: string }
>(
  'campaign_content_links',
  'select link_no, url from campaign_link where account_id = $1 and campaign_id = $2 order by link_no',
);

/** Numbers links; only whoever holds the numbers. */
export const insertLinks = statement<
  [accountId: number, campaignId: number, numbers: readonly number[], urls: readonly string[]],
  unknown
>(
  'campaign_content_insert_links',
  `insert into campaign_link (account_id, campaign_id, link_no, url)
   select $1, $2, g.link_no, g.url from unnest($3::integer[], $4::text[]) as g (link_no, url)`,
);

export interface RecipientRow {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** In the order of the fields that were asked for. */
  readonly own: readonly (string | null)[];
}

/** Contacts with the values of some fields, in the order of the ids; deleted ones are left out. Primary key. */
export const recipientRows = statement<
  [accountId: number, ids: readonly number[], fieldIds: readonly string[]],
  RecipientRow
>(
  'campaign_content_recipients',
  `select c.id, c.email, c.first_name, c.last_name,
     array(select c.fields ->> w.field from unnest($3::text[]) with ordinality as w (field, place) order by w.place) as own
   from unnest($2::bigint[]) with ordinality as g (id, place)
   join contact c on c.account_id = $1 and c.id = g.id and c.deleted_at is null
   order by g.place`,
);

/**
 * Counts test mails of an account, within a day of the first of them; no row when that would be too many. Primary key.
 */
export const countTests = statement<
  [accountId: number, mails: number, limit: number, daySeconds: number],
  { readonly mails: number }
>(
  'campaign_content_count_tests',
  `insert into campaign_test as t (account_id, since, mails) values ($1, now(), $2)
   on conflict (account_id) do update set
     since = case when excluded.since - t.since >= make_interval(secs => $4) then excluded.since else t.since end,
     mails = case when excluded.since - t.since >= make_interval(secs => $4) then excluded.mails else t.mails + excluded.mails end
   where excluded.since - t.since >= make_interval(secs => $4) or t.mails + excluded.mails <= $3
   returning mails`,
);

/** Test mails of an account in its present day, and how long that lasts; primary key. */
export const testsOf = statement<
  [accountId: number, daySeconds: number],
  { readonly mails: number; readonly seconds_left: number }
>(
  'campaign_content_tests',
  `select mails, ceil(extract(epoch from since + make_interval(secs => $2) - now()))::integer as seconds_left
   from campaign_test where account_id = $1`,
);

/** What a contact was sent of a campaign: its variant, and the mailing of the wave in which that was. */
export interface SentRow {
  readonly variant: number;
  readonly mailing_id: string | null;
  /** As recipients are read with. */
  readonly slots: readonly string[] | null;
}

/**
 * What a contact was sent. Waves with other content start when nothing of those before is left: it is the last wave of the
 * variant that had started; where clocks differ by more than there was between, the first. Primary keys.
 */
export const mailSent = statement<[accountId: number, campaignId: number, contactId: number], SentRow>(
  'campaign_content_mail_sent',
  `select d.variant, w.mailing_id, w.slots
   from deliverable d left join lateral (
     select mailing_id, slots from campaign_wave
     where account_id = $1 and campaign_id = $2 and coalesce(variant, 0) = d.variant and started_at is not null
     order by started_at <= d.sent_at desc, abs(extract(epoch from d.sent_at - started_at)) limit 1
   ) w on true
   where d.account_id = $1 and d.campaign_id = $2 and d.contact_id = $3`,
);

/** The last wave of a variant that was started: what of its content was sent last. Primary key. */
export const mailingOfVariant = statement<[accountId: number, campaignId: number, variant: number], SentRow>(
  'campaign_content_mailing_of_variant',
  `select coalesce(variant, 0) as variant, mailing_id, slots from campaign_wave
   where account_id = $1 and campaign_id = $2 and coalesce(variant, 0) = $3 and started_at is not null
   order by started_at desc, wave_no desc limit 1`,
);

/** How often the addresses of a campaign were followed, as judged and by whomever; primary key. */
export const clicksOfLinks = statement<
  [accountId: number, campaignId: number, trap: string],
  { readonly url: string; readonly clicks: number; readonly raw_clicks: number }
>(
  'campaign_content_clicks_of_links',
  `select url, sum(clicks)::bigint as clicks, sum(clicks + machine_clicks)::bigint as raw_clicks
   from campaign_link where account_id = $1 and campaign_id = $2 and url <> $3 group by url`,
);

/** Whether any account has a campaign of that number; index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'campaign_content_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

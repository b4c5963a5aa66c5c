import { statement } from '../../../base/db.ts';

/** The content of a variant. Null fields are taken from the campaign. */
export interface VariantText {
  readonly variant: number;
  /** The language whose readers get the variant. Null if the variant is part of an A/B test. */
  readonly language: string | null;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: unknown;
  readonly plain_text: string | null;
}

/** Returns the variants of a campaign. Uses the primary key. */
export const variantTexts = statement<[accountId: number, campaignId: number], VariantText>(
  'campaign_content_variants',
  `select variant, language, subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = $2 order by variant`,
);

/** Returns the language of a variant. Uses the primary key. */
export const variantLanguage = statement<
  [accountId: number, campaignId: number, variant: number],
  { readonly language: string | null }
>(
  'campaign_content_variant_language',
  'select language from campaign_variant where account_id = $1 and campaign_id = $2 and variant = $3',
);

/** Locks the campaign so that only one transaction numbers links at a time. Uses the primary key. */
export const holdNumbers = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_content_hold_numbers',
  'select from campaign where account_id = $1 and id = $2 for no key update',
);

/** Returns the numbered links of a campaign. Uses the primary key. */
export const numberedLinks = statement<
  [accountId: number, campaignId: number],
  { readonly link_no: number; readonly url: string }
>(
  'campaign_content_links',
  'select link_no, url from campaign_link where account_id = $1 and campaign_id = $2 order by link_no',
);

/** Inserts link numbers. The caller must hold the lock of `holdNumbers`. */
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
  readonly language: string | null;
  /** Values in the order of the requested fields. */
  readonly own: readonly (string | null)[];
}

/**
 * Returns contacts with the values of the given fields, in the order of the IDs. Leaves out deleted contacts. If
 * `isSigningUp` is set, contacts whose language is unknown get the language of their sign-up. Uses the primary keys.
 */
export const recipientRows = statement<
  [accountId: number, ids: readonly number[], fieldIds: readonly string[], isSigningUp: boolean],
  RecipientRow
>(
  'campaign_content_recipients',
  `select c.id, c.email, c.first_name, c.last_name,
     coalesce(c.language, case when $4::boolean then (
       select s.language from contact_sign_up s where s.account_id = $1 and s.contact_id = c.id
     ) end) as language,
     array(select c.fields ->> w.field from unnest($3::text[]) with ordinality as w (field, place) order by w.place) as own
   from unnest($2::bigint[]) with ordinality as g (id, place)
   join contact c on c.account_id = $1 and c.id = g.id and c.deleted_at is null
   order by g.place`,
);

/**
 * Adds test emails to the account's count for the current 24 hours, which start with the first test email. Returns no
 * row if the limit would be exceeded. Uses the primary key.
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

/**
 * Returns the number of test emails in the account's latest window of `daySeconds` seconds, and the number of seconds
 * until the window ends. The second number is negative if the window has ended. Uses the primary key.
 */
export const testsOf = statement<
  [accountId: number, daySeconds: number],
  { readonly mails: number; readonly seconds_left: number }
>(
  'campaign_content_tests',
  `select mails, ceil(extract(epoch from since + make_interval(secs => $2) - now()))::integer as seconds_left
   from campaign_test where account_id = $1`,
);

/** The variant that was sent to a contact, and the mailing of its wave. */
export interface SentRow {
  readonly variant: number;
  readonly mailing_id: string | null;
  /** Contact fields that the mailing uses. */
  readonly slots: readonly string[] | null;
}

/**
 * Returns the variant that was sent to a contact, and the mailing of the variant's last wave that started before the
 * message was sent. If no wave started before (because of clock skew), uses the first wave that started after. Uses the
 * primary keys.
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

/** Returns the mailing of the variant's most recently started wave. Uses the primary key. */
export const mailingOfVariant = statement<[accountId: number, campaignId: number, variant: number], SentRow>(
  'campaign_content_mailing_of_variant',
  `select coalesce(variant, 0) as variant, mailing_id, slots from campaign_wave
   where account_id = $1 and campaign_id = $2 and coalesce(variant, 0) = $3 and started_at is not null
   order by started_at desc, wave_no desc limit 1`,
);

/** Returns the clicks per URL of a campaign, by people and in total including bots. Uses the primary key. */
export const clicksOfLinks = statement<
  [accountId: number, campaignId: number, trap: string],
  { readonly url: string; readonly clicks: number; readonly raw_clicks: number }
>(
  'campaign_content_clicks_of_links',
  `select url, sum(clicks)::bigint as clicks, sum(clicks + machine_clicks)::bigint as raw_clicks
   from campaign_link where account_id = $1 and campaign_id = $2 and url <> $3 group by url`,
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'campaign_content_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';
import { pageBrandSql } from '../campaign-settings/index.ts';

export interface VisitRow {
  /** Public name of the account. Null if the account has none. */
  readonly sender: string | null;
  /** True if the contact has a sign-up that can be confirmed now. */
  readonly is_open: boolean;
  /** True if the contact has confirmed and is still subscribed. */
  readonly is_done: boolean;
  readonly form_id: number | null;
  /** Language of the contact, or else the language of the sign-up, as a BCP 47 tag. Null if unknown. */
  readonly language: string | null;
  readonly account_language: string | null;
  readonly brand: PageBrand;
  /** Custom wording for the account's pages and emails. Null if the account has never changed its settings. */
  readonly own_texts: OwnTexts | null;
}

/**
 * Returns the status of the sign-up that a confirmation link refers to. Returns a row even if there is no such sign-up,
 * unless the account is closed. Uses the primary keys.
 */
export const visitOf = statement<[accountId: number, campaignId: number, contactId: number], VisitRow>(
  'confirmations_visit',
  `select ${publicNameSql('a', 'k')} as sender,
     coalesce(s.confirmed_at is null and s.expires_at > now()
       and (c.unsubscribed_at is null or c.unsubscribed_at <= s.signed_up_at) and c.id is not null, false) as is_open,
     coalesce(c.confirmed_at is not null and c.unsubscribed_at is null
       and (s.contact_id is null or s.confirmed_at is not null), false) as is_done,
     s.form_id, coalesce(c.language, s.language) as language, t.language as account_language, ${pageBrandSql('t')},
     t.texts as own_texts
   from account a
   left join campaign_settings t on t.account_id = $1
   left join campaign k on k.account_id = $1 and k.id = $2
   left join contact c on c.account_id = $1 and c.id = $3 and c.deleted_at is null
   left join contact_sign_up s on s.account_id = $1 and s.contact_id = c.id
   where a.account_id = $1 and a.closed_at is null`,
);

export interface SignUpRow {
  readonly email: string;
  readonly signed_up_at: Date;
  readonly was_confirmed: boolean;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly ip_address: string | null;
  readonly fields: Readonly<Record<string, string | null>> | null;
  readonly list_ids: readonly number[];
  readonly form_id: number | null;
  readonly consent_text: string | null;
  readonly consent_source: string | null;
  readonly consent_ip: string | null;
  readonly language: string | null;
}

/**
 * Locks and returns a sign-up that can be confirmed now. The caller must hold the audience lock. Uses the primary keys.
 */
export const holdOpen = statement<[accountId: number, contactId: number], SignUpRow>(
  'confirmations_hold_open',
  `select c.email, s.signed_up_at, c.confirmed_at is not null as was_confirmed, s.first_name, s.last_name, s.ip_address,
     s.fields, s.list_ids, s.form_id, s.consent_text, s.consent_source, s.consent_ip,
     s.language
   from contact_sign_up s
   join contact c on c.account_id = $1 and c.id = s.contact_id and c.deleted_at is null
     and (c.unsubscribed_at is null or c.unsubscribed_at <= s.signed_up_at)
   where s.account_id = $1 and s.contact_id = $2 and s.confirmed_at is null and s.expires_at > now()
   for update`,
);

/**
 * Confirms and resubscribes a contact and updates the contact's flags. A contact who had already confirmed keeps the
 * original confirmation time. The caller must hold the audience lock and must have checked that the contact did not
 * unsubscribe after signing up. Uses the primary keys.
 */
export const confirmContact = statement<[accountId: number, contactId: number], unknown>(
  'confirmations_confirm_contact',
  `with changed as (
     update contact c set confirmed_at = coalesce(confirmed_at, clock.at), unsubscribed_at = null, updated_at = clock.at
     from (select now()) as clock (at)
     where c.account_id = $1 and c.id = $2 and c.deleted_at is null
       and (c.confirmed_at is null or c.unsubscribed_at is not null)
     returning c.id, contact_flags(c.confirmed_at, c.unsubscribed_at, c.bounced_at, c.invalid_at) as flags
   )
   update contact_stat s set flags = changed.flags from changed where s.account_id = $1 and s.contact_id = changed.id`,
);

/** Marks a sign-up as confirmed and clears the data that was stored until the confirmation. Uses the primary key. */
export const endSignUp = statement<[accountId: number, contactId: number], unknown>(
  'confirmations_end_sign_up',
  `update contact_sign_up set confirmed_at = now(), is_waiting = false, ask_at = null, first_name = null, last_name = null,
     ip_address = null, fields = null, list_ids = '{}', consent_text = null, consent_source = null, consent_ip = null,
     language = null
   where account_id = $1 and contact_id = $2 and confirmed_at is null`,
);

/** Counts a sign-up that was confirmed by link. Uses the primary key. */
export const countConfirmed = statement<[accountId: number], unknown>(
  'confirmations_count_confirmed',
  `insert into confirmation_day as d (account_id, day, confirmed) values ($1, (now() at time zone 'utc')::date, 1)
   on conflict (account_id, day) do update set confirmed = d.confirmed + 1`,
);

/** Returns the double opt-in counts of recent days. Uses the primary key and the index contact_sign_up_open. */
export const figuresOf = statement<
  [accountId: number, days: number, most: number],
  { readonly asked: number; readonly confirmed: number; readonly waiting: number }
>(
  'confirmations_figures',
  `select coalesce(sum(asked), 0)::bigint as asked, coalesce(sum(confirmed), 0)::bigint as confirmed, (
     select count(*) from (
       select from contact_sign_up
       where account_id = $1 and confirmed_at is null and expires_at > now() limit $3
     ) s
   ) as waiting
   from confirmation_day
   where account_id = $1 and day > (now() at time zone 'utc')::date - $2::integer`,
);

/** Deletes up to `limit` sign-ups whose links expired more than `days` days ago. Uses the index contact_sign_up_age. */
export const deleteSignUps = statement<[days: number, limit: number], { readonly contact_id: number }>(
  'confirmations_forget',
  'select contact_id from forget_sign_ups($1, $2)',
);

/** Deletes old daily counts. The table has one row per account and day. */
export const deleteSignUpCounts = statement<[days: number], unknown>(
  'confirmations_forget_figures',
  `delete from confirmation_day where day < (now() at time zone 'utc')::date - $1::integer`,
);

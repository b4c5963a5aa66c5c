import { statement } from '../../../base/db.ts';
import { MAX_LISTS } from './limits.ts';

/**
 * Returns the double opt-in setting of an account and the campaign that stores its confirmation email. `campaign_id` is
 * null if there is no such campaign yet. Uses the primary keys.
 */
export const confirmationSettingsOf = statement<
  [accountId: number],
  { readonly double_opt_in: boolean; readonly campaign_id: number | null; readonly from_email: string | null }
>(
  'confirmations_settings',
  `select a.double_opt_in, c.id as campaign_id, c.from_email
   from account a
   left join confirmation_mail m on m.account_id = $1
   left join campaign c on c.account_id = $1 and c.id = m.campaign_id and c.deleted_at is null
   where a.account_id = $1`,
);

/**
 * Records the campaign that contains an account's confirmation email. The caller must hold the account's row lock. Uses
 * the primary key.
 */
export const keepRecord = statement<[accountId: number, campaignId: number], unknown>(
  'confirmations_keep_record',
  `insert into confirmation_mail (account_id, campaign_id) values ($1, $2)
   on conflict (account_id) do update set campaign_id = excluded.campaign_id`,
);

/** Sets the sender of a confirmation email that does not have one. Uses the primary key. */
export const fillSender = statement<[accountId: number, campaignId: number, name: string, email: string], unknown>(
  'confirmations_fill_sender',
  `update campaign set from_name = case when from_name = '' then $3 else from_name end, from_email = $4, updated_at = now()
   where account_id = $1 and id = $2 and from_email = ''`,
);

/** Returns the account's domain that was verified first. Uses the primary key. */
export const firstDomain = statement<[accountId: number], { readonly name: string }>(
  'confirmations_first_domain',
  `select name from domain where account_id = $1 and status = 'verified' and deleted_at is null
   order by verified_at, id limit 1`,
);

export interface KnownRow {
  readonly id: number;
  readonly is_deleted: boolean;
  readonly is_confirmed: boolean;
}

/** Returns the contact with the given address. The caller must hold the audience lock. Uses the unique key. */
export const knownContact = statement<[accountId: number, email: string], KnownRow>(
  'confirmations_known',
  `select id, deleted_at is not null as is_deleted, confirmed_at is not null as is_confirmed
   from contact where account_id = $1 and email = $2::text collate "C"`,
);

/**
 * Returns the given contacts that have no flag except `unconfirmed` and may therefore receive a confirmation email.
 * Used for contacts that were added through the API. Uses the primary key.
 */
export const unconfirmedAmong = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly contact_id: number }
>(
  'confirmations_unconfirmed_among',
  `select contact_id from contact_stat
   where account_id = $1 and contact_id = any($2::bigint[]) and flags = 1 order by contact_id`,
);

/**
 * Sign-up data that is stored until the confirmation. A null value keeps the value of an earlier sign-up, if that
 * sign-up can still be confirmed.
 */
export type SignUpColumns = [
  firstName: string | null,
  lastName: string | null,
  ipAddress: string | null,
  /** JSON object. */
  fields: string | null,
  listIds: readonly number[],
  formId: number | null,
  consentText: string | null,
  consentSource: string | null,
  consentIp: string | null,
  language: string | null,
];

/** True if the stored sign-up could still be confirmed at the time of the new sign-up. */
const PENDING = 's.confirmed_at is null and s.expires_at > excluded.signed_up_at';

/**
 * Returns the SQL assignment of a column. Uses the new value or, if it is null, the stored value of a sign-up that can
 * still be confirmed.
 */
function orPending(column: string): string {
  return `${column} = coalesce(excluded.${column}, case when ${PENDING} then s.${column} end)`;
}

/**
 * Stores sign-ups of contacts with the current time, merged with the data of earlier sign-ups that can still be
 * confirmed. IP addresses are dropped unless the account stores IP addresses with consents. The conflict clause uses no
 * parameters, because a database cluster would reject them (see countSoftBounces). The caller must hold the audience
 * lock. Uses the primary key.
 */
export const keepSignUps = statement<
  [accountId: number, contactIds: readonly number[], days: number, ...SignUpColumns],
  unknown
>(
  'confirmations_keep',
  `insert into contact_sign_up as s (account_id, contact_id, signed_up_at, expires_at, first_name, last_name, ip_address,
     fields, list_ids, form_id, consent_text, consent_source, consent_ip, language)
   select $1, g.id, now(), now() + make_interval(days => $3), $4::text, $5::text, $6::text, $7::jsonb, $8::bigint[],
     $9::bigint, $10::text, $11::text, case when a.keeps_consent_ip then $12::text end, $13::text
   from unnest($2::bigint[]) as g (id) join account a on a.account_id = $1
   order by g.id
   on conflict (account_id, contact_id) do update set
     signed_up_at = excluded.signed_up_at, expires_at = excluded.expires_at, confirmed_at = null,
     ${['first_name', 'last_name', 'ip_address', 'form_id', 'language'].map(orPending).join(', ')},
     fields = case when ${PENDING} then coalesce(s.fields, '{}') else '{}' end || coalesce(excluded.fields, '{}'),
     list_ids = case when ${PENDING} then array(
       select distinct id from unnest(excluded.list_ids || s.list_ids) as l (id) limit ${MAX_LISTS}
     ) else excluded.list_ids end,
     consent_text = case when excluded.consent_text is null and ${PENDING} then s.consent_text
       else excluded.consent_text end,
     consent_source = case when excluded.consent_text is null and ${PENDING} then s.consent_source
       else excluded.consent_source end,
     consent_ip = case when excluded.consent_text is null and ${PENDING} then s.consent_ip else excluded.consent_ip end`,
);

/**
 * Returns the contacts that need a confirmation email. Their sign-ups can be confirmed, and their addresses have
 * neither bounced nor been suppressed. `ask_at` is the earliest time at which both sending intervals allow the email.
 * Uses the primary keys.
 */
export const askable = statement<
  [accountId: number, contactIds: readonly number[], gapSeconds: number, days: number],
  { readonly contact_id: number; readonly ask_at: Date | null; readonly is_due: boolean }
>(
  'confirmations_askable',
  `select s.contact_id, i.ask_at, i.ask_at is null or i.ask_at <= now() as is_due
   from contact_sign_up s
   join contact c on c.account_id = $1 and c.id = s.contact_id and c.deleted_at is null
     and c.bounced_at is null and c.invalid_at is null
     and (c.unsubscribed_at is null or c.unsubscribed_at <= s.signed_up_at)
   cross join lateral (
     select greatest(s.asked_at + make_interval(secs => $3), s.asked_before_at + make_interval(days => $4)) as ask_at
   ) i
   where s.account_id = $1 and s.contact_id = any($2::bigint[]) and s.confirmed_at is null and s.expires_at > now()
     and not exists (select from suppression p where p.account_id = $1 and p.address = c.email)
   order by s.contact_id`,
);

/**
 * Records and counts confirmation emails that were queued, and extends the sign-ups, which can then be confirmed for
 * another `days` days. The caller must hold the audience lock. Uses the primary keys.
 */
export const recordConfirmationsSent = statement<
  [accountId: number, contactIds: readonly number[], days: number],
  unknown
>(
  'confirmations_note_asked',
  `with asked as (
     update contact_sign_up set asked_before_at = asked_at, asked_at = clock.at, is_waiting = false, ask_at = null,
       expires_at = greatest(expires_at, clock.at + make_interval(days => $3))
     from (select now()) as clock (at)
     where account_id = $1 and contact_id = any($2::bigint[]) returning 1
   )
   insert into confirmation_day as d (account_id, day, asked)
   select $1, (now() at time zone 'utc')::date, count(*) from asked having count(*) > 0
   on conflict (account_id, day) do update set asked = d.asked + excluded.asked`,
);

/**
 * Schedules the confirmation emails of contacts for the end of the sending interval. The caller must hold the audience
 * lock. Uses the primary key.
 */
export const waitUntil = statement<
  [accountId: number, contactIds: readonly number[], times: readonly (Date | null)[]],
  unknown
>(
  'confirmations_wait_until',
  `update contact_sign_up s set ask_at = g.ask_at, is_waiting = false
   from unnest($2::bigint[], $3::timestamptz[]) as g (contact_id, ask_at)
   where s.account_id = $1 and s.contact_id = g.contact_id`,
);

/**
 * Returns accounts that have sign-ups whose sending interval has ended, earliest first. Uses the index
 * contact_sign_up_ask.
 */
export const accountsToWake = statement<[limit: number], { readonly account_id: number }>(
  'confirmations_to_wake',
  `select account_id from contact_sign_up where ask_at <= now() group by account_id order by min(ask_at) limit $1`,
);

/**
 * Returns up to `limit` of an account's contacts whose sending interval has ended. The caller must hold the audience
 * lock. Uses the index contact_sign_up_ask.
 */
export const contactsToWake = statement<[accountId: number, limit: number], { readonly contact_id: number }>(
  'confirmations_contacts_to_wake',
  'select contact_id from contact_sign_up where account_id = $1 and ask_at <= now() order by ask_at limit $2',
);

/**
 * Marks contacts as waiting for the confirmation email, which cannot be sent yet. If no attempt is scheduled for the
 * account, schedules one in `seconds` seconds. Uses the primary keys.
 */
export const letWait = statement<[accountId: number, contactIds: readonly number[], seconds: number], unknown>(
  'confirmations_let_wait',
  `with waiting as (
     update contact_sign_up set is_waiting = true, ask_at = null
     where account_id = $1 and contact_id = any($2::bigint[]) and (not is_waiting or ask_at is not null)
   )
   update confirmation_mail set next_at = now() + make_interval(secs => $3) where account_id = $1 and next_at is null`,
);

/**
 * Returns up to `limit` contacts of an account that are waiting for the confirmation email. Uses the index
 * contact_sign_up_waiting.
 */
export const waitingContacts = statement<[accountId: number, limit: number], { readonly contact_id: number }>(
  'confirmations_waiting',
  'select contact_id from contact_sign_up where account_id = $1 and is_waiting order by contact_id limit $2',
);

/** Marks contacts as no longer waiting. Uses the primary key. */
export const endWaiting = statement<[accountId: number, contactIds: readonly number[]], unknown>(
  'confirmations_end_waiting',
  'update contact_sign_up set is_waiting = false where account_id = $1 and contact_id = any($2::bigint[]) and is_waiting',
);

/** Returns accounts with waiting sign-ups whose next attempt is due. Uses the index confirmation_mail_due. */
export const dueAccounts = statement<[limit: number], { readonly account_id: number; readonly failures: number }>(
  'confirmations_due',
  'select account_id, failures from confirmation_mail where next_at <= now() order by next_at limit $1',
);

/** Cancels the next attempt for an account without waiting sign-ups. Uses the primary key. */
export const endDue = statement<[accountId: number], unknown>(
  'confirmations_end_due',
  'update confirmation_mail set next_at = null, failures = 0, fault = null where account_id = $1',
);

/**
 * Schedules the next attempt for an account in `seconds` seconds, and records why the email could not be sent. A null
 * `fault` means that there was no problem. No attempt is scheduled if all waiting sign-ups have expired. Uses the
 * primary key and the index contact_sign_up_waiting.
 */
export const postpone = statement<[accountId: number, seconds: number, fault: string | null], unknown>(
  'confirmations_postpone',
  `update confirmation_mail set fault = $3, failures = case when $3::text is null then 0 else failures + 1 end,
     next_at = case when exists (
       select from contact_sign_up s where s.account_id = $1 and s.is_waiting and s.expires_at > clock.at
     ) then seconds_after(clock.at, $2) end
   from (select now()) as clock (at)
   where account_id = $1`,
);

/** Makes the next attempt due now if contacts are waiting for the confirmation email. Uses the primary key. */
export const retryNow = statement<[accountId: number, campaignId: number], unknown>(
  'confirmations_retry_now',
  `update confirmation_mail set next_at = now(), failures = 0, fault = null
   where account_id = $1 and campaign_id = $2 and next_at is not null`,
);

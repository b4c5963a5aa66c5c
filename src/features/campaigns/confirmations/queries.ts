import { statement } from '../../../base/db.ts';
import { MAX_LISTS } from './limits.ts';

/** What an account wants of those who sign up, and the record of its mail; null: it has none yet. Primary keys. */
export const standingOf = statement<
  [accountId: number],
  { readonly double_opt_in: boolean; readonly campaign_id: number | null; readonly from_email: string | null }
>(
  'confirmations_standing',
  `select a.double_opt_in, c.id as campaign_id, c.from_email
   from account a
   left join confirmation_mail m on m.account_id = $1
   left join campaign c on c.account_id = $1 and c.id = m.campaign_id and c.deleted_at is null
   where a.account_id = $1`,
);

/** Only whoever holds the account. Primary key. */
export const keepRecord = statement<[accountId: number, campaignId: number], unknown>(
  'confirmations_keep_record',
  `insert into confirmation_mail (account_id, campaign_id) values ($1, $2)
   on conflict (account_id) do update set campaign_id = excluded.campaign_id`,
);

/** Says who a record is from that says nobody; primary key. */
export const fillSender = statement<[accountId: number, campaignId: number, name: string, email: string], unknown>(
  'confirmations_fill_sender',
  `update campaign set from_name = case when from_name = '' then $3 else from_name end, from_email = $4, updated_at = now()
   where account_id = $1 and id = $2 and from_email = ''`,
);

/** The domain of an account that was verified first; primary key. */
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

/** The contact with an address; the caller holds the audience. Unique key. */
export const knownContact = statement<[accountId: number, email: string], KnownRow>(
  'confirmations_known',
  `select id, deleted_at is not null as is_deleted, confirmed_at is not null as is_confirmed
   from contact where account_id = $1 and email = $2::text collate "C"`,
);

/** Those of some contacts that may be asked because a program saved them: unconfirmed, and nothing else. Primary key. */
export const unconfirmedAmong = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly contact_id: number }
>(
  'confirmations_unconfirmed_among',
  `select contact_id from contact_stat
   where account_id = $1 and contact_id = any($2::bigint[]) and flags = 1 order by contact_id`,
);

/** What is kept of a sign-up until it is confirmed; null keeps what an earlier one said that can still be confirmed. */
export type SignUpColumns = [
  firstName: string | null,
  lastName: string | null,
  ipAddress: string | null,
  /** JSON. */
  fields: string | null,
  listIds: readonly number[],
  formId: number | null,
  consentText: string | null,
  consentSource: string | null,
  consentIp: string | null,
];

/** Of what stands there, as of the time of what comes. */
const PENDING = 's.confirmed_at is null and s.expires_at > excluded.signed_up_at';

/** The value of now, or what stands there of a sign-up that can still be confirmed. */
function orPending(column: string): string {
  return `${column} = coalesce(excluded.${column}, case when ${PENDING} then s.${column} end)`;
}

/**
 * Keeps sign-ups of contacts as of now, and what they said together with what they had said and can still confirm. Where the
 * account keeps no addresses with consents, none stands here either. What is written on conflict has no parameter, as in
 * countSoftBounces. The caller holds the audience. Primary key.
 */
export const keepSignUps = statement<
  [accountId: number, contactIds: readonly number[], days: number, ...SignUpColumns],
  unknown
>(
  'confirmations_keep',
  `insert into contact_sign_up as s (account_id, contact_id, signed_up_at, expires_at, first_name, last_name, ip_address,
     fields, list_ids, form_id, consent_text, consent_source, consent_ip)
   select $1, g.id, now(), now() + make_interval(days => $3), $4::text, $5::text, $6::text, $7::jsonb, $8::bigint[],
     $9::bigint, $10::text, $11::text, case when a.keeps_consent_ip then $12::text end
   from unnest($2::bigint[]) as g (id) join account a on a.account_id = $1
   order by g.id
   on conflict (account_id, contact_id) do update set
     signed_up_at = excluded.signed_up_at, expires_at = excluded.expires_at, confirmed_at = null,
     ${['first_name', 'last_name', 'ip_address', 'form_id'].map(orPending).join(', ')},
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
 * Those of some contacts who are to be asked, as soon as the interval allows it: their sign-up can be confirmed, and the address
 * is not known to be dead or suppressed. `ask_at` is when the last mail is long enough ago and the one before it longer. Primary
 * keys.
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
 * Notes that a mail was queued to contacts, whose sign-up can be confirmed for some days from then on, and counts it; primary
 * keys. The caller holds the audience.
 */
export const noteAsked = statement<[accountId: number, contactIds: readonly number[], days: number], unknown>(
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

/** Has contacts wait until the interval between mails has ended; primary key. The caller holds the audience. */
export const waitUntil = statement<
  [accountId: number, contactIds: readonly number[], times: readonly (Date | null)[]],
  unknown
>(
  'confirmations_wait_until',
  `update contact_sign_up s set ask_at = g.ask_at, is_waiting = false
   from unnest($2::bigint[], $3::timestamptz[]) as g (contact_id, ask_at)
   where s.account_id = $1 and s.contact_id = g.contact_id`,
);

/** Accounts with sign-ups whose interval has ended, the longest ago first; index contact_sign_up_ask. */
export const accountsToWake = statement<[limit: number], { readonly account_id: number }>(
  'confirmations_to_wake',
  `select account_id from contact_sign_up where ask_at <= now() group by account_id order by min(ask_at) limit $1`,
);

/** Contacts of an account whose interval has ended, some of them; index contact_sign_up_ask. The caller holds the audience. */
export const contactsToWake = statement<[accountId: number, limit: number], { readonly contact_id: number }>(
  'confirmations_contacts_to_wake',
  'select contact_id from contact_sign_up where account_id = $1 and ask_at <= now() order by ask_at limit $2',
);

/** Has contacts wait until their mail can be sent, and looks for that in some seconds; primary keys. */
export const letWait = statement<[accountId: number, contactIds: readonly number[], seconds: number], unknown>(
  'confirmations_let_wait',
  `with waiting as (
     update contact_sign_up set is_waiting = true, ask_at = null
     where account_id = $1 and contact_id = any($2::bigint[]) and (not is_waiting or ask_at is not null)
   )
   update confirmation_mail set next_at = now() + make_interval(secs => $3) where account_id = $1 and next_at is null`,
);

/** Contacts of an account that wait for a mail, some of them; index contact_sign_up_waiting. */
export const waitingContacts = statement<[accountId: number, limit: number], { readonly contact_id: number }>(
  'confirmations_waiting',
  'select contact_id from contact_sign_up where account_id = $1 and is_waiting order by contact_id limit $2',
);

/** Primary key. */
export const endWaiting = statement<[accountId: number, contactIds: readonly number[]], unknown>(
  'confirmations_end_waiting',
  'update contact_sign_up set is_waiting = false where account_id = $1 and contact_id = any($2::bigint[]) and is_waiting',
);

/** Accounts whose sign-ups wait and are to be looked at; index confirmation_mail_due. */
export const dueAccounts = statement<[limit: number], { readonly account_id: number; readonly failures: number }>(
  'confirmations_due',
  'select account_id, failures from confirmation_mail where next_at <= now() order by next_at limit $1',
);

/** Nobody of the account waits any more. Primary key. */
export const endDue = statement<[accountId: number], unknown>(
  'confirmations_end_due',
  'update confirmation_mail set next_at = null, failures = 0, fault = null where account_id = $1',
);

/**
 * When an account is looked at again, with what kept its mail back; null: nothing did. Not any more once all who wait have
 * waited for too long. Primary key, index contact_sign_up_waiting.
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

/** Has those who wait for a mail looked at now, where there are any; primary key. */
export const retryNow = statement<[accountId: number, campaignId: number], unknown>(
  'confirmations_retry_now',
  `update confirmation_mail set next_at = now(), failures = 0, fault = null
   where account_id = $1 and campaign_id = $2 and next_at is not null`,
);

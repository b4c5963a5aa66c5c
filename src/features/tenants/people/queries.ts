import { statement } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';

export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly two_factor_enabled: boolean;
  /** BCP 47 tag of the language of emails. Null if unknown. */
  readonly language: string | null;
  readonly created_at: Date;
}

/** A member of an account, with the account data that routes need. */
export interface MemberRow {
  readonly person_id: number;
  readonly person_name: string;
  readonly person_email: string;
  readonly role: Role;
  readonly account_id: number;
  readonly email: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly transactional_enabled: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly monthly_limit: number | null;
  readonly daily_quota: number | null;
  readonly day: string;
  readonly month_used: number;
  readonly day_used: number;
}

const PERSON = 'id, name, email, two_factor_enabled, language, created_at';

const MEMBER = `p.id as person_id, p.name as person_name, p.email as person_email, m.role, a.account_id, a.email, a.plan,
  a.is_operator, a.transactional_enabled, a.paused_at, a.pause_reason, pl.rate_per_second, pl.rate_per_minute,
  monthly_limit(a.overage_enabled, a.overage_cap_cents, pl.monthly_quota, pl.overage_cents_per_thousand) as monthly_limit, pl.daily_quota, to_char(clock.today, 'YYYY-MM-DD') as day,
  coalesce(u.used, 0) as month_used, case when u.day >= clock.today then u.day_used else 0 end as day_used`;

/** Joins the account of a membership. Excludes closed accounts. */
const OF_MEMBER = `join account a on a.account_id = m.account_id and a.closed_at is null
   join plan pl on pl.name = a.plan
   cross join (select (now() at time zone 'utc')::date as today) clock
   left join account_usage u on u.account_id = a.account_id and u.month = date_trunc('month', clock.today)::date`;

export const insertPerson = statement<[name: string, email: string, verified: boolean], PersonRow>(
  'people_insert_person',
  `insert into person (name, email, email_verified) values ($1, $2, $3) on conflict do nothing returning ${PERSON}`,
);

/** Finds a user by email address. Uses the unique index person_email. */
export const personByEmail = statement<[email: string], PersonRow>(
  'people_person_by_email',
  `select ${PERSON} from person where lower(email) = lower($1)`,
);

export const personById = statement<[personId: number], PersonRow>(
  'people_person_by_id',
  `select ${PERSON} from person where id = $1`,
);

/** Locks a user until the end of the transaction. Uses the primary key. */
export const lockPerson = statement<[personId: number], PersonRow>(
  'people_lock_person',
  `select ${PERSON} from person where id = $1 for update`,
);

export const updatePersonEmail = statement<[personId: number, email: string], unknown>(
  'people_update_email',
  `update person set email = $2, email_verified = true, updated_at = now() where id = $1`,
);

export const markEmailVerified = statement<[personId: number], unknown>(
  'people_mark_email_verified',
  `update person set email_verified = true where id = $1 and not email_verified`,
);

/** Sets the password of a user. Uses the unique index on person_id and provider_id. */
export const upsertPassword = statement<[personId: number, passwordHash: string], unknown>(
  'people_upsert_password',
  `insert into person_password (person_id, provider_account_id, password) values ($1, $1::bigint::text, $2)
   on conflict (person_id, provider_id) do update set password = excluded.password, updated_at = now()`,
);

export const passwordOf = statement<[personId: number], { readonly password: string | null }>(
  'people_password_of',
  `select password from person_password where person_id = $1 and provider_id = 'credential'`,
);

/** Reads a member of an account. Uses primary keys. */
export const memberById = statement<[personId: number, accountId: number], MemberRow>(
  'people_member_by_id',
  `select ${MEMBER}
   from membership m
   join person p on p.id = m.person_id
   ${OF_MEMBER}
   where m.account_id = $2 and m.person_id = $1`,
);

/** Reads the member of a valid session. Uses the unique index on token_hash, then primary keys. */
export const memberBySession = statement<
  [tokenHash: Buffer],
  MemberRow & { readonly session_id: number; readonly used_seconds_ago: number }
>(
  'people_member_by_session',
  `select s.id as session_id, extract(epoch from now() - s.updated_at)::double precision as used_seconds_ago, ${MEMBER}
   from person_session s
   join person p on p.id = s.person_id
   join membership m on m.account_id = s.account_id and m.person_id = s.person_id
   ${OF_MEMBER}
   where s.token_hash = $1 and s.expires_at > now()`,
);

/** Extends a session that is in use, unless it has expired or was extended less than `afterSeconds` seconds ago. */
export const touchSession = statement<[sessionId: number, lifeDays: number, afterSeconds: number], unknown>(
  'people_touch_session',
  `update person_session set updated_at = now(), expires_at = now() + make_interval(days => $2)
   where id = $1 and expires_at > now() and updated_at <= now() - make_interval(secs => $3)`,
);

export interface SessionRow {
  readonly id: number;
  readonly person_id: number;
  readonly token_hash: Buffer;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
}

/** Lists the sessions of a user, last used first. Uses the index person_session_person. */
export const sessionsOfPerson = statement<[personId: number, limit: number], SessionRow>(
  'people_sessions_of_person',
  `select id, person_id, token_hash, ip_address, user_agent, created_at, updated_at, expires_at
   from person_session where person_id = $1 and expires_at > now() order by updated_at desc, id desc limit $2`,
);

/** Inserts a session in the given account. Without one, uses the account that the user used last or joined first. */
export const insertSession = statement<
  [
    personId: number,
    tokenHash: Buffer,
    lifeDays: number,
    ipAddress: string | null,
    userAgent: string | null,
    accountId: number | null,
  ],
  { readonly id: number; readonly account_id: number | null }
>(
  'people_insert_session',
  `insert into person_session (person_id, token_hash, expires_at, ip_address, user_agent, account_id)
   select $1, $2, now() + make_interval(days => $3), $4, $5, coalesce($6::bigint, (
     select m.account_id from membership m join person p on p.id = m.person_id
     join account a on a.account_id = m.account_id
     where m.person_id = $1 and a.closed_at is null
     order by (m.account_id = p.last_account_id) is true desc, m.joined_at, m.account_id limit 1))
   returning id, account_id`,
);

export const sessionByToken = statement<
  [tokenHash: Buffer],
  SessionRow & { readonly account_id: number | null; readonly age_seconds: number }
>(
  'people_session_by_token',
  `select id, person_id, token_hash, ip_address, user_agent, created_at, updated_at, expires_at, account_id,
          extract(epoch from now() - created_at)::double precision as age_seconds
   from person_session where token_hash = $1 and expires_at > now()`,
);

export const deleteSession = statement<[personId: number, sessionId: number], { readonly id: number }>(
  'people_delete_session',
  `delete from person_session where person_id = $1 and id = $2 returning id`,
);

export const deleteSessionByToken = statement<[tokenHash: Buffer], unknown>(
  'people_delete_session_by_token',
  `delete from person_session where token_hash = $1`,
);

/** Deletes a user's sessions, except the session with the given hash. Uses the index person_session_person. */
export const deleteOtherSessions = statement<[personId: number, keptHash: Buffer | null], { readonly id: number }>(
  'people_delete_other_sessions',
  `delete from person_session where person_id = $1 and token_hash is distinct from $2 returning id`,
);

/** Deletes a user's sessions in an account. Uses the index person_session_person. */
export const deleteSessionsInAccount = statement<[personId: number, accountId: number], unknown>(
  'people_delete_sessions_in_account',
  `delete from person_session where person_id = $1 and account_id = $2`,
);

/** Switches a session to another account. Returns no row if the user is not a member of that account. */
export const switchAccount = statement<
  [tokenHash: Buffer, personId: number, accountId: number],
  { readonly account_id: number }
>(
  'people_switch_account',
  `with moved as (
     update person_session s set account_id = m.account_id
     from membership m join account a on a.account_id = m.account_id and a.closed_at is null
     where s.token_hash = $1 and s.person_id = $2 and m.person_id = $2 and m.account_id = $3
     returning s.account_id
   ), kept as (
     update person set last_account_id = moved.account_id from moved where person.id = $2
   )
   select account_id from moved`,
);

/** Deletes expired sessions, challenges, links, codes and attempt counts, and invitations a week after expiry. */
export const purgeExpired = statement<[], unknown>(
  'people_purge_expired',
  `with sessions as (delete from person_session where expires_at < now()),
        challenges as (delete from person_challenge where expires_at < now()),
        tokens as (delete from person_token where expires_at < now()),
        codes as (delete from person_used_code where used_at < now() - interval '1 hour'),
        attempts as (delete from person_attempt where began_at < now() - interval '1 day')
   delete from invitation where expires_at < now() - interval '7 days'`,
);

/** Counts an attempt in a window of `windowSeconds`. The count restarts after the window. */
export const countAttempt = statement<
  [subject: Buffer, windowSeconds: number],
  { readonly attempts: number; readonly seconds_left: number }
>(
  'people_count_attempt',
  `insert into person_attempt as a (subject, attempts, began_at) values ($1, 1, now())
   on conflict (subject) do update set
     attempts = case when a.began_at > now() - make_interval(secs => $2) then a.attempts + 1 else 1 end,
     began_at = case when a.began_at > now() - make_interval(secs => $2) then a.began_at else now() end
   returning attempts, ceil(extract(epoch from began_at - now()) + $2)::integer as seconds_left`,
);

export const deleteAttempts = statement<[subject: Buffer], unknown>(
  'people_forget_attempts',
  `delete from person_attempt where subject = $1`,
);

export const insertToken = statement<
  [
    tokenHash: Buffer,
    purpose: string,
    lifeSeconds: number,
    personId: number | null,
    accountId: number | null,
    email: string | null,
  ],
  unknown
>(
  'people_insert_token',
  `insert into person_token (token_hash, purpose, expires_at, person_id, account_id, email)
   values ($1, $2, now() + make_interval(secs => $3), $4, $5, $6)`,
);

export interface TokenRow {
  readonly person_id: number | null;
  readonly account_id: number | null;
  readonly email: string | null;
}

/** Deletes a token when it is used. Of several concurrent calls, only one returns a row. Uses the primary key. */
export const takeToken = statement<[tokenHash: Buffer, purpose: string], TokenRow>(
  'people_take_token',
  `delete from person_token where token_hash = $1 and purpose = $2 and expires_at > now()
   returning person_id, account_id, email`,
);

/** Reads the account for which a valid first-start link creates the owner. Uses primary keys. */
export const accountOfToken = statement<
  [tokenHash: Buffer, purpose: string],
  { readonly email: string; readonly name: string | null }
>(
  'people_account_of_token',
  `select a.email, a.name from person_token t join account a on a.account_id = t.account_id
   where t.token_hash = $1 and t.purpose = $2 and t.expires_at > now()`,
);

/** Reads the ID of the user to whom a valid link was sent. Uses the primary key. */
export const personOfToken = statement<[tokenHash: Buffer, purpose: string], { readonly person_id: number | null }>(
  'people_person_of_token',
  `select person_id from person_token where token_hash = $1 and purpose = $2 and expires_at > now()`,
);

/** Deletes a user's earlier links with the given purpose. Uses the index person_token_person. */
export const dropTokensFor = statement<[personId: number, purpose: string], unknown>(
  'people_drop_tokens_for',
  `delete from person_token where person_id = $1 and purpose = $2`,
);

/**
 * Deletes a user's links for resetting the password and for changing the email address. Uses the index
 * person_token_person.
 */
export const dropTokens = statement<[personId: number], unknown>(
  'people_drop_tokens',
  `delete from person_token where person_id = $1 and purpose in ('password reset', 'address change')`,
);

import { statement } from '../../../base/db.ts';

/**
 * Locks an account's audience and returns the number of contacts and the contact limit. Transactions that save or
 * remove contacts or members hold this lock until they end. This keeps counters exact and prevents deadlocks. Uses the
 * primary keys.
 */
export const lockAudienceRow = statement<
  [accountId: number],
  { readonly contacts: number; readonly contact_limit: number | null }
>(
  'contacts_hold_audience',
  `with held as (
     insert into audience as a (account_id) values ($1)
     on conflict (account_id) do update set contacts = a.contacts returning a.contacts
   )
   select held.contacts, p.contact_limit from held, account t join plan p on p.name = t.plan where t.account_id = $1`,
);

/** Returns the number of an account's contacts. Uses the primary key. */
export const contactsOf = statement<[accountId: number], { readonly contacts: number }>(
  'contacts_number',
  'select contacts from audience where account_id = $1',
);

/** Adds `by` to the number of contacts. The caller must hold the audience lock. */
export const moveContacts = statement<[accountId: number, by: number], unknown>(
  'contacts_move_number',
  'update audience set contacts = contacts + $2 where account_id = $1',
);

export interface KnownRow {
  readonly id: number;
  readonly email: string;
  readonly is_deleted: boolean;
}

/** Returns the contacts with these addresses, including deleted ones. Uses the unique key. */
export const knownContacts = statement<[accountId: number, emails: readonly string[]], KnownRow>(
  'contacts_known',
  `select c.id, c.email, c.deleted_at is not null as is_deleted
   from unnest($2::text[]) as g (email) join contact c on c.account_id = $1 and c.email = g.email collate "C"`,
);

type Texts = readonly (string | null)[];
type Times = readonly (Date | null)[];

/** Values of contacts, as one array per column. Null keeps the current value. */
export type ContactColumns = [
  firstNames: Texts,
  lastNames: Texts,
  ipAddresses: Texts,
  /** JSON objects with values by field ID. A null value deletes the current value. */
  fields: Texts,
  formIds: readonly (number | null)[],
  confirmed: Times,
  unsubscribed: Times,
  bounced: Times,
  invalid: Times,
  created: Times,
  /**
   * Whether a new or restored contact is unconfirmed. If false, the confirmation time of a new contact is the time in
   * `confirmed` or, if there is none, the current time.
   */
  unconfirmed: readonly boolean[],
  /** An empty string deletes the language. */
  languages: Texts,
  /** Languages to store for contacts whose language is unknown. */
  signUpLanguages: Texts,
  /** An empty string deletes the time zone. */
  timezones: Texts,
];

const COLUMN_TYPES = [
  'text',
  'text',
  'text',
  'text',
  'bigint',
  'timestamptz',
  'timestamptz',
  'timestamptz',
  'timestamptz',
  'timestamptz',
  'boolean',
  'text',
  'text',
  'text',
];
const COLUMN_NAMES =
  'first_name, last_name, ip_address, fields, form_id, confirmed, unsubscribed, bounced, invalid, created, unconfirmed, language, sign_up_language, timezone';

/** Parameters for the IDs of the import and the API key. They follow the parameters for the columns. */
const IMPORT = `$${COLUMN_TYPES.length + 3}::uuid`;
const KEY = `$${COLUMN_TYPES.length + 4}::bigint`;
/** Parameters for the columns of contacts, such as `$3::text[], $4::text[]`. */
const COLUMNS = COLUMN_TYPES.map((type, index) => `$${index + 3}::${type}[]`).join(', ');

/** Inserts contacts with new addresses in the given order, and their statistics. */
export const insertContacts = statement<
  [accountId: number, emails: readonly string[], ...ContactColumns, importId: string | null, keyId: number | null],
  { readonly id: number; readonly email: string }
>(
  'contacts_insert',
  `with made as (
     insert into contact (account_id, email, first_name, last_name, ip_address, fields, form_id, confirmed_at,
       unsubscribed_at, bounced_at, invalid_at, created_at, import_id, imported_at, language, timezone, api_key_id)
     select $1, g.email, coalesce(g.first_name, ''), coalesce(g.last_name, ''), g.ip_address,
       coalesce(jsonb_strip_nulls(g.fields::jsonb), '{}'), g.form_id,
       case when g.unconfirmed then null else coalesce(g.confirmed, clock.at) end, g.unsubscribed, g.bounced, g.invalid,
       coalesce(g.created, clock.at), ${IMPORT}, case when ${IMPORT} is not null then clock.at end,
       coalesce(nullif(g.language, ''), g.sign_up_language), nullif(g.timezone, ''), ${KEY}
     from (select now()) as clock (at) cross join unnest($2::text[], ${COLUMNS}) with ordinality as g (email, ${COLUMN_NAMES}, place)
     order by g.place
     returning id, email, created_at, confirmed_at, unsubscribed_at, bounced_at, invalid_at
   ), stat as (
     insert into contact_stat (account_id, contact_id, created_at, flags)
     select $1, id, created_at, contact_flags(confirmed_at, unsubscribed_at, bounced_at, invalid_at) from made
   )
   select id, email from made`,
);

/**
 * Updates contacts and restores deleted contacts. A restored contact loses the old data, except for the creation time,
 * the form and everything that prevents email. Times that are already set, such as the time of a bounce, are not
 * overwritten. Uses the primary keys.
 */
export const updateContacts = statement<
  [accountId: number, ids: readonly number[], ...ContactColumns, importId: string | null, keyId: number | null],
  { readonly id: number }
>(
  'contacts_update',
  `with given as (
     select id, first_name, last_name, ip_address, fields::jsonb as fields, form_id, confirmed, unsubscribed, bounced, invalid,
       unconfirmed, language, sign_up_language, timezone
     from unnest($2::bigint[], ${COLUMNS}) as g (id, ${COLUMN_NAMES})
   ), changed as (
     update contact c set
       first_name = coalesce(g.first_name, case when c.deleted_at is null then c.first_name end, ''),
       last_name = coalesce(g.last_name, case when c.deleted_at is null then c.last_name end, ''),
       ip_address = coalesce(g.ip_address, case when c.deleted_at is null then c.ip_address end),
       fields = jsonb_strip_nulls(
         case when c.deleted_at is null then c.fields else '{}' end || coalesce(g.fields, '{}')),
       form_id = coalesce(c.form_id, g.form_id),
       confirmed_at = coalesce(case when c.deleted_at is null or not g.unconfirmed then c.confirmed_at end, g.confirmed),
       unsubscribed_at = coalesce(c.unsubscribed_at, g.unsubscribed),
       bounced_at = coalesce(c.bounced_at, g.bounced),
       invalid_at = coalesce(c.invalid_at, g.invalid),
       import_id = case when c.deleted_at is null then c.import_id else ${IMPORT} end,
       imported_at = case when c.deleted_at is null then c.imported_at when ${IMPORT} is not null then now() end,
       api_key_id = case when c.deleted_at is null then c.api_key_id else ${KEY} end,
       language = nullif(
         coalesce(g.language, case when c.deleted_at is null then c.language end, g.sign_up_language), ''),
       timezone = nullif(coalesce(g.timezone, case when c.deleted_at is null then c.timezone end), ''),
       updated_at = now(), deleted_at = null, merged_into = null
     from given g where c.account_id = $1 and c.id = g.id
     returning c.id, c.created_at, contact_flags(c.confirmed_at, c.unsubscribed_at, c.bounced_at, c.invalid_at) as flags
   ), stat as (
     insert into contact_stat as s (account_id, contact_id, created_at, flags)
     select $1, id, created_at, flags from changed order by id
     on conflict (account_id, contact_id) do update set flags = excluded.flags where s.flags <> excluded.flags
   )
   select id from changed`,
);

/**
 * Sets values of custom fields, given as a JSON object by field ID. Null deletes a value. The caller must hold the
 * audience lock. Uses the primary key.
 */
export const setFieldValues = statement<[accountId: number, ids: readonly number[], values: string], unknown>(
  'contacts_set_fields',
  `update contact set fields = jsonb_strip_nulls(fields || $3::jsonb), updated_at = now()
   where account_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
);

/**
 * Soft-deletes contacts. The rows are kept, so that a contact with the same address gets the same ID again. The
 * contacts' statistics and memberships are deleted, and the counters of lists and tags are updated. Uses the primary
 * keys.
 */
export const deleteContacts = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'contacts_delete',
  `with gone as (
     update contact set deleted_at = now(), updated_at = now()
     where account_id = $1 and id = any($2::bigint[]) and deleted_at is null returning id
   ), stat as (
     delete from contact_stat where account_id = $1 and contact_id in (select id from gone)
   ), sign_up as (
     -- Keep the row with the times of the confirmation emails, which limit further emails if the contact signs up
     -- again.
     update contact_sign_up set expires_at = least(expires_at, now()), is_waiting = false, first_name = null,
       last_name = null, ip_address = null, fields = null, list_ids = '{}', consent_text = null, consent_source = null,
       consent_ip = null, language = null
     where account_id = $1 and contact_id in (select id from gone)
   ), left_list as (
     delete from list_member where account_id = $1 and contact_id in (select id from gone) returning list_id
   ), left_tag as (
     delete from tag_member where account_id = $1 and contact_id in (select id from gone) returning tag_id
   ), lists as (
     update contact_list l set contacts_count = contacts_count - c.members
     from (select list_id, count(*) as members from left_list group by list_id) c
     where l.account_id = $1 and l.id = c.list_id
   ), tags as (
     update contact_tag t set contacts_count = contacts_count - c.members
     from (select tag_id, count(*) as members from left_tag group by tag_id) c
     where t.account_id = $1 and t.id = c.tag_id
   )
   select id from gone`,
);

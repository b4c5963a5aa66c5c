import { statement } from '../../../base/db.ts';

type Parameters = [accountId: number, from: Date];

/** Counts added contacts by day in UTC. Uses the index contact_stat_order. */
export const joinedByDay = statement<Parameters, { readonly day: string; readonly contacts: number }>(
  'contact_growth_joined',
  `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as contacts
   from contact_stat where account_id = $1 and created_at >= $2 group by 1`,
);

/**
 * Counts contacts that unsubscribed, by day in UTC. Uses the index contact_stat_flagged and the primary key of contact.
 */
export const leftByDay = statement<Parameters, { readonly day: string; readonly contacts: number }>(
  'contact_growth_left',
  `select to_char(c.unsubscribed_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as contacts
   from contact_stat s join contact c on c.account_id = $1 and c.id = s.contact_id
   where s.account_id = $1 and s.flags <> 0 and (s.flags & 2) <> 0 and c.unsubscribed_at >= $2 group by 1`,
);

/** Contacts that came from a source, and how many of them can still receive email. */
interface SourceRow {
  readonly kind: 'form' | 'import' | 'token' | 'other';
  /** ID of the form, import, or token. Null for the kind `other`. */
  readonly id: string | null;
  /**
   * Title of the form, name of the imported file, or name of the API key. Null for the kind `other`, and if the source
   * no longer exists.
   */
  readonly name: string | null;
  readonly joined: number;
  readonly active: number;
}

/** Counts added contacts by source, largest first. Uses the index contact_stat_order and the primary keys. */
export const joinedBySource = statement<[...Parameters, limit: number], SourceRow>(
  'contact_growth_sources',
  `select g.kind, g.id, coalesce(f.title, i.file_name, k.name) as name, g.joined, g.active
   from (
     select case when c.form_id is not null then 'form' when c.import_id is not null then 'import'
         when c.api_key_id is not null then 'token' else 'other' end as kind,
       coalesce(c.form_id::text, c.import_id::text, c.api_key_id::text) as id, count(*) as joined, count(*) filter (where s.flags = 0) as active
     from contact_stat s join contact c on c.account_id = $1 and c.id = s.contact_id
     where s.account_id = $1 and s.created_at >= $2
     group by 1, 2
   ) g
   left join form f on g.kind = 'form' and f.account_id = $1 and f.id::text = g.id
   left join import i on g.kind = 'import' and i.account_id = $1 and i.id::text = g.id
   left join api_key k on g.kind = 'token' and k.account_id = $1 and k.id::text = g.id
   order by g.joined desc, g.kind, g.id limit $3`,
);

/** Kinds of contact sources, as in `joinedBySource`, except `other`. */
export const SOURCE_KINDS = ['form', 'import', 'token'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Contacts that a source added. */
interface RetentionRow {
  readonly id: string;
  readonly joined: number;
  /**
   * `older` is the number of contacts that joined at least 30 days ago. `retained` is the number of these contacts that
   * could receive email 30 days after they joined.
   */
  readonly older: number;
  readonly retained: number;
}

/**
 * For each kind of source, the ID column and the condition that selects its contacts with the index contact_by_source.
 */
const OF_SOURCES: Readonly<Record<SourceKind, readonly [id: string, where: string]>> = {
  form: ['form_id', 'c.form_id = any($2::bigint[])'],
  import: ['import_id', 'c.form_id is null and c.import_id = any($2::uuid[])'],
  token: ['api_key_id', 'c.form_id is null and c.import_id is null and c.api_key_id = any($2::bigint[])'],
};

function retaining(kind: SourceKind) {
  const [id, where] = OF_SOURCES[kind];
  return statement<[accountId: number, ids: readonly string[]], RetentionRow>(
    `contact_growth_of_${kind}s`,
    `select g.source::text as id, count(*) as joined, count(*) filter (where g.until <= now()) as older,
       count(*) filter (where g.until <= now() and g.confirmed_at <= g.until
         and (g.deleted_at is null or g.merged_into is not null or g.deleted_at > g.until)
         and coalesce(least(g.unsubscribed_at, g.bounced_at, g.invalid_at) > g.until, true)) as retained
     from (
       select c.*, c.${id} as source, coalesce(c.imported_at, c.created_at) + interval '30 days' as until
       from contact c where c.account_id = $1 and ${where}
     ) g
     group by g.source`,
  );
}

/** Statements that count contacts by the IDs of their sources. Use the index contact_by_source. */
export const retained = {
  form: retaining('form'),
  import: retaining('import'),
  token: retaining('token'),
} satisfies Record<SourceKind, unknown>;

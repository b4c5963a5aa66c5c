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
  readonly kind: 'form' | 'import' | 'other';
  /** Null for the kind `other`. */
  readonly id: string | null;
  /** Title of the form or name of the imported file. Null if it was deleted. */
  readonly name: string | null;
  readonly joined: number;
  readonly active: number;
}

/** Counts added contacts by source, largest first. Uses the index contact_stat_order and the primary keys. */
export const joinedBySource = statement<[...Parameters, limit: number], SourceRow>(
  'contact_growth_sources',
  `select g.kind, g.id, coalesce(f.title, i.file_name) as name, g.joined, g.active
   from (
     select case when c.form_id is not null then 'form' when c.import_id is not null then 'import' else 'other' end as kind,
       coalesce(c.form_id::text, c.import_id::text) as id, count(*) as joined, count(*) filter (where s.flags = 0) as active
     from contact_stat s join contact c on c.account_id = $1 and c.id = s.contact_id
     where s.account_id = $1 and s.created_at >= $2
     group by 1, 2
   ) g
   left join form f on g.kind = 'form' and f.account_id = $1 and f.id::text = g.id
   left join import i on g.kind = 'import' and i.account_id = $1 and i.id::text = g.id
   order by g.joined desc, g.kind, g.id limit $3`,
);

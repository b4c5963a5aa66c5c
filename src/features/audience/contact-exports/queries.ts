import { statement } from '../../../base/db.ts';

export interface BesidesRow {
  readonly id: number;
  readonly last_sent_at: Date | null;
  readonly last_opened_at: Date | null;
  readonly last_clicked_at: Date | null;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Returns the data about contacts that is included in exports but not in API responses. Uses the primary keys and the
 * index tag_member_by_contact.
 */
export const besidesOf = statement<[accountId: number, ids: readonly number[]], BesidesRow>(
  'contact_exports_besides',
  `select s.contact_id as id, s.last_sent_at, s.last_opened_at, s.last_clicked_at, coalesce(member.tags, '[]') as tags
   from unnest($2::bigint[]) as g (id)
   join contact_stat s on s.account_id = $1 and s.contact_id = g.id
   left join lateral (
     select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id) as tags
     from tag_member m join contact_tag t on t.account_id = $1 and t.id = m.tag_id and t.deleted_at is null
     where m.account_id = $1 and m.contact_id = s.contact_id
   ) member on true`,
);

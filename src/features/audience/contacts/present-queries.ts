import { statement } from '../../../base/db.ts';

export interface PresentRow {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly ip_address: string | null;
  readonly unsubscribed_at: Date | null;
  readonly bounced_at: Date | null;
  readonly invalid_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly form_id: number | null;
  readonly is_tracked: boolean;
  readonly language: string | null;
  readonly timezone: string | null;
  readonly lists: readonly { readonly id: number; readonly name: string }[];
  readonly contact_fields: readonly { readonly name: string; readonly value: string }[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Returns the data of contacts in the order of the given IDs. Leaves out deleted contacts, lists and fields. Uses the
 * primary keys and the index list_member_by_contact.
 */
export const presentedContacts = statement<[accountId: number, ids: readonly number[]], PresentRow>(
  'contacts_presented',
  `select c.id, c.email, c.first_name, c.last_name, c.ip_address, c.unsubscribed_at, c.bounced_at, c.invalid_at,
     c.confirmed_at, c.form_id, c.is_tracked, c.language, c.timezone,
     coalesce(member.lists, '[]') as lists, coalesce(own.fields, '[]') as contact_fields,
     c.created_at, c.updated_at
   from unnest($2::bigint[]) with ordinality as g (id, place)
   join contact c on c.account_id = $1 and c.id = g.id and c.deleted_at is null
   left join lateral (
     select json_agg(json_build_object('id', l.id, 'name', l.name) order by l.id) as lists
     from list_member m join contact_list l on l.account_id = $1 and l.id = m.list_id and l.deleted_at is null
     where m.account_id = $1 and m.contact_id = c.id
   ) member on true
   left join lateral (
     select json_agg(json_build_object('name', f.name, 'value', c.fields ->> f.id::text) order by f.id) as fields
     from contact_field f where f.account_id = $1 and c.fields <> '{}' and c.fields ? f.id::text
   ) own on true
   order by g.place`,
);

/** Returns a row if any account has a contact with this ID that is not deleted. Uses the index contact_by_id. */
export const contactAnywhere = statement<[id: number], { readonly id: number }>(
  'contacts_anywhere',
  'select id from contact where id = $1 and deleted_at is null limit 1',
);

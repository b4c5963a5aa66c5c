import { statement } from '../../../base/db.ts';

/**
 * Returns the account's lists with these names, ignoring case. If several lists have the same name, returns the oldest.
 * Uses the primary key.
 */
export const listsNamed = statement<
  [accountId: number, names: readonly string[]],
  { readonly id: number; readonly key: string }
>(
  'contact_imports_lists_named',
  `select min(id) as id, lower(name) as key from contact_list
   where account_id = $1 and deleted_at is null and lower(name) in (select lower(n) from unnest($2::text[]) as g (n))
   group by lower(name)`,
);

/** Returns the account's tags with these names, ignoring case. Uses the index contact_tag_name. */
export const tagsNamed = statement<
  [accountId: number, names: readonly string[]],
  { readonly id: number; readonly key: string }
>(
  'contact_imports_tags_named',
  `select t.id, lower(t.name) as key from unnest($2::text[]) as g (n)
   join contact_tag t on t.account_id = $1 and lower(t.name) = lower(g.n) and t.deleted_at is null`,
);

/** Returns each name in lowercase, as computed by PostgreSQL. Names are compared in this form. */
export const keysOf = statement<[names: readonly string[]], { readonly name: string; readonly key: string }>(
  'contact_imports_keys',
  'select n as name, lower(n) as key from unnest($1::text[]) as g (n)',
);

/** Counts the lists or tags that an import has created. Uses the primary key. */
export const groupsMade = statement<[accountId: number, importId: string, what: string], { readonly made: number }>(
  'contact_imports_groups_made',
  `select coalesce(sum(cardinality(ids)), 0)::bigint as made from contact_import_step
   where account_id = $1 and import_id = $2 and what = $3`,
);

/**
 * Records the objects that a step of an import created. Each step has a row for contacts, which stores the time of the
 * step.
 */
export const insertStep = statement<
  [
    accountId: number,
    importId: string,
    line: number,
    contactIds: readonly number[],
    whats: readonly string[],
    groupIds: readonly number[],
    ids: readonly number[],
  ],
  unknown
>(
  'contact_imports_step',
  `insert into contact_import_step (account_id, import_id, line, what, group_id, ids)
   select $1::bigint, $2::uuid, $3::bigint, 'contact', 0, $4::bigint[]
   union all
   select $1, $2, $3, g.what, g.group_id, array_agg(g.id order by g.id)
   from unnest($5::text[], $6::bigint[], $7::bigint[]) as g (what, group_id, id) group by g.what, g.group_id`,
);

/** Returns the next step to undo. Memberships are undone before contacts. Uses the primary key. */
export const nextStep = statement<
  [accountId: number, importId: string],
  {
    readonly line: number;
    readonly what: 'contact' | 'list' | 'tag';
    readonly group_id: number;
    readonly ids: readonly string[];
  }
>(
  'contact_imports_next_step',
  `select line, what, group_id, ids from contact_import_step
   where account_id = $1 and import_id = $2 and not is_undone and what in ('contact', 'list', 'tag')
   order by what = 'contact', line, what, group_id limit 1`,
);

/**
 * Marks a step as undone. Steps are kept until the last step is undone, because the times of the steps show which
 * contacts have not been changed after the import.
 */
export const markStepUndone = statement<
  [accountId: number, importId: string, line: number, what: string, groupId: number],
  unknown
>(
  'contact_imports_step_undone',
  `update contact_import_step set is_undone = true
   where account_id = $1 and import_id = $2 and line = $3 and what = $4 and group_id = $5`,
);

/**
 * Returns the given contacts that still exist. `is_untouched` is true if the contact was not changed after the import,
 * has no lists or tags, and was never sent an email. Uses the primary keys and the indexes list_member_by_contact and
 * tag_member_by_contact.
 */
export const untouchedAmong = statement<
  [accountId: number, importId: string, ids: readonly number[]],
  { readonly id: number; readonly is_untouched: boolean }
>(
  'contact_imports_untouched',
  `select c.id, c.updated_at in (select at from contact_import_step where account_id = $1 and import_id = $2)
     and s.first_sent_at is null and s.last_sent_at is null and s.last_opened_at is null and s.last_clicked_at is null
     and not exists (select from list_member m where m.account_id = $1 and m.contact_id = c.id)
     and not exists (select from tag_member m where m.account_id = $1 and m.contact_id = c.id) as is_untouched
   from unnest($3::bigint[]) as g (id)
   join contact c on c.account_id = $1 and c.id = g.id and c.deleted_at is null
   join contact_stat s on s.account_id = $1 and s.contact_id = c.id`,
);

/** Deletes the recorded steps of an import. Uses the primary key. */
export const deleteSteps = statement<[accountId: number, importId: string], unknown>(
  'contact_imports_forget_steps',
  'delete from contact_import_step where account_id = $1 and import_id = $2',
);

import { statement } from '../../../base/db.ts';
import { resource } from '../../../http/resource/resource.ts';
import { insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { SUMMARY_FIELDS, TEMPLATE } from './resource.ts';

/** A template without its body, as in listings. */
export const SUMMARY = resource({
  table: TEMPLATE.table,
  schemaId: 'TemplateSummary',
  nobody: TEMPLATE.nobody,
  fields: SUMMARY_FIELDS,
});

/** Queries that list the templates of an account. `summaries` omits the bodies. */
export const summaries = rowsOf(SUMMARY, 'template_summaries', { search: 'name' });
export const templates = rowsOf(TEMPLATE, 'templates');
export const insertTemplate = insertOf(TEMPLATE, 'templates_insert');
export const updateTemplate = updateOf(TEMPLATE, 'templates_update');

/** Returns the template with the given alias or, if no template has it, the newest template with this name. */
export const templateNamed = statement<[accountId: number, name: string], { readonly id: number }>(
  'templates_named',
  `select id from template where account_id = $1 and (alias = $2 or name = $2) and deleted_at is null
   order by coalesce(alias = $2, false) desc, id desc limit 1`,
);

/** Returns the template with the given alias. Uses the index template_alias. */
export const templateWithAlias = statement<[accountId: number, alias: string], { readonly id: number }>(
  'templates_with_alias',
  'select id from template where account_id = $1 and alias = $2 and deleted_at is null',
);

export const templateWithName = statement<[accountId: number, name: string], { readonly id: number }>(
  'templates_with_name',
  'select id from template where account_id = $1 and name = $2 and deleted_at is null limit 1',
);

/** Soft-deletes a template, and deletes its versions. Uses the primary key and the index template_version_template. */
export const deleteTemplate = statement<[accountId: number, id: number], { readonly id: number }>(
  'templates_delete',
  `with versions as (delete from template_version where account_id = $1 and template_id = $2)
   update template set deleted_at = now() where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

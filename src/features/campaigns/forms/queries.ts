import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import { insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { FORM } from './resource.ts';

export const forms = rowsOf(FORM, 'forms', { search: 'title' });
export const insertForm = insertOf(FORM, 'forms_insert');
export const updateForm = updateOf(FORM, 'forms_update');

/** Returns the number of forms of an account and the limit of its plan. Uses the primary keys. */
export const formCapacity = statement<
  [accountId: number],
  { readonly forms: number; readonly form_limit: number | null }
>(
  'forms_room',
  `select p.form_limit, (select count(*) from form f where f.account_id = $1 and f.deleted_at is null) as forms
   from account a join plan p on p.name = a.plan where a.account_id = $1`,
);

/**
 * Returns the given lists that belong to the account, and locks them until the transaction ends. A concurrent deletion
 * of a list waits, because it locks the list before it reads the list's forms. Uses the primary key.
 */
export const holdLists = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'forms_hold_lists',
  `select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id for share`,
);

/** Soft-deletes a form. Its code is kept. Uses the primary key. */
export const deleteForm = statement<[accountId: number, id: number], { readonly id: number }>(
  'forms_delete',
  `update form set deleted_at = now() where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

/**
 * Returns the forms of an account that add contacts to a list. An account has at most a thousand forms. Uses the
 * primary key.
 */
export const formsOfList = statement<
  [accountId: number, listId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'forms_of_list',
  `select id, title from form where account_id = $1 and $2 = any(list_ids) and deleted_at is null order by id limit $3`,
);

/** Returns the account's own code, its language, and its own strings. Uses the index form_code_of. */
export const codeOfAccount = statement<
  [accountId: number],
  { readonly code: string; readonly language: string | null; readonly texts: OwnTexts | null }
>(
  'forms_code_of_account',
  `select c.code, s.language, s.texts from form_code c left join campaign_settings s on s.account_id = $1
   where c.account_id = $1 and c.form_id is null`,
);

/** Reserves a code for a form, or for the account if `formId` is null. Returns no row if the code is already in use. */
export const keepCode = statement<[code: string, accountId: number, formId: number | null], { readonly code: string }>(
  'forms_keep_code',
  'insert into form_code (code, account_id, form_id) values ($1, $2, $3) on conflict do nothing returning code',
);

export const setCode = statement<[accountId: number, id: number, code: string], unknown>(
  'forms_give_code',
  'update form set code = $3 where account_id = $1 and id = $2',
);

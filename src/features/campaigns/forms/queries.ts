import { statement } from '../../../base/db.ts';
import { holds } from '../../../base/holds.ts';
import type { ShownField } from './words.ts';

export interface FormRow {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly redirect_url: string | null;
  readonly gdpr_required: boolean;
  readonly double_opt_in: boolean | null;
  readonly list_ids: readonly number[];
  readonly landing_page_id: number | null;
  readonly heading: string | null;
  readonly description: string | null;
  readonly button: string | null;
  readonly consent_text: string | null;
  readonly field_ids: readonly number[];
  readonly fields: readonly ShownField[];
  readonly submissions: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields that a form asks for, without those that were deleted; primary key. */
export const SHOWN_FIELDS = `coalesce((
     select jsonb_agg(jsonb_build_object('name', d.name, 'label', d.label, 'type', d.type) order by array_position(form.field_ids, d.id))
     from contact_field d where d.account_id = form.account_id and d.id = any(form.field_ids)
   ), '[]') as fields`;

const COLUMNS = `id, code, title, redirect_url, gdpr_required, double_opt_in, list_ids, landing_page_id, heading, description, button,
  consent_text, submissions, created_at, updated_at, field_ids, ${SHOWN_FIELDS}`;

/** A page of an account's forms, newest first; primary key, from its end. */
export const formsPage = statement<[accountId: number, limit: number, offset: number], FormRow>(
  'forms_page',
  `select ${COLUMNS} from form where account_id = $1 and deleted_at is null order by id desc limit $2 offset $3`,
);

/** Those whose title holds a text, whatever its case; primary key, from its end. */
export const formsFoundPage = statement<[accountId: number, text: string, limit: number, offset: number], FormRow>(
  'forms_found_page',
  `select ${COLUMNS} from form where account_id = $1 and deleted_at is null and ${holds('title')}
   order by id desc limit $3 offset $4`,
);

/** Primary key. */
export const countForms = statement<[accountId: number], { readonly forms: number }>(
  'forms_count',
  'select count(*) as forms from form where account_id = $1 and deleted_at is null',
);

/** Primary key. */
export const countFoundForms = statement<[accountId: number, text: string], { readonly forms: number }>(
  'forms_count_found',
  `select count(*) as forms from form where account_id = $1 and deleted_at is null and ${holds('title')}`,
);

/** Primary key. */
export const formById = statement<[accountId: number, id: number], FormRow>(
  'forms_by_id',
  `select ${COLUMNS} from form where account_id = $1 and id = $2 and deleted_at is null`,
);

/** Whether any account has a form of that number, deleted ones left out; index form_by_id. */
export const formAnywhere = statement<[id: number], { readonly id: number }>(
  'forms_anywhere',
  'select id from form where id = $1 and deleted_at is null limit 1',
);

/** How many forms an account has, and how many its plan allows it; primary keys. */
export const roomForForms = statement<
  [accountId: number],
  { readonly forms: number; readonly form_limit: number | null }
>(
  'forms_room',
  `select p.form_limit, (select count(*) from form f where f.account_id = $1 and f.deleted_at is null) as forms
   from account a join plan p on p.name = a.plan where a.account_id = $1`,
);

/**
 * Those of these that are lists of the account, which nobody deletes until the transaction ends: whoever deletes one asks for
 * its forms while it is locked. Primary key.
 */
export const holdLists = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'forms_hold_lists',
  `select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id for share`,
);

/** Adds a form, which is given its code then; only whoever holds the audience. */
export const insertForm = statement<
  [
    accountId: number,
    title: string,
    listIds: readonly number[],
    redirectUrl: string | null,
    gdprRequired: boolean,
    isDouble: boolean | null,
    heading: string | null,
    description: string | null,
    button: string | null,
    consentText: string | null,
    fieldIds: readonly number[],
  ],
  { readonly id: number }
>(
  'forms_insert',
  `insert into form (account_id, code, title, list_ids, redirect_url, gdpr_required, double_opt_in, heading, description,
     button, consent_text, field_ids)
   values ($1, '', $2, $3::bigint[], $4, $5, $6, $7, $8, $9, $10, $11::bigint[]) returning id`,
);

/** Writes all that can be changed of a form. Primary key. */
export const updateForm = statement<
  [
    accountId: number,
    id: number,
    title: string,
    listIds: readonly number[],
    redirectUrl: string | null,
    gdprRequired: boolean,
    isDouble: boolean | null,
    heading: string | null,
    description: string | null,
    button: string | null,
    consentText: string | null,
    fieldIds: readonly number[],
  ],
  unknown
>(
  'forms_update',
  `update form set title = $3, list_ids = $4::bigint[], redirect_url = $5, gdpr_required = $6, double_opt_in = $7,
     heading = $8, description = $9, button = $10, consent_text = $11, field_ids = $12::bigint[], updated_at = now()
   where account_id = $1 and id = $2 and deleted_at is null`,
);

/** Deletes a form softly; its code stays. Primary key. */
export const deleteForm = statement<[accountId: number, id: number], { readonly id: number }>(
  'forms_delete',
  `update form set deleted_at = now() where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

/** The forms of an account that add to a list, of which there are a thousand at most; primary key. */
export const formsOfList = statement<
  [accountId: number, listId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'forms_of_list',
  `select id, title from form where account_id = $1 and $2 = any(list_ids) and deleted_at is null order by id limit $3`,
);

/** The code of the account itself; index form_code_of. */
export const codeOfAccount = statement<[accountId: number], { readonly code: string }>(
  'forms_code_of_account',
  'select code from form_code where account_id = $1 and form_id is null',
);

/** Takes a code that nobody has had, for a form or, with null, for the account; no row when somebody has. */
export const keepCode = statement<[code: string, accountId: number, formId: number | null], { readonly code: string }>(
  'forms_keep_code',
  'insert into form_code (code, account_id, form_id) values ($1, $2, $3) on conflict do nothing returning code',
);

/** Writes the code of a form that was just made. */
export const giveCode = statement<[accountId: number, id: number, code: string], unknown>(
  'forms_give_code',
  'update form set code = $3 where account_id = $1 and id = $2',
);

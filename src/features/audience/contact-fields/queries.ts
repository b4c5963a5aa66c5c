import { statement } from '../../../base/db.ts';
import { columnsOf, rowsOf } from '../../../http/resource/rows.ts';
import type { FieldType } from './field-types.ts';
import { FIELD, type FieldRow } from './resource.ts';

const COLUMNS = columnsOf(FIELD);

/** Statements that read the custom fields of an account. */
export const fieldRows = rowsOf(FIELD, 'contact_fields', { isDeletedForGood: true });

/** Locks the account, so that field names are assigned one at a time. Uses the primary key. */
export const holdNames = statement<[accountId: number], unknown>(
  'contact_fields_hold_names',
  'select from account where account_id = $1 for no key update',
);

/** Returns the fields of an account, oldest first. Uses the primary key. */
export const fieldsOf = statement<[accountId: number], FieldRow>(
  'contact_fields_all',
  `select ${COLUMNS} from contact_field where account_id = $1 order by id`,
);

/** Inserts a field. The caller must hold the name lock. */
export const insertField = statement<[accountId: number, label: string, name: string, type: FieldType], FieldRow>(
  'contact_fields_insert',
  `insert into contact_field (account_id, label, name, type) values ($1, $2, $3, $4) returning ${COLUMNS}`,
);

/** Changes the label and name of a field. The caller must hold the name lock. Uses the primary key. */
export const relabelField = statement<[accountId: number, id: number, label: string, name: string], FieldRow>(
  'contact_fields_relabel',
  `update contact_field set label = $3, name = $4, updated_at = now() where account_id = $1 and id = $2
   returning ${COLUMNS}`,
);

/** Deletes a field permanently and schedules the removal of its values, which happens in batches. Uses the primary key. */
export const deleteField = statement<[accountId: number, id: number], { readonly id: number }>(
  'contact_fields_delete',
  `with gone as (
     delete from contact_field where account_id = $1 and id = $2 returning id
   ), left_over as (
     insert into audience_removal (account_id, kind, removed_id) select $1, 'field', id from gone
   )
   select id from gone`,
);

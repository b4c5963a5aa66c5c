import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { titleOfCopy } from '../../../http/resource/routes.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import { shown } from '../../../http/shown.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { lockAudience } from '../../audience/contacts/index.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { accountCode, newCode } from './codes.ts';
import { MAX_FORMS, MAX_TITLE_CHARACTERS } from './limits.ts';
import { deleteForm, formsOfList, forms, setCode, holdLists, insertForm, formCapacity, updateForm } from './queries.ts';
import { openFormById } from './public-queries.ts';
import { FORM, type FormChange, type FormRow } from './resource.ts';

/** Maximum number of forms that are listed when they prevent the deletion of a list. */
const MAX_NAMED = 100;

/**
 * Creates a form with a code that was never used before. Throws validation_error for lists or fields that the account
 * does not have, forbidden if the plan's form limit is reached, and conflict if the account has the maximum number of
 * forms.
 */
export async function createForm(db: Database, account_id: number, given: FormChange): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, account_id);
    await requireCapacity(tx, account_id);
    await requireLists(tx, account_id, given.list_ids ?? []);
    const field_ids = await fieldIdsOf(tx, account_id, given.field_names ?? []);
    await accountCode(tx, account_id);
    const [made] = await insertForm(tx, { ...FORM.blank, ...given, field_ids, account_id });
    if (!made) throw new Error('Form missing after insert');
    await setCode(tx, account_id, made.id, await newCode(tx, account_id, made.id));
    return ownRow(forms, tx, account_id, made.id);
  });
}

/** Creates a form with the settings of another form and a code of its own. Throws the same errors as `createForm`. */
export async function duplicateForm(db: Database, account_id: number, id: number): Promise<FormRow> {
  const { fields, title, ...settings } = await ownRow(forms, db, account_id, id);
  const field_names = fields.map(({ name }) => name);
  return createForm(db, account_id, { ...settings, field_names, title: titleOfCopy(title, MAX_TITLE_CHARACTERS) });
}

/**
 * Changes the given fields of a form. Throws forbidden, not_found, or validation_error for lists or fields that the
 * account does not have.
 */
export async function changeForm(db: Database, account_id: number, id: number, given: FormChange): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, account_id);
    const before = await ownRow(forms, tx, account_id, id);
    if (given.list_ids) await requireLists(tx, account_id, given.list_ids);
    const field_ids = given.field_names ? await fieldIdsOf(tx, account_id, given.field_names) : before.field_ids;
    await updateForm(tx, { ...before, ...given, field_ids, account_id });
    return ownRow(forms, tx, account_id, id);
  });
}

/** Soft-deletes a form. The form's page and embeds then show that the form is closed. Throws forbidden or not_found. */
export async function removeForm(db: Database, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteForm(db, accountId, id);
  await ownObject(gone, async () => forms.anywhere(db, id));
}

/**
 * Returns the normalized URL to which a form redirects new subscribers. Returns undefined if the built-in page is
 * shown, as for closed forms and forms of restricted accounts.
 */
export async function redirectOfForm(db: Db, accountId: number, id: number): Promise<string | undefined> {
  const url = (await openFormById(db, accountId, id))[0]?.redirect_url ?? null;
  return url === null ? undefined : new URL(url).href;
}

/** Returns the forms that prevent the deletion of a list. */
export const formsUsing: ListUsage = async (tx, accountId, listId) =>
  (await formsOfList(tx, accountId, listId, MAX_NAMED)).map(({ id, title }) => ({ type: 'form', id, title }));

async function requireCapacity(tx: Tx, accountId: number): Promise<void> {
  const [room] = await formCapacity(tx, accountId);
  const count = room?.forms ?? 0;
  const limit = room?.form_limit ?? MAX_FORMS;
  if (count >= MAX_FORMS) {
    throw new Refusal('conflict', {
      message: `The account already has ${MAX_FORMS} forms, which is the maximum.`,
      fix: 'Delete forms that are no longer used.',
    });
  }
  if (count >= limit) {
    throw new Refusal('forbidden', {
      message: `The plan allows ${limit === 1 ? '1 form' : `${limit} forms`}, and the account already has ${count}.`,
      fix: 'Delete a form, or ask the operator for another plan.',
    });
  }
}

/** Locks the lists, so that they cannot be deleted before the form is written. */
async function requireLists(tx: Tx, accountId: number, listIds: readonly number[]): Promise<void> {
  const own = new Set((await holdLists(tx, accountId, listIds)).map(({ id }) => id));
  const unknown = unknownIds(listIds, own);
  if (unknown !== undefined) throw invalid({ lists: [unknown] });
}

/** Returns the IDs of custom fields. If a field is deleted after this check, the form does not show the field. */
async function fieldIdsOf(tx: Tx, accountId: number, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return [];
  const known = new Map((await accountFields(tx, accountId)).map(({ id, name }) => [name, id]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw invalid({
      fields: [`must contain only names of your custom fields. No custom field has the name "${shown(unknown)}".`],
    });
  return names.flatMap((name) => known.get(name) ?? []);
}

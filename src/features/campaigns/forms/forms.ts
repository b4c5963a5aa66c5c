import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import { shown } from '../../../http/shown.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { takeAudience } from '../../audience/contacts/index.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { accountCode, newCode } from './codes.ts';
import { MAX_FORMS } from './limits.ts';
import {
  deleteForm,
  formsOfList,
  forms,
  giveCode,
  holdLists,
  insertForm,
  roomForForms,
  updateForm,
} from './queries.ts';
import { openFormById } from './public-queries.ts';
import { FORM, type FormChange, type FormRow } from './resource.ts';

/** Forms of one list that are named. */
const MAX_NAMED = 100;

/**
 * Makes a form, with a code that nothing else has had. Throws validation_error for lists that are not the account's, forbidden
 * where the plan allows no more forms, conflict at the most that there may be.
 */
export async function createForm(db: Database, account_id: number, given: FormChange): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, account_id);
    await requireRoom(tx, account_id);
    await requireLists(tx, account_id, given.list_ids ?? []);
    const field_ids = await fieldIdsOf(tx, account_id, given.field_names ?? []);
    await accountCode(tx, account_id);
    const [made] = await insertForm(tx, { ...FORM.blank, ...given, field_ids, account_id });
    if (!made) throw new Error('Form missing after insert');
    await giveCode(tx, account_id, made.id, await newCode(tx, account_id, made.id));
    return ownRow(forms, tx, account_id, made.id);
  });
}

/** Changes what is given of a form. Throws forbidden or not_found, and validation_error as above. */
export async function changeForm(db: Database, account_id: number, id: number, given: FormChange): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, account_id);
    const before = await ownRow(forms, tx, account_id, id);
    if (given.list_ids) await requireLists(tx, account_id, given.list_ids);
    const field_ids = given.field_names ? await fieldIdsOf(tx, account_id, given.field_names) : before.field_ids;
    await updateForm(tx, { ...before, ...given, field_ids, account_id });
    return ownRow(forms, tx, account_id, id);
  });
}

/** Deletes a form softly: its page and its embeds say so from then on. Throws forbidden or not_found. */
export async function removeForm(db: Database, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteForm(db, accountId, id);
  await ownObject(gone, async () => forms.anywhere(db, id));
}

/**
 * Where a form leads those who signed up with it, as browsers are told it; undefined: to a page of ours, as from forms that are
 * closed, also because their account is restricted.
 */
export async function redirectOfForm(db: Db, accountId: number, id: number): Promise<string | undefined> {
  const url = (await openFormById(db, accountId, id))[0]?.redirect_url ?? null;
  return url === null ? undefined : new URL(url).href;
}

/** Forms stand in the way of deleting their lists. */
export const formsUsing: ListUsage = async (tx, accountId, listId) =>
  (await formsOfList(tx, accountId, listId, MAX_NAMED)).map(({ id, title }) => ({ type: 'form', id, title }));

async function requireRoom(tx: Tx, accountId: number): Promise<void> {
  const [room] = await roomForForms(tx, accountId);
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

/** Lists that are kept so are there until the form is written. */
async function requireLists(tx: Tx, accountId: number, listIds: readonly number[]): Promise<void> {
  const own = new Set((await holdLists(tx, accountId, listIds)).map(({ id }) => id));
  const unknown = unknownIds(listIds, own);
  if (unknown !== undefined) throw invalid({ lists: [unknown] });
}

/** One that is deleted meanwhile is not shown. */
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

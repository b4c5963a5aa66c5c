import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import { shown } from '../../../http/shown.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { takeAudience } from '../../audience/contacts/index.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { accountCode, newCode } from './codes.ts';
import { MAX_FORMS } from './limits.ts';
import {
  countForms,
  countFoundForms,
  deleteForm,
  formAnywhere,
  formById,
  formsFoundPage,
  formsOfList,
  formsPage,
  giveCode,
  holdLists,
  insertForm,
  roomForForms,
  updateForm,
  type FormRow,
} from './queries.ts';
import { openFormById } from './public-queries.ts';
import type { FormChange, NewForm } from './schema.ts';

/** Forms of one list that are named. */
const MAX_NAMED = 100;

/** A page of the account's forms, newest first; with `text` those whose title holds it. */
export async function findForms(
  db: Db,
  accountId: number,
  request: PageQuery & { readonly text?: string | undefined },
): Promise<{ readonly total: number; readonly forms: readonly FormRow[] }> {
  const { perPage, text } = request;
  const [counted] = await (text === undefined ? countForms(db, accountId) : countFoundForms(db, accountId, text));
  const total = counted?.forms ?? 0;
  const offset = offsetOf(request);
  // Past the end nothing is looked for.
  if (offset >= total) return { total, forms: [] };
  const forms = await (text === undefined
    ? formsPage(db, accountId, perPage, offset)
    : formsFoundPage(db, accountId, text, perPage, offset));
  return { total, forms };
}

/** A form of the account. Throws forbidden or not_found. */
export async function ownForm(db: Db, accountId: number, id: number): Promise<FormRow> {
  const [found] = await formById(db, accountId, id);
  return ownObject(found, async () => formAnywhere(db, id));
}

/**
 * Makes a form, with a code that nothing else has had. Throws validation_error for lists that are not the account's, forbidden
 * where the plan allows no more forms, conflict at the most that there may be.
 */
export async function createForm(db: Database, accountId: number, given: NewForm): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    await requireRoom(tx, accountId);
    await requireLists(tx, accountId, given.listIds);
    const fieldIds = await fieldIdsOf(tx, accountId, given.fields ?? []);
    await accountCode(tx, accountId);
    const [made] = await insertForm(tx, accountId, ...columnsOf({ ...NOTHING, ...given, fieldIds }));
    if (!made) throw new Error('Form missing after insert');
    await giveCode(tx, accountId, made.id, await newCode(tx, accountId, made.id));
    const [form] = await formById(tx, accountId, made.id);
    if (!form) throw new Error('Form missing after insert');
    return form;
  });
}

/** Changes what is given of a form. Throws forbidden or not_found, and validation_error as above. */
export async function changeForm(db: Database, accountId: number, id: number, given: FormChange): Promise<FormRow> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    const before = await ownForm(tx, accountId, id);
    if (given.listIds) await requireLists(tx, accountId, given.listIds);
    const fieldIds = given.fields ? await fieldIdsOf(tx, accountId, given.fields) : before.field_ids;
    await updateForm(tx, accountId, id, ...columnsOf({ ...wordsOf(before), ...given, fieldIds }));
    const [changed] = await formById(tx, accountId, id);
    return changed ?? before;
  });
}

/** Deletes a form softly: its page and its embeds say so from then on. Throws forbidden or not_found. */
export async function removeForm(db: Database, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteForm(db, accountId, id);
  await ownObject(gone, async () => formAnywhere(db, id));
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
  const forms = room?.forms ?? 0;
  const limit = room?.form_limit ?? MAX_FORMS;
  if (forms >= MAX_FORMS) {
    throw new Refusal('conflict', {
      message: `The account already has ${MAX_FORMS} forms, which is the maximum.`,
      fix: 'Delete forms that are no longer used.',
    });
  }
  if (forms >= limit) {
    throw new Refusal('forbidden', {
      message: `The plan allows ${limit === 1 ? '1 form' : `${limit} forms`}, and the account already has ${forms}.`,
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

/** What is written of a form; fields are known by their ids there. */
type Written = Required<Omit<FormChange, 'fields'>>;

const NOTHING: Written = {
  title: '',
  listIds: [],
  redirectUrl: null,
  gdprRequired: false,
  isDouble: null,
  heading: null,
  description: null,
  button: null,
  consentText: null,
};

function wordsOf(row: FormRow): Written {
  return {
    title: row.title,
    listIds: row.list_ids,
    redirectUrl: row.redirect_url,
    gdprRequired: row.gdpr_required,
    isDouble: row.double_opt_in,
    heading: row.heading,
    description: row.description,
    button: row.button,
    consentText: row.consent_text,
  };
}

type Columns = Parameters<typeof updateForm> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never;

function columnsOf(form: Written & { readonly fieldIds: readonly number[] }): Columns {
  return [
    storable(form.title),
    form.listIds,
    stored(form.redirectUrl),
    form.gdprRequired,
    form.isDouble,
    stored(form.heading),
    stored(form.description),
    stored(form.button),
    stored(form.consentText),
    form.fieldIds,
  ];
}

function stored(text: string | null): string | null {
  return text === null ? null : storable(text);
}

import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { FieldType } from './field-types.ts';
import { fieldValueOf, type FieldInput } from './field-value.ts';
import { deleteField, fieldRows, fieldsOf, holdNames, insertField, relabelField } from './queries.ts';
import type { FieldRow } from './resource.ts';

/**
 * Maximum length of a name in characters, without the prefix `field_` that a name gets if its label starts with a
 * digit, and without the number that makes a name unique.
 */
const MAX_NAME_CHARACTERS = 100;

/** Names of built-in fields. If a custom field would get one of these names, a number is appended. */
const OF_EVERY_CONTACT = [
  'id',
  'email',
  'first_name',
  'last_name',
  'name',
  'ip_address',
  'lists',
  'tags',
  'contact_fields',
  'created_at',
  'updated_at',
];

/** Letters that Unicode normalization does not decompose into a base letter and an accent. */
const WITHOUT_PARTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/**
 * Maximum number of fields per account. The number is limited because each displayed contact is checked for every
 * field.
 */
export const MAX_FIELDS = 200;

/** A custom field of an account. */
export type ContactField = Pick<FieldRow, 'id' | 'label' | 'name' | 'type'>;

/** Returns the custom fields of an account, oldest first. */
export async function accountFields(db: Db, accountId: number): Promise<readonly ContactField[]> {
  return fieldsOf(db, accountId);
}

/**
 * Adds a field with a unique name. Throws validation_error on `label` if the account already has the maximum number of
 * fields.
 */
export async function addField(
  tx: Tx,
  accountId: number,
  { label, type }: { readonly label: string; readonly type: FieldType },
): Promise<FieldRow> {
  await holdNames(tx, accountId);
  const fields = await fieldsOf(tx, accountId);
  if (fields.length >= MAX_FIELDS)
    throw invalid({
      label: [`cannot be added, because the account already has ${MAX_FIELDS} fields, which is the maximum.`],
    });
  const [added] = await insertField(tx, accountId, label, fieldNameOf(label, namesOf(fields)), type);
  if (!added) throw new Error('Custom field missing after insert');
  return added;
}

/**
 * Changes the label of a field. If the new label differs, the name changes too. Throws validation_error if the type
 * differs from the field's type. Throws forbidden or not_found if the account does not have the field.
 */
export async function renameField(
  db: Database,
  accountId: number,
  id: number,
  change: { readonly label: string; readonly type: FieldType | undefined },
): Promise<FieldRow> {
  return db.transaction(async (tx) => {
    await holdNames(tx, accountId);
    const fields = await fieldsOf(tx, accountId);
    const own = fields.find((field) => field.id === id);
    const field = await ownObject(own, async () => fieldRows.anywhere(tx, id));
    if (change.type !== undefined && change.type !== field.type) {
      throw invalid({ contact_field_type_id: ['cannot be changed. Add a new field with the other type instead.'] });
    }
    const others = fields.filter((other) => other.id !== id);
    const name = change.label === field.label ? field.name : fieldNameOf(change.label, namesOf(others));
    const [renamed] = await relabelField(tx, accountId, id, change.label, name);
    return renamed ?? field;
  });
}

/**
 * Deletes a custom field. A background job removes the values of the field. Throws forbidden or not_found if the
 * account does not have the field.
 */
export async function removeField(db: Db, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteField(db, accountId, id);
  await ownObject(gone, async () => fieldRows.anywhere(db, id));
}

/** Converts values by field name to stored values by field ID. Calls `fail` for each error. Pure. */
export function fieldValues(
  fields: readonly ContactField[],
  given: readonly { readonly name: string; readonly value: FieldInput }[],
  fail: (field: string, sentence: string) => void,
): Record<number, string | null> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values: Record<number, string | null> = {};
  for (const [index, { name, value }] of given.entries()) {
    const field = byName.get(name.trim().toLowerCase());
    if (!field) {
      fail(
        `contact_fields.${index}.name`,
        'must be the name of one of your custom fields. `GET /contact-fields` lists the custom fields.',
      );
      continue;
    }
    const kept = fieldValueOf(field.type, value);
    if ('fault' in kept) fail(`contact_fields.${index}.value`, kept.fault);
    else values[field.id] = kept.value;
  }
  return values;
}

function namesOf(fields: readonly ContactField[]): string[] {
  return fields.map(({ name }) => name);
}

/**
 * Returns a field name for the API and for templates, derived from the label. Names consist of ASCII letters, digits
 * and underscores and start with a letter. For example, `Größe (cm)` becomes `grosse_cm`. A number is appended to names
 * that are in use, such as `city_2`. Pure.
 */
function fieldNameOf(label: string, taken: Iterable<string>): string {
  const used = new Set([...OF_EVERY_CONTACT, ...taken]);
  const base = slugOf(label);
  let name = base;
  for (let number = 2; used.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

function slugOf(label: string): string {
  const slug = label
    .toLowerCase()
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => WITHOUT_PARTS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_NAME_CHARACTERS)
    .replaceAll(/^_+|_+$/g, '');
  if (slug === '') return 'field';
  return /^\d/.test(slug) ? `field_${slug}` : slug;
}

import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { choice, createdAt, id, requestOnly, text, updatedAt } from '../../../http/resource/field.ts';
import { input, name, type Fail } from '../../../http/resource/input.ts';
import { resource, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import { FIELD_TYPE_IDS, type FieldType } from './field-types.ts';

const MAX_LABEL_CHARACTERS = 191;
const TYPES = Object.entries(FIELD_TYPE_IDS)
  .map(([id, type]) => `${id} (${type})`)
  .join(', ');
const TYPE_ID = Type.String({ format: 'uuid', description: `Type of the values: ${TYPES}.` });

const label = name({
  most: MAX_LABEL_CHARACTERS,
  description: `At most ${MAX_LABEL_CHARACTERS} characters.`,
  documentedAs: { maxLength: MAX_LABEL_CHARACTERS },
});

export const FIELD = resource({
  table: 'contact_field',
  schemaId: 'ContactField',
  nobody: 'account data and settings',
  fields: {
    id: id({ example: 4 }),
    label: text({ example: 'Birthday', input: label }),
    name: text({
      example: 'birthday',
      answer: 'Identifies the field in the `contact_fields` of a contact. The name is generated from the label.',
    }),
    type: choice(['text', 'number', 'date'])({ example: 'date' }),
    contact_field_type_id: requestOnly(input({ shown: TYPE_ID, taken: TYPE_ID, isRequired: true, read: typeOf })),
    created_at: createdAt,
    updated_at: updatedAt,
  },
});

export type FieldRow = RowOf<typeof FIELD>;
type PresentedField = PresentedOf<typeof FIELD>;

/** Parses a change to a field's label. The request may repeat the current type. */
export const fieldChange = parserOf(
  Type.Object({
    label: Type.Unsafe<string>(label.taken),
    contact_field_type_id: Type.Optional(
      Type.String({ description: 'The current type of the field. You cannot change the type.' }),
    ),
  }),
  (given, fail) => ({
    label: label.read(given.label, 'label', fail) ?? '',
    type:
      given.contact_field_type_id === undefined
        ? undefined
        : typeOf(given.contact_field_type_id, 'contact_field_type_id', fail),
  }),
);

export function presentField(row: FieldRow): PresentedField {
  return FIELD.present(row, {});
}

function typeOf(given: string, field: string, fail: Fail): FieldType | undefined {
  const id = given.trim().toLowerCase();
  const type = Object.hasOwn(FIELD_TYPE_IDS, id) ? FIELD_TYPE_IDS[id] : undefined;
  if (type === undefined) fail(field, `must be one of ${TYPES}.`);
  return type;
}

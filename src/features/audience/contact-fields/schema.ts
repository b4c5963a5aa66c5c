import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';
import { FIELD_TYPE_IDS, type FieldType } from './field-types.ts';

/** Fields of a page. */
export const FIELDS_PER_PAGE = 20;
/** Characters of a label. */
export const MAX_LABEL_CHARACTERS = 191;

type Fail = (field: string, sentence: string) => void;

/** Parser of a page of fields. */
export const fieldsQuery = parserOf(Type.Object(pageParameters(FIELDS_PER_PAGE)), (given, fail) =>
  pageQueryOf(given, fail, FIELDS_PER_PAGE),
);

const label = Type.String({
  description: `At most ${MAX_LABEL_CHARACTERS} characters.`,
  documentedAs: { maxLength: MAX_LABEL_CHARACTERS },
});
const TYPES = Object.entries(FIELD_TYPE_IDS)
  .map(([id, type]) => `${id} (${type})`)
  .join(', ');

/** Parser of a field to be added. */
export const newField = parserOf(
  Type.Object({
    label,
    contact_field_type_id: Type.String({ format: 'uuid', description: `Type of the values: ${TYPES}.` }),
  }),
  (given, fail) => ({
    label: labelOf(given.label, fail),
    type: typeOf(given.contact_field_type_id, fail) ?? 'text',
  }),
);

/** Parser of a field's new label. */
export const fieldChange = parserOf(
  Type.Object({
    label,
    contact_field_type_id: Type.Optional(Type.String({ description: 'The current type. You cannot change the type.' })),
  }),
  (given, fail) => ({
    label: labelOf(given.label, fail),
    type: given.contact_field_type_id === undefined ? undefined : typeOf(given.contact_field_type_id, fail),
  }),
);

function labelOf(given: string, fail: Fail): string {
  const text = given.trim();
  if (text === '') fail('label', 'is required.');
  else if (Array.from(text).length > MAX_LABEL_CHARACTERS) {
    fail('label', `must have at most ${MAX_LABEL_CHARACTERS} characters.`);
  }
  return text;
}

function typeOf(given: string, fail: Fail): FieldType | undefined {
  const id = given.trim().toLowerCase();
  const type = Object.hasOwn(FIELD_TYPE_IDS, id) ? FIELD_TYPE_IDS[id] : undefined;
  if (type === undefined) fail('contact_field_type_id', `must be one of ${TYPES}.`);
  return type;
}

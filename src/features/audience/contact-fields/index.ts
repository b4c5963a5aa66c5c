/** Custom fields of contacts. Each contact stores its values by field ID. */
export type { FieldType } from './field-types.ts';
export { fieldValueOf } from './field-value.ts';
export { MAX_TEXT_CHARACTERS } from './field-value.ts';
export type { FieldInput } from './field-value.ts';
export { accountFields } from './fields.ts';
export { addField } from './fields.ts';
export { fieldValues } from './fields.ts';
export { MAX_FIELDS } from './fields.ts';
export type { ContactField } from './fields.ts';
export { contactFieldRoutes } from './routes.ts';

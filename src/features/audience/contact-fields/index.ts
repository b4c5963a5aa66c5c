/** Fields that an account gives its contacts. The values stand with the contacts, by the field's id. */
export { fieldValueOf, type GivenValue } from './field-value.ts';
export { accountFields, addField, fieldValues, MAX_FIELDS, type ContactField } from './fields.ts';
export { contactFieldRoutes } from './routes.ts';

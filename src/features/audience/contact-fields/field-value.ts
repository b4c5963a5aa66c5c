import type { FieldType } from './field-types.ts';

/** Maximum length of a text value, in characters. */
export const MAX_TEXT_CHARACTERS = 2_000;
/** Maximum length of a number, in characters. */
const MAX_NUMBER_CHARACTERS = 64;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Input value of a custom field. */
export type FieldInput = string | number | null;

/** A value to store, or an error message. A null value deletes the current value. */
export type FieldValue = { readonly value: string | null } | { readonly fault: string };

/**
 * Converts input to the stored form of a field type. Null and empty input delete the current value. Of a date with a
 * time, only the day is stored, as written and without a time zone conversion. Error messages do not contain the field
 * name. Pure.
 */
export function fieldValueOf(type: FieldType, given: FieldInput): FieldValue {
  const text = given === null ? '' : String(given).trim();
  if (text === '') return { value: null };
  switch (type) {
    case 'number':
      return numberOf(text);
    case 'date':
      return dateOf(text);
    default:
      return Array.from(text).length <= MAX_TEXT_CHARACTERS
        ? { value: text }
        : { fault: `must have at most ${MAX_TEXT_CHARACTERS} characters.` };
  }
}

function numberOf(text: string): FieldValue {
  const isNumber = text.length <= MAX_NUMBER_CHARACTERS && NUMBER.test(text) && Number.isFinite(Number(text));
  return isNumber ? { value: text } : { fault: 'must be a number like 42 or -1.5.' };
}

function dateOf(text: string): FieldValue {
  const [, year, month, day, time] = DATE.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  const read = new Date(`${written}T00:00:00Z`);
  // JavaScript turns a day that does not exist, such as February 30, into a day of the next month.
  const isDay = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written);
  const isTime = time === undefined || !Number.isNaN(Date.parse(`${written}T${time}Z`));
  return isDay && isTime ? { value: written } : { fault: 'must be a date like 2026-01-31.' };
}

import type { FieldType } from './field-types.ts';

/** Characters of a text. */
export const MAX_TEXT_CHARACTERS = 2_000;
/** Characters of a number: more digits than anything has that is counted. */
const MAX_NUMBER_CHARACTERS = 64;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** What came for a field. */
export type GivenValue = string | number | null;

/** A value as it is kept; null takes away what there is. */
export type FieldValue = { readonly value: string | null } | { readonly fault: string };

/**
 * A value of the type, as it is kept: null and what is empty take away the one that there is; of a date with a time, the day
 * stays as it is written. The fault is the end of a sentence. Pure.
 */
export function fieldValueOf(type: FieldType, given: GivenValue): FieldValue {
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
  // A day that its month does not have is read as one of the next.
  const isDay = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written);
  const isTime = time === undefined || !Number.isNaN(Date.parse(`${written}T${time}Z`));
  return isDay && isTime ? { value: written } : { fault: 'must be a date like 2026-01-31.' };
}

import { Type } from 'typebox';
import { fieldValueOf, type FieldType } from '../contact-fields/index.ts';
import { ID_SCHEMA, idOf, type Kind } from './kinds.ts';
import { MAX_DAYS, parseMoment, type Complain } from './moment.ts';

/** Comparison operators for custom fields. Each operator applies to one type of field, or to all types. */
export const OPERATORS = {
  is: { type: 'text', value: 'text' },
  contains: { type: 'text', value: 'text' },
  starts_with: { type: 'text', value: 'text' },
  equals: { type: 'number', value: 'number' },
  greater_than: { type: 'number', value: 'number' },
  at_least: { type: 'number', value: 'number' },
  less_than: { type: 'number', value: 'number' },
  at_most: { type: 'number', value: 'number' },
  on: { type: 'date', value: 'day' },
  before: { type: 'date', value: 'day' },
  on_or_after: { type: 'date', value: 'day' },
  in_last_days: { type: 'date', value: 'days' },
  in_next_days: { type: 'date', value: 'days' },
  anniversary_in_days: { type: 'date', value: 'days' },
  is_empty: { type: undefined, value: undefined },
  is_not_empty: { type: undefined, value: undefined },
} as const satisfies Readonly<Record<string, { type: FieldType | undefined; value: ValueType | undefined }>>;
type ValueType = 'text' | 'number' | 'day' | 'days';
export type Operator = keyof typeof OPERATORS;

/** A comparison of a custom field with a value, as stored in filters. */
export interface FieldTest {
  readonly field_id: number;
  readonly operator: Operator;
  /** Value to compare with. Absent for `is_empty` and `is_not_empty`. */
  readonly value?: string | number;
}

/** Maximum length of text that a field can be compared with, in characters. */
const MAX_CHARACTERS = 200;
/** Highest value of `anniversary_in_days`. */
const MAX_ANNIVERSARY_DAYS = 365;
const KEYS = ['field_id', 'operator', 'value'];

/** A comparison of a custom field, for example `{"field_id": 4, "operator": "is", "value": "Berlin"}`. */
export const FIELD_TEST: Kind<FieldTest> = {
  schema: Type.Object({
    field_id: { ...ID_SCHEMA, description: 'ID of a custom field.' },
    operator: Type.Enum(Object.keys(OPERATORS), {
      description:
        'For text fields: `is`, `contains`, `starts_with`. For number fields: `equals`, `greater_than`, `at_least`, `less_than`, `at_most`. For date fields: `on`, `before`, `on_or_after`, `in_last_days`, `in_next_days`, `anniversary_in_days`. For all fields: `is_empty`, `is_not_empty`.',
    }),
    value: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description:
          'Value to compare with. Text comparisons are case-insensitive. Dates can be absolute, such as `2026-01-31`, or relative, such as `30 days ago`. Omit the value for `is_empty` and `is_not_empty`.',
      }),
    ),
  }),
  parse: parseTest,
  samples: [
    { field_id: 1, operator: 'is', value: 'Berlin' },
    { field_id: 1, operator: 'at_least', value: '2.5' },
    { field_id: 1, operator: 'before', value: '30 days ago' },
    { field_id: 1, operator: 'in_last_days', value: 7 },
    { field_id: 1, operator: 'anniversary_in_days', value: 30 },
    { field_id: 1, operator: 'is_empty' },
    { field_id: 1, operator: 'is_not_empty' },
  ],
  of: 'field',
  idsIn: ({ field_id: id }) => [id],
};

function parseTest(given: unknown, complain: Complain): FieldTest | undefined {
  const faults: string[] = [];
  const test = readTest(given, (sentence) => faults.push(sentence));
  for (const fault of faults) complain(fault);
  return faults.length === 0 ? test : undefined;
}

function readTest(given: unknown, complain: Complain): FieldTest | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    complain('must be an object with field_id, operator and value.');
    return undefined;
  }
  const { field_id: fieldId, operator: named, value } = given as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((key) => !KEYS.includes(key))) complain(`must contain only the keys ${KEYS.join(', ')}.`);
  const id = idOf(fieldId);
  if (id === undefined) complain('must have a field_id that is the ID of a custom field.');
  const operator = Object.keys(OPERATORS).find((known): known is Operator => known === named);
  if (operator === undefined) {
    complain(`must have an operator, one of ${Object.keys(OPERATORS).join(', ')}.`);
    return undefined;
  }
  const kept = valueOf(operator, value);
  if (!('fault' in kept)) return { field_id: id ?? 0, operator, ...kept };
  const { fault } = kept;
  const requirement = fault.replace(/^must be/, 'is').replace(/^must have/, 'has');
  complain(requirement === fault ? fault : `must have a value that ${requirement}`);
  return undefined;
}

type Read = { readonly value?: string | number } | { readonly fault: string };

function valueOf(operator: Operator, given: unknown): Read {
  const type = OPERATORS[operator].value;
  const isAbsent = given === undefined || given === null || given === '';
  if (type === undefined) return isAbsent ? {} : { fault: 'must not have a value for this operator.' };
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  return text === '' ? { fault: 'must be a string or a number.' } : READERS[type](text, operator);
}

const READERS: Readonly<Record<ValueType, (text: string, operator: Operator) => Read>> = {
  text: (text) =>
    Array.from(text).length <= MAX_CHARACTERS
      ? { value: text }
      : { fault: `must have at most ${MAX_CHARACTERS} characters.` },
  number(text) {
    const number = fieldValueOf('number', text);
    return 'fault' in number ? number : { value: number.value ?? text };
  },
  day: dayOf,
  days(text, operator) {
    const most = operator === 'anniversary_in_days' ? MAX_ANNIVERSARY_DAYS : MAX_DAYS;
    return /^\d{1,6}$/.test(text) && Number(text) <= most
      ? { value: Number(text) }
      : { fault: `must be a whole number of days from 0 to ${most}.` };
  },
};

/** Parses a date or a relative date. */
function dayOf(text: string): Read {
  const day = fieldValueOf('date', text);
  if (!('fault' in day)) return { value: day.value ?? text };
  let fault = '';
  const moment = parseMoment(text, (sentence) => (fault = sentence));
  if (typeof moment === 'string') return { value: moment };
  return { fault: fault || day.fault };
}

const WORDS: Readonly<Record<Operator, (value: string) => string>> = {
  is: (value) => `is "${value}"`,
  contains: (value) => `contains "${value}"`,
  starts_with: (value) => `starts with "${value}"`,
  equals: (value) => `is ${value}`,
  greater_than: (value) => `is greater than ${value}`,
  at_least: (value) => `is at least ${value}`,
  less_than: (value) => `is less than ${value}`,
  at_most: (value) => `is at most ${value}`,
  on: (value) => `is on ${value}`,
  before: (value) => `is before ${value}`,
  on_or_after: (value) => `is on or after ${value}`,
  in_last_days: (value) => `is in the last ${value} days`,
  in_next_days: (value) => `is in the next ${value} days`,
  anniversary_in_days: (value) => `has its anniversary in the next ${value} days`,
  is_empty: () => 'is empty',
  is_not_empty: () => 'is not empty',
};

/** Describes a comparison, for example `field "City" is "Berlin"`. Pure. */
export function fieldWords({ operator, value = '' }: FieldTest, name: string): string {
  return `field ${name} ${WORDS[operator](String(value))}`;
}

/** Returns the names of the operators for a type of field, separated by commas, for use in an error. Pure. */
export function operatorsFor(type: FieldType): string {
  const names = Object.entries(OPERATORS).filter(
    ([, operator]) => operator.type === undefined || operator.type === type,
  );
  return names.map(([name]) => name).join(', ');
}

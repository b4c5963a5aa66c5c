import type { Fail } from '../../../http/resource/input.ts';
import { PROPERTY_OPERATORS, type PropertyTest } from './steps.ts';

type Json = Readonly<Record<string, unknown>>;

/** Matches the path of an event property, such as `order.total`. */
const NAME = /^[\w-]+(?:\.[\w-]+)*$/;
const MAX_TEXT_CHARACTERS = 200;

/** Parses a test of an event property. Returns undefined after an error. */
export function propertyTestOf(given: unknown, fail: Fail): PropertyTest | undefined {
  // The cast is safe because the value is an object.
  const test: Json = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Json) : {};
  const operator = PROPERTY_OPERATORS.find((known) => known === test['operator']);
  const fault = faultOfTest(test, operator);
  if (fault !== undefined) fail('event_property', fault);
  const { name, value } = test;
  if (fault !== undefined || operator === undefined || typeof name !== 'string') return undefined;
  return value === undefined ? { name, operator } : { name, operator, value: String(textOf(value)) };
}

/**
 * Returns the reason why a test of an event property is invalid, as an error message without its subject (`must ...`).
 * Returns undefined if the test is valid.
 */
function faultOfTest(
  { name, value, ...others }: Json,
  operator: PropertyTest['operator'] | undefined,
): string | undefined {
  if (Object.keys(others).some((key) => key !== 'operator'))
    return 'must contain only `name`, `operator`, and `value`.';
  const isName = typeof name === 'string' && NAME.test(name) && name.length <= MAX_TEXT_CHARACTERS;
  if (!isName) return 'must have a name, for example `order.total`.';
  if (operator === undefined) return `must have an operator, one of ${PROPERTY_OPERATORS.join(', ')}.`;
  return faultOfValue(value, operator);
}

function faultOfValue(value: unknown, operator: PropertyTest['operator']): string | undefined {
  if (operator === 'is_set' || operator === 'is_not_set') {
    return value === undefined ? undefined : 'must not have a value for this operator.';
  }
  const text = textOf(value) ?? '';
  if (text === '' || text.length > MAX_TEXT_CHARACTERS) return 'must have a value that is a string or a number.';
  const isNumeric = operator === 'greater_than' || operator === 'less_than';
  return isNumeric && !Number.isFinite(Number(text)) ? 'must have a number as the value for this operator.' : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

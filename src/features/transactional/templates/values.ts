import { invalid } from '../../../base/refusal.ts';
import type { VariableValue } from '../../../mail/template/variables.ts';
import { MAX_VALUE_DEPTH, MAX_VALUES } from './limits.ts';

/**
 * Parses the value of a variable: a string, a number, a boolean, or a list or object of such values. Throws
 * validation_error on `field` for other values, and for lists and objects that are too deep or too large.
 */
export function variableValue(value: unknown, field: string): VariableValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) throw invalid({ [field]: [NOT_A_VALUE] });
  const count = countIn(value, field, 1);
  if (count > MAX_VALUES) {
    throw invalid({ [field]: [`must contain at most ${MAX_VALUES} values, not ${count}.`] });
  }
  // Safe cast: objects that are not arrays have string keys.
  return value as VariableValue;
}

const NOT_A_VALUE = 'must be a string, a number, a boolean, a list, or an object.';

function countIn(value: object, field: string, depth: number): number {
  if (depth > MAX_VALUE_DEPTH) {
    throw invalid({ [field]: [`must be nested at most ${MAX_VALUE_DEPTH} levels deep.`] });
  }
  let count = 0;
  for (const inner of Object.values(value)) {
    count += 1;
    if (typeof inner === 'object' && inner !== null) count += countIn(inner, field, depth + 1);
  }
  return count;
}

/** Message for a list or an object that the template inserts as text. */
export const NOT_TEXT =
  'must be a string, a number, or a boolean, because the template inserts the value as text. Read lists with a loop.';

import { invalid } from '../../../base/refusal.ts';
import { isObject, scalarText } from '../resend/index.ts';

/** Recipient variables, keyed by the address as written in the request. */
export type RecipientVariables = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Parses `recipient-variables`. Returns undefined if the field is absent. Throws validation_error. */
export function readRecipientVariables(given: string | undefined): RecipientVariables | undefined {
  if (given === undefined) return undefined;
  const object = parsed(given);
  return new Map(
    Object.entries(object).map(([address, values]) => {
      if (!isObject(values)) throw notOne(`must contain an object for ${address}.`);
      return [address, texts(address, values)];
    }),
  );
}

function parsed(given: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw notOne('is not valid JSON.');
  }
  if (!isObject(value)) throw notOne('must be an object that maps recipient addresses to variables.');
  return value;
}

/**
 * Formats numbers and booleans as JSON, and null as an empty string. Throws validation_error for arrays and objects.
 */
function texts(address: string, values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = value === null ? '' : scalarText(value);
      if (text === undefined) throw notOne(`has a value for ${address} that is not a string or a number: ${name}.`);
      return [name, text];
    }),
  );
}

function notOne(sentence: string) {
  return invalid({ 'recipient-variables': [sentence] });
}

import { invalid } from '../../../base/refusal.ts';
import { isObject, scalarText } from '../resend/index.ts';

/** What stands for a variable of the recipient, and without a name for the address. */
export const VARIABLE = /%recipient(?:\.([^%\s]+))?%/;

/** Values by the address that they are of, as it was written. */
export type RecipientVariables = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Reads `recipient-variables`; undefined when it is not given. Throws validation_error. */
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

/** Numbers and truth values are written as JSON writes them; null and empty lists are nothing. */
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

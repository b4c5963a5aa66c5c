import { Type, type Static } from 'typebox';

/** A boolean field of a request body. Clients send true and false, or 1 and 0. Forms send strings. */
export const flagSchema = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

const ON = ['true', '1', 'on', 'yes'];
const OFF = ['false', '0', 'off', 'no'];

/** Parses a boolean field. Calls `fail` for an invalid value. */
export function flagOf(
  given: Static<typeof flagSchema>,
  field: string,
  fail: (field: string, sentence: string) => void,
): boolean {
  const word = String(given).trim().toLowerCase();
  if (!ON.includes(word) && !OFF.includes(word)) fail(field, 'must be true or false.');
  return ON.includes(word);
}

import { Type, type Static } from 'typebox';

/** Schema of a boolean in a request body: a boolean, 1 or 0, or a string such as `true` or `off`. */
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

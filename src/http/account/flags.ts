import { Type, type Static } from 'typebox';

/** A switch in a body: clients write true and false, 1 and 0, and forms write texts. */
export const flagSchema = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

const ON = ['true', '1', 'on', 'yes'];
const OFF = ['false', '0', 'off', 'no'];

/** Whether it is on; `fail` is called for what is neither. */
export function flagOf(
  given: Static<typeof flagSchema>,
  field: string,
  fail: (field: string, sentence: string) => void,
): boolean {
  const word = String(given).trim().toLowerCase();
  if (!ON.includes(word) && !OFF.includes(word)) fail(field, 'must be true or false.');
  return ON.includes(word);
}

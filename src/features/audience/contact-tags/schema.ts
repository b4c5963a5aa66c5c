import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';
import { TAG_COLORS, tagColorOf, type TagColor } from './palette.ts';

/** Characters of a name. */
export const MAX_NAME_CHARACTERS = 191;

type Fail = (field: string, sentence: string) => void;

const name = Type.String({
  description: `At most ${MAX_NAME_CHARACTERS} characters. Unique within the account, case-insensitive.`,
  documentedAs: { maxLength: MAX_NAME_CHARACTERS },
});
const color = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    description: `One of ${TAG_COLORS.join(', ')}. Default: the next color in this order.`,
  }),
);

/** Parser of a page of tags. */
export const tagsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of a tag to be added. */
export const newTag = parserOf(Type.Object({ name, color }), (given, fail) => ({
  name: nameOf(given.name, fail),
  color: colorOf(given.color, fail),
}));

/** Parser of what is changed of a tag. */
export const tagChange = parserOf(Type.Object({ name: Type.Optional(name), color }), (given, fail) => ({
  name: given.name === undefined ? undefined : nameOf(given.name, fail),
  color: colorOf(given.color, fail),
}));

function nameOf(given: string, fail: Fail): string {
  const text = given.trim().normalize('NFC');
  if (text === '') fail('name', 'is required.');
  else if (Array.from(text).length > MAX_NAME_CHARACTERS) {
    fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
  }
  return text;
}

function colorOf(given: string | null | undefined, fail: Fail): TagColor | undefined {
  if (given === undefined || given === null || given.trim() === '') return undefined;
  const found = tagColorOf(given);
  if (!found) fail('color', `must be one of ${TAG_COLORS.join(', ')}.`);
  return found;
}

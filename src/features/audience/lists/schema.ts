import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';

/** Lists of a page. */
export const LISTS_PER_PAGE = 10;
/** Characters of a name, and of what names are searched for. */
export const MAX_NAME_CHARACTERS = 191;

/** Parser of a page of lists. */
export const listsQuery = parserOf(
  Type.Object({
    ...pageParameters(LISTS_PER_PAGE),
    query: Type.Optional(Type.String({ description: 'Part of the name, case-insensitive.' })),
  }),
  (given, fail) => {
    const text = given.query?.trim() ?? '';
    if (Array.from(text).length > MAX_NAME_CHARACTERS) {
      fail('query', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
    }
    return { ...pageQueryOf(given, fail, LISTS_PER_PAGE), text: text === '' ? undefined : text };
  },
);

/** Parser of a list that is added or gets another name. */
export const listNamed = parserOf(
  Type.Object({
    name: Type.String({
      description: `At most ${MAX_NAME_CHARACTERS} characters.`,
      documentedAs: { maxLength: MAX_NAME_CHARACTERS },
    }),
  }),
  (given, fail) => {
    const name = given.name.trim().normalize('NFC');
    if (name === '') fail('name', 'is required.');
    else if (Array.from(name).length > MAX_NAME_CHARACTERS) {
      fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
    }
    return { name };
  },
);

import { Type } from 'typebox';
import { computed, createdAt, id, text, updatedAt } from '../../../http/resource/field.ts';
import { composedName, input, type Fail } from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import { TAG_COLORS, tagColorOf, type TagColor } from './palette.ts';

const MAX_NAME_CHARACTERS = 191;
const COLOR = Type.Union([Type.String(), Type.Null()], {
  description: `One of ${TAG_COLORS.join(', ')}. Default: the next color in this order.`,
});

export const TAG = resource({
  table: 'contact_tag',
  schemaId: 'ContactTag',
  nobody: 'account data and settings',
  fields: {
    id: id({ example: 6 }),
    user_id: computed(Type.Integer(), 1),
    name: text({
      example: 'Customer',
      input: composedName({
        most: MAX_NAME_CHARACTERS,
        documentedAs: { maxLength: MAX_NAME_CHARACTERS },
        description: `At most ${MAX_NAME_CHARACTERS} characters. Unique within the account, case-insensitive.`,
      }),
    }),
    color: text({ example: '#FF644D', input: input({ shown: COLOR, taken: COLOR, read: colorOf }) }),
    contacts_count: id({ example: 2, answer: 'Number of contacts with this tag.' }),
    created_at: createdAt,
    updated_at: updatedAt,
  },
});

export type TagRow = RowOf<typeof TAG>;
export type TagChange = ChangeOf<typeof TAG>;
/** A tag as returned by the API. */
export type PresentedTag = PresentedOf<typeof TAG>;

/** Parses a color. An empty value counts as absent. */
function colorOf(given: string | null, field: string, fail: Fail): TagColor | undefined {
  if (given === null || given.trim() === '') return undefined;
  const found = tagColorOf(given);
  if (!found) fail(field, `must be one of ${TAG_COLORS.join(', ')}.`);
  return found;
}

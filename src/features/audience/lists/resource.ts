import { Type } from 'typebox';
import { computed, createdAt, id, number, text, updatedAt } from '../../../http/resource/field.ts';
import { composedName } from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';

/** Maximum length of a name and of a search for names, in characters. */
export const MAX_NAME_CHARACTERS = 191;

export const LIST = resource({
  table: 'contact_list',
  schemaId: 'ContactList',
  nobody: 'account data and settings',
  fields: {
    id: id({ example: 3 }),
    user_id: computed(Type.Integer(), 1),
    name: text({
      example: 'Newsletter',
      input: composedName({
        most: MAX_NAME_CHARACTERS,
        documentedAs: { maxLength: MAX_NAME_CHARACTERS },
        description: `At most ${MAX_NAME_CHARACTERS} characters.`,
      }),
    }),
    average_open_percent: number({
      example: 0,
      as: 'average_email_open_percent',
      answer: 'Average open rate of emails sent to the list, as a percentage from 0 to 100.',
    }),
    average_click_percent: number({ example: 0, as: 'average_email_click_percent' }),
    contacts_count: id({ example: 2, answer: 'Number of contacts in the list.' }),
    subscribed_contacts_count: computed(
      Type.Integer({
        description:
          'Number of contacts that can receive email. These contacts are confirmed and are not unsubscribed, bounced, or invalid.',
      }),
      1,
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  },
});

export type ListRow = RowOf<typeof LIST>;
export type ListChange = ChangeOf<typeof LIST>;
/** A list as returned by the account API. */
export type PresentedList = PresentedOf<typeof LIST>;

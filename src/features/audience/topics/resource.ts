import { createdAt, flag, id, text } from '../../../http/resource/field.ts';
import * as given from '../../../http/resource/input.ts';
import { resource, type PresentedOf } from '../../../http/resource/resource.ts';
import { MAX_DESCRIPTION_CHARACTERS, MAX_NAME_CHARACTERS } from './topics.ts';

export const TOPIC = resource({
  table: 'topic',
  schemaId: 'Topic',
  nobody: 'account settings and content',
  fields: {
    id: id({ example: 4 }),
    name: text({
      example: 'Product news',
      input: given.requiredLine({
        most: MAX_NAME_CHARACTERS,
        description: `Contacts see the name on the preferences page. At most ${MAX_NAME_CHARACTERS} characters.`,
      }),
    }),
    description: text({
      example: 'New features, once a month',
      input: given.line({
        most: MAX_DESCRIPTION_CHARACTERS,
        description: `Contacts see the description on the preferences page. At most ${MAX_DESCRIPTION_CHARACTERS} characters.`,
      }),
    }),
    is_opt_in: flag({
      example: true,
      as: 'subscribed_by_default',
      answer: 'Whether contacts who have not made a choice are subscribed.',
      input: given.flag('Whether contacts who have not made a choice are subscribed. Cannot be changed later.'),
    }),
    created_at: createdAt,
  },
});

export type PresentedTopic = PresentedOf<typeof TOPIC>;

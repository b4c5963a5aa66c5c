import { Type } from 'typebox';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { putChecklistAway, readChecklist, readFirstMessageOfKey, type BeginningParts } from './beginning.ts';

const GROUP = 'Dashboard: messages';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const checklistSchema = Type.Object(
  {
    is_shown: Type.Boolean({
      description: 'False before the first mail, and for good once it ended.',
    }),
    steps: Type.Array(
      Type.Object({
        name: Type.Enum(['domain', 'key', 'webhook', 'production']),
        is_done: Type.Boolean(),
        missing: Type.Union([Type.String(), Type.Null()], {
          description: 'What is missing, where there is more to say.',
        }),
      }),
    ),
  },
  { $id: 'Checklist' },
);

const docs = {
  read: {
    group: GROUP,
    description: 'What comes after the first mail. It ends by itself with the look that finds everything done.',
    answers: [
      {
        status: 200,
        description: 'The checklist.',
        schema: checklistSchema,
        example: {
          is_shown: true,
          steps: [{ name: 'domain', is_done: false, missing: null }],
        },
      },
    ],
  },
  putAway: {
    group: GROUP,
    description: 'It is not shown to anybody of the account any more.',
    answers: [
      {
        status: 200,
        description: 'It is put away.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The checklist is put away.' },
      },
    ],
  },
  firstMessage: {
    group: GROUP,
    description:
      'For a page that waits for the first mail with a new key. Only the newest 2,000 messages are looked at.',
    params: { id: { description: 'Id of the key.', example: '12' } },
    answers: [
      {
        status: 200,
        description: 'The message, or null while there is none.',
        schema: Type.Object({ message_id: TEXT_OR_NULL }),
        example: { message_id: ID },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;

/** The operations of an account's beginning: its first mail, and what comes after it. */
export function beginningRoutes(parts: BeginningParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/checklist',
      summary: 'Read what comes after the first mail',
      scope: 'dashboard:read',
      doc: docs.read,
      handle: async ({ principal }) => ({
        status: 200,
        body: await readChecklist(parts, principal),
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/checklist/put-away',
      summary: 'Put the checklist away',
      scope: 'dashboard:write',
      doc: docs.putAway,
      async handle({ principal }) {
        await putChecklistAway(parts, principal.accountId);
        return { status: 200, body: { message: 'The checklist is put away.' } };
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/keys/:id/first-message',
      summary: 'Read the first message that a key sent',
      scope: 'dashboard:read',
      doc: docs.firstMessage,
      handle: async ({ params, principal }) => ({
        status: 200,
        body: {
          message_id: await readFirstMessageOfKey(parts, principal.accountId, objectIdOf(params['id'])),
        },
      }),
    }),
  ];
}

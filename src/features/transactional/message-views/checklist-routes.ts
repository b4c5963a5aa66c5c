import { Type } from 'typebox';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { dismissChecklist, readChecklist, readFirstMessageOfKey, type ChecklistParts } from './checklist.ts';

const GROUP = 'Dashboard: messages';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const checklistSchema = Type.Object(
  {
    is_shown: Type.Boolean({
      description:
        'Whether to show the checklist. False before the first email is sent and after the checklist is completed or dismissed.',
    }),
    steps: Type.Array(
      Type.Object({
        name: Type.Enum(['domain', 'key', 'webhook', 'production']),
        is_done: Type.Boolean(),
        missing: Type.Union([Type.String(), Type.Null()], {
          description: 'Requirement that is not met yet. Null if the step is done or has no details.',
        }),
      }),
    ),
  },
  { $id: 'Checklist' },
);

const docs = {
  read: {
    group: GROUP,
    description:
      'Returns the steps to complete after the first email is sent. The checklist is hidden once all steps are done.',
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
    description: 'Hides the checklist for all members of the account.',
    answers: [
      {
        status: 200,
        description: 'The checklist was dismissed.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The checklist was dismissed.' },
      },
    ],
  },
  firstMessage: {
    group: GROUP,
    description:
      'Returns the ID of the first message that was sent with a new API key. The search covers the newest 2,000 messages.',
    params: { id: { description: 'The ID of the API key.', example: '12' } },
    answers: [
      {
        status: 200,
        description: 'The ID of the message, or null if no message was sent with the key.',
        schema: Type.Object({ message_id: TEXT_OR_NULL }),
        example: { message_id: ID },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;

/** Returns the routes for onboarding: the first message and the getting-started checklist. */
export function checklistRoutes(parts: ChecklistParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/checklist',
      summary: 'Retrieve the getting-started checklist',
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
      summary: 'Dismiss the checklist',
      scope: 'dashboard:write',
      doc: docs.putAway,
      async handle({ principal }) {
        await dismissChecklist(parts, principal.accountId);
        return { status: 200, body: { message: 'The checklist was dismissed.' } };
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/keys/:id/first-message',
      summary: 'Retrieve the first message sent with an API key',
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

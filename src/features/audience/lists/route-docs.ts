import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Lists';
const PARAMS = { id: { description: 'Number of the list.', example: '3' } };
const TIME = Type.String({ format: 'date-time' });

/** A list, as the API document shows it. */
export const listSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String(),
    average_email_open_percent: Type.Number({ description: 'Of what was sent to the list, 0 to 100.' }),
    average_email_click_percent: Type.Number(),
    contacts_count: Type.Integer({ description: 'Its members.' }),
    subscribed_contacts_count: Type.Integer({
      description: 'Those that can be mailed: confirmed, not unsubscribed, bounced or invalid.',
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'ContactList' },
);

/** One of them. */
export const LIST_EXAMPLE = {
  id: 3,
  user_id: 1,
  name: 'Newsletter',
  average_email_open_percent: 0,
  average_email_click_percent: 0,
  contacts_count: 2,
  subscribed_contacts_count: 1,
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T08:15:00.000Z',
};
const ANSWER = { status: 200, description: 'The list.', schema: listSchema, example: LIST_EXAMPLE };

/** What the API document says of lists. */
export const listDocs = {
  list: {
    group: GROUP,
    description: 'Newest first, 10 a page.',
    answers: [pageAnswer('A page of lists.', listSchema, LIST_EXAMPLE, { path: '/lists', perPage: 10 })],
  },
  create: { group: GROUP, requestExample: { name: 'Newsletter' }, answers: [ANSWER] },
  read: { group: GROUP, params: PARAMS, answers: [ANSWER], problems: ['forbidden'] },
  update: {
    group: GROUP,
    params: PARAMS,
    requestExample: { name: 'Weekly news' },
    answers: [ANSWER],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Its contacts stay. A list that a form, a landing page or an automation uses is not deleted.',
    params: PARAMS,
    answers: [
      messageAnswer('The list is deleted.'),
      {
        status: 409,
        description: 'Something uses it, and nothing is changed.',
        schema: Type.Object({
          message: Type.String(),
          usages: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer(), title: Type.String() })),
        }),
        example: {
          message: 'The list is in use; see usages for what uses it.',
          usages: [{ type: 'form', id: 5, title: 'Sign up' }],
        },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Lists';
const PARAMS = { id: { description: 'ID of the list.', example: '3' } };
const TIME = Type.String({ format: 'date-time' });

/** A list, as the API document shows it. */
export const listSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String(),
    average_email_open_percent: Type.Number({
      description: 'Average open rate of emails sent to the list, as a percentage from 0 to 100.',
    }),
    average_email_click_percent: Type.Number(),
    contacts_count: Type.Integer({ description: 'Number of contacts in the list.' }),
    subscribed_contacts_count: Type.Integer({
      description:
        'Number of contacts that can receive email. Such contacts are confirmed, and are not unsubscribed, bounced or invalid.',
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
    description: 'Returns lists, newest first, 10 per page.',
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
    description:
      'Deletes a list but not its contacts. You cannot delete a list that a form, landing page, or automation uses.',
    params: PARAMS,
    answers: [
      messageAnswer('The list was deleted.'),
      {
        status: 409,
        description: 'The list is in use and was not deleted.',
        schema: Type.Object({
          message: Type.String(),
          usages: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer(), title: Type.String() })),
        }),
        example: {
          message: 'The list is in use. The `usages` field shows where the list is used.',
          usages: [{ type: 'form', id: 5, title: 'Sign up' }],
        },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

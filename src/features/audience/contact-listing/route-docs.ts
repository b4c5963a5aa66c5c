import { Type } from 'typebox';
import { pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CONTACT_EXAMPLE, contactSchema } from '../contacts/index.ts';

const GROUP = 'Contacts';
const A_PAGE = 'A page of contacts, newest first.';

const all = pageAnswer(`${A_PAGE} With \`count_only\`, the number of contacts.`, contactSchema, CONTACT_EXAMPLE, {
  path: '/contacts',
});

export const listingDocs = {
  all: {
    group: GROUP,
    description:
      'Returns the contacts that match all conditions, newest first. If conditions are set, `total` can be up to 20 seconds old on all pages except the first.',
    answers: [
      {
        ...all,
        schema: Type.Union([
          all.schema ?? Type.Object({}),
          Type.Object(
            {
              count: Type.Integer(),
              filter: Type.String({ description: 'Human-readable description of the filter.' }),
            },
            { $id: 'ContactCount' },
          ),
        ]),
      },
    ],
  },
  unsubscribed: {
    group: GROUP,
    answers: [pageAnswer(A_PAGE, contactSchema, CONTACT_EXAMPLE, { path: '/contacts/unsubscribed' })],
  },
  ofList: {
    group: GROUP,
    params: { list_id: { description: 'ID of the list.', example: '3' } },
    answers: [pageAnswer(A_PAGE, contactSchema, CONTACT_EXAMPLE, { path: '/lists/3/contacts' })],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

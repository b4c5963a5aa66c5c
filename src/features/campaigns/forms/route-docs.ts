import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { FORM_EXAMPLE, FORM_IN_FULL_EXAMPLE, formInFullSchema, formSchema } from './present.ts';

const GROUP = 'Forms';
const PARAMS = { id: { description: 'Number of the form.', example: '4' } };
const ANSWER = { description: 'The form.', schema: formInFullSchema, example: FORM_IN_FULL_EXAMPLE };
const { gdpr_required, heading, redirect_url, title } = FORM_EXAMPLE;
const LISTS = [3];

/** What the API document says of forms. */
export const formDocs = {
  list: {
    group: GROUP,
    description: 'Newest first, 100 a page.',
    answers: [pageAnswer('A page of forms.', formSchema, FORM_EXAMPLE, { path: '/forms' })],
  },
  create: {
    group: GROUP,
    description: 'Whoever signs up with it is added to its lists. 403 where the plan allows no more forms.',
    requestExample: { title, lists: LISTS, redirect_url, gdpr_required, heading },
    answers: [{ status: 201, ...ANSWER }],
    problems: ['forbidden', 'conflict'],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [{ status: 200, ...ANSWER }],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description: '`lists` replaces all that there were; what is not given stays.',
    params: PARAMS,
    requestExample: { title: 'News', lists: LISTS },
    answers: [{ status: 200, ...ANSWER }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Its page and its embeds say from then on that it is closed. Contacts are kept.',
    params: PARAMS,
    answers: [messageAnswer('The form is deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

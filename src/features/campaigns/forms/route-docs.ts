import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { FORM_EXAMPLE, FORM_IN_FULL_EXAMPLE, formInFullSchema, formSchema } from './present.ts';

const GROUP = 'Forms';
const PARAMS = { id: { description: 'ID of the form.', example: '4' } };
const ANSWER = { description: 'The form.', schema: formInFullSchema, example: FORM_IN_FULL_EXAMPLE };
const { gdpr_required, heading, redirect_url, title } = FORM_EXAMPLE;
const LISTS = [3];

/** What the API document says of forms. */
export const formDocs = {
  list: {
    group: GROUP,
    description: 'Returns forms, newest first, 100 per page.',
    answers: [pageAnswer('A page of forms.', formSchema, FORM_EXAMPLE, { path: '/forms' })],
  },
  create: {
    group: GROUP,
    description:
      'Creates a sign-up form. New subscribers are added to the lists of the form. Returns 403 if the plan’s form limit is reached.',
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
    description: '`lists` replaces all existing lists. Omitted fields stay unchanged.',
    params: PARAMS,
    requestExample: { title: 'News', lists: LISTS },
    answers: [{ status: 200, ...ANSWER }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description:
      'Deletes a form. Its sign-up page and embedded forms then show that the form is closed. Contacts are kept.',
    params: PARAMS,
    answers: [messageAnswer('The form was deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

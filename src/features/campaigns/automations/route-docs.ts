import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { automationInFullSchema, automationSchema, EXAMPLES, itemSchema } from './automation-schema.ts';

const GROUP = 'Automations';
const PARAMS = { id: { description: 'Number of the automation.', example: '4' } };
const EMAIL_PARAMS = { id: { description: 'Number of the mail, as in `automation_items`.', example: '12' } };
const NEW = { ...EXAMPLES.changed, active: false, entered_count: 0, finished_count: 0, left_count: 0 };

/** What the API document says of automations. */
export const automationDocs = {
  list: {
    group: GROUP,
    description: 'Newest first, with their mails; the contents of these are left out here.',
    answers: [pageAnswer('A page of automations.', automationSchema, EXAMPLES.automation, { path: '/automations' })],
  },
  create: {
    group: GROUP,
    description:
      'Mails that contacts get one after another: from when they are added to a list, or open a campaign, or follow a link of ' +
      'it. Who is in the list already does not enter. It begins without mails, and inactive unless it is said.',
    requestExample: { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: 3 },
    answers: [
      {
        status: 201,
        description: 'The automation.',
        schema: automationSchema,
        example: NEW,
      },
    ],
    problems: ['conflict'],
  },
  read: {
    group: GROUP,
    description: 'With its mails, their contents, and what became of them.',
    params: PARAMS,
    answers: [
      { status: 200, description: 'The automation.', schema: automationInFullSchema, example: EXAMPLES.inFull },
    ],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description:
      'With `active` false nobody enters and nothing is sent; who is in it stays. With `active` true it goes on, and what became ' +
      'due meanwhile is sent at once. With another trigger, contacts that are through may enter once more, and are sent ' +
      'nothing twice.',
    params: PARAMS,
    requestExample: { active: true },
    answers: [{ status: 200, description: 'The automation.', schema: automationSchema, example: EXAMPLES.changed }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Nothing of it is sent any more. What became of what was sent stays.',
    params: PARAMS,
    answers: [messageAnswer('The automation is deleted.')],
    problems: ['forbidden'],
  },
  addEmail: {
    group: GROUP,
    description:
      'A mail behind the others, or at a place. Contacts that are through are not sent it, nor those that wait for a mail ' +
      'behind it. What can be seen of its content at once is refused at once; the sender may be verified later.',
    params: PARAMS,
    requestExample: { ...EXAMPLES.content, delay_hours: 24 },
    answers: [{ status: 201, description: 'The mail.', schema: itemSchema, example: EXAMPLES.item }],
    problems: ['forbidden', 'conflict'],
  },
  updateEmail: {
    group: GROUP,
    description: 'The content is what is sent from then on; another delay is also that of contacts that wait for it.',
    params: EMAIL_PARAMS,
    requestExample: { delay_hours: 48, send_order: 2 },
    answers: [{ status: 200, description: 'The mail.', schema: itemSchema, example: EXAMPLES.item }],
    problems: ['forbidden'],
  },
  removeEmail: {
    group: GROUP,
    description: 'Contacts that wait for it go on to the next. What became of what was sent stays.',
    params: EMAIL_PARAMS,
    answers: [messageAnswer('The mail is removed.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

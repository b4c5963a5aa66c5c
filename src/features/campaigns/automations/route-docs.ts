import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { automationInFullSchema, automationSchema, EXAMPLES, itemSchema } from './automation-schema.ts';

const GROUP = 'Automations';
const PARAMS = { id: { description: 'ID of the automation.', example: '4' } };
const EMAIL_PARAMS = { id: { description: 'ID of the email, as in `automation_items`.', example: '12' } };
const NEW = { ...EXAMPLES.changed, active: false, entered_count: 0, finished_count: 0, left_count: 0 };

/** What the API document says of automations. */
export const automationDocs = {
  list: {
    group: GROUP,
    description: 'Returns automations, newest first, with their emails but without the email content.',
    answers: [pageAnswer('A page of automations.', automationSchema, EXAMPLES.automation, { path: '/automations' })],
  },
  create: {
    group: GROUP,
    description:
      'An automation sends a series of emails to contacts when they are added to a list, or open or click a campaign. ' +
      'Contacts that are already in the list do not enter the automation. A new automation has no emails and is inactive by default.',
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
    description: 'Returns the automation with its emails, their content and their results.',
    params: PARAMS,
    answers: [
      { status: 200, description: 'The automation.', schema: automationInFullSchema, example: EXAMPLES.inFull },
    ],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description:
      'While `active` is false, no contacts enter the automation and no emails are sent. Contacts in the automation stay in it. When ' +
      '`active` becomes true, overdue emails are sent immediately. After the trigger changes, contacts that have finished the ' +
      'automation can enter it again, but they are not sent the same email twice.',
    params: PARAMS,
    requestExample: { active: true },
    answers: [{ status: 200, description: 'The automation.', schema: automationSchema, example: EXAMPLES.changed }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Deletes the automation. No more of its emails are sent. The results of sent emails are kept.',
    params: PARAMS,
    answers: [messageAnswer('The automation was deleted.')],
    problems: ['forbidden'],
  },
  addEmail: {
    group: GROUP,
    description:
      'Appends an email, or inserts it at a position. Contacts that have finished the automation or are waiting for a later email do not ' +
      'receive the new email. Content with errors is rejected. You can verify the sender domain later.',
    params: PARAMS,
    requestExample: { ...EXAMPLES.content, delay_hours: 24 },
    answers: [{ status: 201, description: 'The email.', schema: itemSchema, example: EXAMPLES.item }],
    problems: ['forbidden', 'conflict'],
  },
  updateEmail: {
    group: GROUP,
    description:
      'New content applies to all emails sent after the change. A new delay also applies to contacts that are already waiting.',
    params: EMAIL_PARAMS,
    requestExample: { delay_hours: 48, send_order: 2 },
    answers: [{ status: 200, description: 'The email.', schema: itemSchema, example: EXAMPLES.item }],
    problems: ['forbidden'],
  },
  removeEmail: {
    group: GROUP,
    description:
      'Contacts that are waiting for the email continue with the next email. The results of sent emails are kept.',
    params: EMAIL_PARAMS,
    answers: [messageAnswer('The email was removed.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { EXAMPLES, itemSchema } from './automation-schema.ts';
import { DRAFT_EXAMPLE, draftSchema } from './draft-show.ts';
import { FLOW_EXAMPLE, flowSchema } from './flow-show.ts';
import { MATCHING_CONTACTS_EXAMPLE, matchingContactsSchema } from './matching-contacts.ts';
import { VERSION_EXAMPLE, versionSchema } from './versions.ts';
import { TEST_RUN_EXAMPLE, testRunSchema } from './test-run.ts';
import { STEP_CONTACT_EXAMPLE, stepContactSchema } from './step-contacts.ts';

const GROUP = 'Automations';
const PARAMS = { id: { description: 'ID of the automation.', example: '4' } };
const EMAIL_PARAMS = { id: { description: 'ID of the email, as in `automation_items`.', example: '12' } };

/** API documentation of the routes for an automation's steps, versions, contacts, and emails. */
export const automationDocs = {
  getFlow: {
    group: GROUP,
    isAddition: true,
    description: 'Returns all steps of the automation, including its emails, in order.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The steps.', schema: flowSchema, example: FLOW_EXAMPLE }],
    problems: ['forbidden'],
  },
  replaceFlow: {
    group: GROUP,
    isAddition: true,
    description:
      'Replaces the steps of the automation in one transaction. Steps with an `id` keep their contacts. Contacts at a removed step continue with the next remaining step. The request must contain each email of the automation exactly once, with its `id`. To add or remove emails, use separate requests.',
    params: PARAMS,
    requestExample: {
      steps: [
        { type: 'email', id: 12 },
        { type: 'wait', event: 'order.placed', timeout_minutes: 4_320 },
        { type: 'condition', event: 'order.placed', yes: [{ type: 'exit' }], no: [{ type: 'email', id: 13 }] },
      ],
    },
    answers: [{ status: 200, description: 'The steps.', schema: flowSchema, example: FLOW_EXAMPLE }],
    problems: ['forbidden'],
  },
  versions: {
    group: GROUP,
    isAddition: true,
    description: 'Returns earlier versions of the steps, newest first. The latest 50 versions are kept.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The versions.',
        schema: Type.Object({ data: Type.Array(versionSchema) }),
        example: { data: [VERSION_EXAMPLE] },
      },
    ],
    problems: ['forbidden'],
  },
  restoreVersion: {
    group: GROUP,
    isAddition: true,
    description:
      'Creates a draft with the steps of an earlier version, or replaces the steps of the draft. The published steps do not change until you publish the draft. Emails that have since been removed are omitted, and emails that the version does not contain are placed at the end.',
    params: { ...PARAMS, version_id: { description: 'ID of the version.', example: '3' } },
    answers: [{ status: 200, description: 'The draft.', schema: draftSchema, example: DRAFT_EXAMPLE }],
    problems: ['forbidden', 'conflict', 'validation_error'],
  },
  testRun: {
    group: GROUP,
    isAddition: true,
    description:
      'Returns the steps, with their times, that a contact would go through if it entered the automation now. Nothing is sent or changed. Filters are applied to the contact’s current data.',
    params: PARAMS,
    requestExample: { contact_id: 21, properties: { order_total: 120 }, events: ['order.placed'] },
    answers: [{ status: 200, description: 'The steps.', schema: testRunSchema, example: TEST_RUN_EXAMPLE }],
    problems: ['forbidden'],
  },
  matchingContacts: {
    group: GROUP,
    isAddition: true,
    description:
      'Returns the number of contacts that currently match a trigger. Contacts that already match a trigger when the automation becomes active do not enter the automation. Counting can be slow for large accounts.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The number of contacts.',
        schema: matchingContactsSchema,
        example: MATCHING_CONTACTS_EXAMPLE,
      },
    ],
    problems: ['forbidden', 'validation_error'],
  },
  stepContacts: {
    group: GROUP,
    isAddition: true,
    description:
      'Returns the contacts that are currently at a step, ordered by the time at which they complete the step.',
    params: { ...PARAMS, step_id: { description: 'ID of the step in the automation’s flow.', example: '14' } },
    answers: [
      pageAnswer('A page of contacts.', stepContactSchema, STEP_CONTACT_EXAMPLE, {
        path: '/automations/4/steps/14/contacts',
      }),
    ],
    problems: ['forbidden'],
  },
  addEmail: {
    group: GROUP,
    description:
      'Appends an email, or inserts the email at a given position. Contacts that have finished the automation or are waiting for a later email do not receive the new email. Content with errors is rejected. You can verify the sender domain later.',
    params: PARAMS,
    requestExample: { ...EXAMPLES.content, delay_hours: 24 },
    answers: [{ status: 201, description: 'The email.', schema: itemSchema, example: EXAMPLES.item }],
    problems: ['forbidden', 'conflict'],
  },
  updateEmail: {
    group: GROUP,
    description:
      'New content applies to all emails sent after the change. A new delay applies even to contacts that are already waiting.',
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
    problems: ['forbidden', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { belongingsSchema, CONTENTS_EXAMPLE, contentsSchema } from './present.ts';

const ACCOUNT = 'Dashboard: account';
const ME = 'Dashboard: profile';
const TIME = '2026-11-29T08:15:00.000Z';

/** API documentation for the routes that delete the current account or the signed-in user. */
export const deletionDocs = {
  contents: {
    group: ACCOUNT,
    answers: [
      {
        status: 200,
        description: 'The account, with counts of the data that would be deleted.',
        schema: contentsSchema,
        example: CONTENTS_EXAMPLE,
      },
    ],
    problems: ['not_found'],
  },
  close: {
    group: ACCOUNT,
    description:
      'All access to the account ends within a second. Accepted emails are still sent. The data is removed after the grace period. Until ' +
      'then, the operator can restore the account. Owners are notified by email.',
    requestExample: { name: 'Acme' },
    answers: [
      {
        status: 200,
        description: 'The account was deleted.',
        schema: Type.Object({ message: Type.String(), data_goes_at: Type.String({ format: 'date-time' }) }),
        example: { message: 'The account was deleted.', data_goes_at: TIME },
      },
    ],
    problems: ['validation_error', 'conflict', 'forbidden', 'sign_in_failed', 'rate_limit_exceeded'],
  },
  belongings: {
    group: ME,
    answers: [
      {
        status: 200,
        description: 'The accounts that the user belongs to.',
        schema: belongingsSchema,
        example: {
          accounts: [{ id: 7, name: 'Acme', role: 'owner', others: 3, hinders: true, may_be_deleted: true }],
        },
      },
    ],
  },
  deleteMe: {
    group: ME,
    description:
      'The deletion takes effect immediately and cannot be undone. Returns `conflict` if the user is the only owner of an ' +
      'account. API keys that the user created keep working, and the other owners receive a list of them by email.',
    requestExample: { email: 'ada@acme.example' },
    answers: [
      {
        status: 200,
        description: 'Your user account was deleted.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'Your user account was deleted.' },
      },
    ],
    problems: ['validation_error', 'conflict', 'forbidden', 'sign_in_failed', 'rate_limit_exceeded'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { belongingsSchema, CONTENTS_EXAMPLE, contentsSchema } from './present.ts';

const ACCOUNT = 'Dashboard: account';
const ME = 'Dashboard: own person';
const TIME = '2026-11-29T08:15:00.000Z';

/** What the API document says of deleting one's account and oneself. */
export const deletionDocs = {
  contents: {
    group: ACCOUNT,
    answers: [{ status: 200, description: 'What goes.', schema: contentsSchema, example: CONTENTS_EXAMPLE }],
    problems: ['not_found'],
  },
  close: {
    group: ACCOUNT,
    description:
      'Within a second nobody is let into the account any more. Mail that was accepted goes out; after the grace the data ' +
      'goes. Owners are told by mail. Until the data goes the operator can restore the account.',
    requestExample: { name: 'Acme' },
    answers: [
      {
        status: 200,
        description: 'The account is deleted.',
        schema: Type.Object({ message: Type.String(), data_goes_at: Type.String({ format: 'date-time' }) }),
        example: { message: 'The account is deleted.', data_goes_at: TIME },
      },
    ],
    problems: ['validation_error', 'conflict', 'forbidden', 'sign_in_failed', 'rate_limit_exceeded'],
  },
  belongings: {
    group: ME,
    answers: [
      {
        status: 200,
        description: 'The accounts of the person.',
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
      'At once and for good. Refused with conflict while the person is the only owner of an account. API keys that they ' +
      'made stay, and the other owners are told which.',
    requestExample: { email: 'ada@acme.example' },
    answers: [
      {
        status: 200,
        description: 'Done.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'You are deleted.' },
      },
    ],
    problems: ['validation_error', 'conflict', 'forbidden', 'sign_in_failed', 'rate_limit_exceeded'],
  },
} satisfies Record<string, RouteDoc>;

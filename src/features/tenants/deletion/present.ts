import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { MAX_COUNTED, type AccountContents } from './account.ts';
import type { BelongingRow } from './person-queries.ts';

const TIME = Type.String({ format: 'date-time' });
const COUNT = Type.Integer();

/** Schema of an account's contents in the API reference. */
export const contentsSchema = Type.Object(
  {
    id: COUNT,
    name: Type.String(),
    email: Type.String(),
    messages: Type.Integer({ description: `Number of messages. Counting stops at ${MAX_COUNTED}.` }),
    waiting: Type.Integer({
      description: 'Number of emails in the queue. These emails are sent before the data is removed.',
    }),
    keys: COUNT,
    domains: COUNT,
    members: COUNT,
    grace_days: Type.Integer({ description: 'Number of days between the deletion and the removal of the data.' }),
    deletion: Type.Union(
      [
        Type.Object({
          asked_at: TIME,
          data_goes_at: TIME,
          may_be_restored: Type.Boolean(),
          failed: Type.Union([Type.String(), Type.Null()], {
            description: 'Why the last attempt to remove the data failed. Postrider retries the removal automatically.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The state of the deletion. Null unless the account is deleted.' },
    ),
  },
  { $id: 'AccountContents' },
);

/** Example of an account's contents for the API reference. */
export const CONTENTS_EXAMPLE = {
  id: 7,
  name: 'Acme',
  email: 'mail@acme.example',
  messages: 2100,
  waiting: 3,
  keys: 2,
  domains: 1,
  members: 4,
  grace_days: 7,
  deletion: null,
};

/** Converts the contents of an account to the API response. */
export function presentContents(
  { account, deletion, ...counts }: AccountContents,
  graceDays: number,
): AnswerOf<typeof contentsSchema> {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    messages: counts.messages,
    waiting: counts.waiting,
    keys: counts.keys,
    domains: counts.domains,
    members: counts.members,
    grace_days: graceDays,
    deletion: deletion
      ? {
          asked_at: deletion.asked_at.toISOString(),
          data_goes_at: deletion.due_at.toISOString(),
          may_be_restored: deletion.begun_at === null,
          failed: deletion.failed,
        }
      : null,
  };
}

export const belongingsSchema = Type.Object(
  {
    accounts: Type.Array(
      Type.Object({
        id: COUNT,
        name: Type.String(),
        role: Type.Enum(['owner', 'admin', 'member', 'read_only']),
        others: Type.Integer({ description: 'Number of other members in the account.' }),
        hinders: Type.Boolean({
          description:
            'Whether the user is the only owner. If true, the user cannot be deleted until another member becomes an owner or the account is deleted.',
        }),
        may_be_deleted: Type.Boolean({
          description: 'Whether the account can be deleted. False for the operator’s own account.',
        }),
      }),
    ),
  },
  { $id: 'OwnAccounts' },
);

/** Converts a user's accounts to the API response. Omits accounts that are already deleted. */
export function presentBelongings(belongings: readonly BelongingRow[]): AnswerOf<typeof belongingsSchema> {
  return {
    accounts: belongings
      .filter((one) => !one.is_closed)
      .map((one) => ({
        id: one.account_id,
        name: one.name,
        role: one.role,
        others: one.others,
        hinders: one.hinders,
        may_be_deleted: !one.is_operator,
      })),
  };
}

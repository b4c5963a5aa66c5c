import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { readUsage } from './read.ts';
import { usageSchema } from './routes.ts';

/** Returns the tool `get-quota`. Its result is the same as the response of `GET /transactional/usage`. */
export function usageTools({ db }: { readonly db: Db }): Tool[] {
  return [
    tool({
      name: 'get-quota',
      title: 'Get quota',
      description: {
        purpose:
          'Shows the number of emails that this account has sent this month and today, and the number of emails that it can still send.',
        notFor:
          'Checking the delivery status of emails: use list-emails. Changing the plan: only the operator can change plans.',
        whenToUse:
          'Before you send many emails, and after an email was rejected with `monthly_quota_exceeded` or `daily_quota_exceeded`.',
        workflow: 'Each address in `to`, `cc`, and `bcc` counts as one email. If a limit is null, usage is unlimited.',
      },
      scope: 'transactional:read',
      annotations: READ_ONLY,
      input: parserOf(Type.Object({})),
      output: usageSchema,
      handle: ({ principal }) => readUsage(db, principal.accountId),
    }),
  ];
}

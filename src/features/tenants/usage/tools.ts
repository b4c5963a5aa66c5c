import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { readUsage } from './read.ts';
import { usageSchema } from './routes.ts';

/** `get-quota`: the same as `GET /transactional/usage`. */
export function usageTools({ db }: { readonly db: Db }): Tool[] {
  return [
    tool({
      name: 'get-quota',
      title: 'Read the quota',
      description: {
        purpose: 'Shows how many e-mails this account has sent this month and today, and how many it may still send.',
        notFor: 'What became of e-mails: use list-emails. Changing the plan, which only the operator can.',
        whenToUse:
          'Before many mails, and when a mail was refused with monthly_quota_exceeded or daily_quota_exceeded.',
        workflow: 'Every address in to, cc and bcc counts as one e-mail. A limit of null means that there is none.',
      },
      scope: 'transactional:read',
      annotations: READ_ONLY,
      input: parserOf(Type.Object({})),
      output: usageSchema,
      handle: ({ principal }) => readUsage(db, principal.accountId),
    }),
  ];
}

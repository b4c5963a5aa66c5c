import { Type } from 'typebox';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { findPage } from '../../../http/resource/rows.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { summaries, SUMMARY, templates } from './queries.ts';
import type { TemplateRow } from './resource.ts';
import { variablesOf } from './templates.ts';

/** Number of templates per page of a tool result. */
const PER_PAGE = 20;

/** Returns the tool with which assistants find templates. */
export function templateTools({ db }: { readonly db: Database }): Tool[] {
  return [
    tool({
      ...listDoc,
      scope: ACCOUNT_READ_SCOPES,
      annotations: READ_ONLY,
      input: parserOf(listDoc.input),
      async handle({ principal: { accountId } }, { page = 1, query }) {
        const { rows, total } = await findPage(summaries, db, accountId, { page, perPage: PER_PAGE, text: query });
        return { data: rows.map((row) => SUMMARY.present(row, { shown_variables: variablesOf(row) })), total };
      },
    }),
  ];
}

/**
 * Returns a template of the account. Throws the same error for unknown templates and for templates of other accounts.
 */
export async function templateFor(db: Db, accountId: number, id: number): Promise<TemplateRow> {
  const [found] = await templates.byId(db, accountId, id);
  if (found) return found;
  throw new Refusal('not_found', { message: `No template has the ID ${id}.`, fix: 'Get the ID from list-templates.' });
}

const listDoc = {
  name: 'list-templates',
  title: 'List templates',
  description: {
    purpose: 'Lists the account’s templates with their subjects and variables, newest first, without content.',
    notFor: 'Sending. Use draft-campaign with `template_id` to start a campaign from a template.',
    whenToUse: 'When the user mentions a template, or wants an email that looks like earlier emails.',
    workflow: 'Returns 20 templates per page.',
  },
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Page number, starting at 1.' })),
    query: Type.Optional(Type.String({ maxLength: 191, description: 'Part of the name.' })),
  }),
  output: Type.Object({ data: Type.Array(SUMMARY.schema), total: Type.Integer() }),
};

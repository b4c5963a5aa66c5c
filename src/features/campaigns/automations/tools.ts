import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { draftOf } from './draft-queries.ts';
import { findAutomations, ownAutomation } from './find.ts';
import type { AutomationParts } from './parts.ts';
import { showWithStats } from './show.ts';
import { getDoc, listDoc } from './tool-docs.ts';
import { triggersOf } from './trigger-rows.ts';

/** Number of automations per page of a tool result. */
const PER_PAGE = 20;

/** Returns the tools that assistants use to read automations. */
export function automationTools(parts: Pick<AutomationParts, 'badgesOf' | 'db'>): Tool[] {
  const reads = { scope: ACCOUNT_READ_SCOPES, annotations: READ_ONLY };
  return [
    tool({
      ...listDoc,
      ...reads,
      input: parserOf(listDoc.input),
      async handle({ principal: { accountId } }, { page = 1 }) {
        const { automations, total } = await findAutomations(parts.db, accountId, { page, perPage: PER_PAGE });
        const ids = automations.map(({ id }) => id);
        const triggers = await triggersOf(parts.db, accountId, ids);
        const data = automations.map(({ active, ended, entered, finished, id, title }) => ({
          id,
          title,
          active,
          trigger_type: triggers.get(id)?.[0]?.type ?? null,
          entered_count: entered,
          finished_count: finished,
          left_count: ended,
        }));
        return { data, total };
      },
    }),
    tool({
      ...getDoc,
      ...reads,
      input: parserOf(getDoc.input),
      async handle({ principal: { accountId } }, { id }) {
        const shown = await showWithStats(parts, accountId, await ownAutomation(parts.db, accountId, id));
        return { ...shown, has_draft: (await draftOf(parts.db, accountId, id)).length > 0 };
      },
    }),
  ];
}

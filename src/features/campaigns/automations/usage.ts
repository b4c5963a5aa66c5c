import type { ListUsage } from '../../audience/lists/index.ts';
import { automationsByList } from './queries.ts';

/** The automations that a list makes contacts enter, whether they are active or not. */
export const automationsOfList: ListUsage = async (tx, accountId, listId) =>
  (await automationsByList(tx, accountId, listId)).map(({ id, title }) => ({ type: 'automation', id, title }));

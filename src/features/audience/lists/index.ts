/** Lists of contacts. Their members are the feature contacts'. */
export { addList, findLists, keptLists, ownedLists, requireOwnList, type ListUsage } from './lists.ts';
export { presentedLists } from './present.ts';
export { LIST_EXAMPLE, listSchema } from './route-docs.ts';
export { listRoutes } from './routes.ts';

/** Lists of contacts. Their members are the feature contacts'. */
export { addList } from './lists.ts';
export { findLists } from './lists.ts';
export { keptLists } from './lists.ts';
export { ownedLists } from './lists.ts';
export { requireOwnList } from './lists.ts';
export type { ListUsage } from './lists.ts';
export { presentedLists } from './present.ts';
export { LIST_EXAMPLE } from './route-docs.ts';
export { listSchema } from './route-docs.ts';
export { listRoutes } from './routes.ts';

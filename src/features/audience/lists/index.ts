/** Lists of contacts. The contacts feature adds contacts to lists and removes them. */
export { addList } from './lists.ts';
export { findLists } from './lists.ts';
export { keptLists } from './lists.ts';
export { ownedLists } from './lists.ts';
export { requireOwnList } from './lists.ts';
export type { ListUsage } from './lists.ts';
export { presentedLists } from './lists.ts';
export { LIST } from './resource.ts';
export { listRoutes } from './routes.ts';

/**
 * Bulk actions, which add or remove a tag or list for all contacts that match a filter. The set of contacts is frozen
 * when the action starts. A resumable job then changes the contacts chunk by chunk. Assistants must preview an action
 * before they can apply it.
 */
export { applyConfirmed } from './confirm.ts';
export { preview } from './confirm.ts';
export { bulkActionSchema } from './present.ts';
export { bulkActionRoutes } from './routes.ts';
export { readBulkAction } from './routes.ts';
export { purgeBulkActions } from './run.ts';
export { startBulkActions } from './run.ts';
export { bulkActionRequest } from './schema.ts';

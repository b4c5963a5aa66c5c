/**
 * Bulk actions: add a tag or list to all contacts that match a filter, or remove it. The set of contacts is frozen when
 * the action starts. A resumable job then changes them chunk by chunk. Assistants can only apply actions that were
 * previewed and that a person confirmed.
 */
export { applyConfirmed } from './confirm.ts';
export { preview } from './confirm.ts';
export { bulkActionSchema } from './present.ts';
export { bulkActionRoutes } from './routes.ts';
export { readBulkAction } from './routes.ts';
export { purgeBulkActions } from './run.ts';
export { startBulkActions } from './run.ts';
export { bulkActionRequest } from './schema.ts';

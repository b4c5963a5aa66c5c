/**
 * Bulk actions: a tag or a list for all contacts that a filter matches. They are frozen when the action begins, then changed
 * chunk by chunk by a job that goes on where it was. Assistants apply what a preview said and a person agreed to.
 */
export { applyConfirmed } from './confirm.ts';
export { preview } from './confirm.ts';
export { bulkActionSchema } from './present.ts';
export { bulkActionRoutes } from './routes.ts';
export { readBulkAction } from './routes.ts';
export { purgeBulkActions } from './run.ts';
export { startBulkActions } from './run.ts';
export { bulkActionRequest } from './schema.ts';

import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { BulkActionRow } from './queries.ts';

/** A bulk action as returned by the API. */
export type PresentedBulkAction = AnswerOf<typeof bulkActionSchema>;

/** Formats a bulk action for the API. Pure. */
export function presentBulkAction(row: BulkActionRow): PresentedBulkAction {
  return {
    id: row.id,
    status: row.status,
    action: row.action,
    target_id: row.target_id,
    dry_run: row.dry_run,
    filter: row.sentence,
    matched_count: row.matched_count,
    processed_count: row.processed_count,
    error: row.error,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    progress_id: presentId('job', row.progress_id),
  };
}

const TIME_OR_NULL = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const bulkActionSchema = Type.Object(
  {
    id: Type.Integer(),
    status: Type.Enum(['pending', 'processing', 'completed', 'failed']),
    action: Type.Enum(['apply_tag', 'remove_tag', 'add_to_list', 'remove_from_list']),
    target_id: Type.Integer({ description: 'ID of the tag or list.' }),
    dry_run: Type.Boolean(),
    filter: Type.String({ description: 'Human-readable description of the filter.' }),
    matched_count: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until the contacts are counted.' }),
    processed_count: Type.Integer({
      description: 'Number of contacts processed so far. Equals `matched_count` when the action is completed.',
    }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the action failed.' }),
    started_at: TIME_OR_NULL,
    completed_at: TIME_OR_NULL,
    progress_id: Type.String({
      description: 'Postrider extension. Identifies the `progress` events of this action in the live stream.',
    }),
  },
  { $id: 'ContactBulkAction' },
);

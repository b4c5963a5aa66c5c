import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { SuppressionRow } from './queries.ts';
import type { entrySchema } from './route-docs.ts';

/** An entry as shown by the API and the CLI. */
export type Suppression = AnswerOf<typeof entrySchema>;

export function presentSuppression(row: SuppressionRow): Suppression {
  return {
    address: row.address,
    reason: row.reason,
    detail: row.detail,
    message_id: row.message_id && presentId('tm', row.message_id),
    created_at: row.created_at.toISOString(),
  };
}

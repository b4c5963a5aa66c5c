import { presentId } from '../../../base/ids.ts';
import type { SuppressionRow } from './queries.ts';

/** An entry as API and command line show it. */
export interface Suppression {
  readonly address: string;
  readonly reason: SuppressionRow['reason'];
  readonly detail: string | null;
  /** The message that caused it. */
  readonly message_id: string | null;
  readonly created_at: string;
}

/** The entry behind a row. */
export function presentSuppression(row: SuppressionRow): Suppression {
  return {
    address: row.address,
    reason: row.reason,
    detail: row.detail,
    message_id: row.message_id && presentId('tm', row.message_id),
    created_at: row.created_at.toISOString(),
  };
}

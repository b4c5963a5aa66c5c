import type { Tx } from '../../../base/db.ts';
import type { withoutAddress } from '../../transactional/messages/index.ts';

/** Properties of a message, except the sender, subject, tag and bodies. */
export type MessageSummary = Parameters<typeof withoutAddress>[0]['head'];

export interface Task {
  readonly address: string;
  readonly contact_id: number | null;
  readonly created_at: Date;
  /** Whether the erasure waits for work in progress to end. False once the maximum waiting time is over. */
  readonly is_patient: boolean;
  /** Key of the last processed row, for steps that scan a table. */
  readonly place: readonly string[] | null;
  readonly accountId: number;
  /**
   * Only messages with lower IDs are erased, because they were accepted before the request. Later messages were sent to
   * a person who signed up again.
   */
  readonly beforeId: string;
}

/** Result of processing a batch of an erasure step. */
export interface Piece {
  readonly erased: number;
  /** Key of the row after which the step continues. Null if the step is complete. */
  readonly place: readonly string[] | null;
  /** Reason why the step is not complete, as a sentence. The step is retried later. */
  readonly waitsFor?: string;
}

/**
 * A step that erases one kind of data. Each batch and the record of its progress are committed in one transaction. A
 * batch may run twice.
 */
export interface Step {
  /** Name of the step in `DATA_MAP`. */
  readonly name: string;
  readonly run: (tx: Tx, task: Task) => Promise<Piece>;
}

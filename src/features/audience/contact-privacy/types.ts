import type { Tx } from '../../../base/db.ts';
import type { withoutAddress } from '../../transactional/messages/index.ts';

/** Properties of a requested message besides sender, subject, tag and bodies. */
export type MessageHead = Parameters<typeof withoutAddress>[0]['head'];

/** A requested erasure. */
export interface Task {
  readonly address: string;
  readonly contact_id: number | null;
  readonly created_at: Date;
  /** Whether the erasure still waits for work in progress. */
  readonly is_patient: boolean;
  /** Current place of the step. */
  readonly place: readonly string[] | null;
  readonly accountId: number;
  /**
   * Messages with smaller IDs were accepted before the erasure was requested; later ones were sent to a person who came
   * back.
   */
  readonly beforeId: string;
}

/** Result of a batch. */
export interface Piece {
  readonly erased: number;
  /** Place where the step continues; null if the step is complete. */
  readonly place: readonly string[] | null;
  /** Work that must end first; the step is retried later. */
  readonly waitsFor?: string;
}

/** Erases one kind of data. Each batch runs in one transaction with the record of its progress, and may run twice. */
export interface Step {
  /** Name in `DATA_MAP`. */
  readonly name: string;
  readonly run: (tx: Tx, task: Task) => Promise<Piece>;
}

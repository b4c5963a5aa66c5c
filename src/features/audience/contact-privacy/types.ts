import type { Tx } from '../../../base/db.ts';
import type { withoutAddress } from '../../transactional/messages/index.ts';

/** What a request said of a message beyond sender, subject, tag and bodies. */
export type MessageHead = Parameters<typeof withoutAddress>[0]['head'];

/** What is to be erased. */
export interface Task {
  readonly address: string;
  readonly contact_id: number | null;
  readonly created_at: Date;
  /** Whether what is under way is still waited for. */
  readonly is_patient: boolean;
  /** Where the step is. */
  readonly place: readonly string[] | null;
  readonly accountId: number;
  /** Messages below it were accepted before the erasure was asked for; others are new ones to somebody who came back. */
  readonly beforeId: string;
}

/** What became of a piece of a step. */
export interface Piece {
  readonly erased: number;
  /** Where the step goes on; null: it is done. */
  readonly place: readonly string[] | null;
  /** What has to end first; the step is looked at again later. */
  readonly waitsFor?: string;
}

/** One kind of trace. Each piece stands in one transaction with the note of it, and may be done twice. */
export interface Step {
  /** As `DATA_MAP` names it. */
  readonly name: string;
  readonly run: (tx: Tx, task: Task) => Promise<Piece>;
}

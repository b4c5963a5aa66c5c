import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { PersonMail } from '../people/index.ts';

export interface DeletionParts {
  readonly db: Database;
  readonly log: Log;
  /** Days between the deletion of an account and the removal of its data. */
  readonly graceDays: number;
  /**
   * Email address of the account that sends sign-in emails. This account cannot be deleted, because the installation
   * needs it to send these emails.
   */
  readonly mailAccount: string;
  /** Queues an email within the transaction. It is sent from an account that cannot be deleted. */
  readonly sendMail: (tx: Tx, mail: PersonMail) => Promise<void>;
}

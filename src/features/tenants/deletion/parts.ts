import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { PersonMail } from '../people/index.ts';

/** Dependencies for deleting accounts and people. */
export interface DeletionParts {
  readonly db: Database;
  readonly log: Log;
  /** Days between the deletion of an account and the removal of its data. */
  readonly graceDays: number;
  /**
   * Email address of the account that sends sign-in emails. This account is required by the installation and cannot be
   * deleted.
   */
  readonly mailAccount: string;
  /** Accepts an email within the transaction. The email is sent from an account that cannot be deleted. */
  readonly sendMail: (tx: Tx, mail: PersonMail) => Promise<void>;
}

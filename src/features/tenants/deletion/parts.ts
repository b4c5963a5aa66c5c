import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { PersonMail } from '../people/index.ts';

/** What deleting accounts and people needs. */
export interface DeletionParts {
  readonly db: Database;
  readonly log: Log;
  /** Days from the deletion of an account until its data goes. */
  readonly graceDays: number;
  /** Address of the account that mails about signing in stand in: it belongs to the installation. */
  readonly mailAccount: string;
  /** Accepts a mail within the transaction, in no account that can be deleted. */
  readonly sendMail: (tx: Tx, mail: PersonMail) => Promise<void>;
}

import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Doer } from '../accounts/index.ts';
import type { Cookies } from './cookies.ts';
import type { Engine } from './engine.ts';

/** A mail to a person. Its text may hold a link that is as good as a password. */
export interface PersonMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What pages are told of the installation. */
export interface InstallationFacts {
  readonly sandboxDomain: string;
  readonly delivery: string;
  readonly version: string;
}

/** What signing in is done with. */
export interface PeopleParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cookies: Cookies;
  readonly engine: Engine;
  readonly baseUrl: () => string;
  readonly facts: InstallationFacts;
  /** Accepts a mail within the transaction, where no member of an account can read it. */
  readonly sendMail: (tx: Tx, mail: PersonMail) => Promise<void>;
  /** Ends what a person allowed to clients, in all accounts; gives how many grants they were. */
  readonly endGrants: (tx: Tx, person: Doer) => Promise<number>;
  /** Runs what nobody waits for, and logs what goes wrong; the process ends after it. */
  readonly later: (what: string, work: () => Promise<void>) => void;
}

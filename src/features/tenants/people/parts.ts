import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { MailName } from '../../../mail/languages/catalog.ts';
import type { Doer } from '../accounts/index.ts';
import type { Cookies } from './cookies.ts';
import type { Engine } from './engine.ts';

/** An email to a user, in their language. Its text may contain a link that is as sensitive as a password. */
export interface PersonMail {
  readonly to: string;
  readonly name: MailName;
  readonly values: Readonly<Record<string, string | number>>;
  /** The account whose language is used if the language of the user is unknown. */
  readonly accountId?: number;
  /** The user's email address, if it differs from `to`. */
  readonly signsInWith?: string;
}

/** Data about the installation that the dashboard shows. */
export interface InstallationFacts {
  readonly sandboxDomain: string;
  readonly delivery: string;
  readonly version: string;
}

export interface PeopleParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cookies: Cookies;
  readonly engine: Engine;
  readonly baseUrl: () => string;
  readonly facts: InstallationFacts;
  /**
   * Queues an email within the transaction. The email belongs to a separate account without members, so that no one
   * else can read it.
   */
  readonly sendMail: (tx: Tx, mail: PersonMail) => Promise<void>;
  /** Revokes a user's grants in all accounts. Returns the number of revoked grants. */
  readonly endGrants: (tx: Tx, person: Doer) => Promise<number>;
  /** Runs work in the background and logs errors. Before the process exits, it waits for the work to end. */
  readonly later: (what: string, work: () => Promise<void>) => void;
}

import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { MailingMaker } from '../../sending/mailings/index.ts';
import type { SendParts } from '../../transactional/messages/index.ts';

/** What takes mail in that comes by another vendor's API. */
export interface VendorParts extends SendParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly makeMailing: MailingMaker;
  /** Rejects with service_unavailable while the installation takes no new mail; single messages ask their acceptor. */
  readonly requireOpen: () => Promise<void>;
  /** What links in mails of an account's domain begin with, without a slash at the end. */
  readonly trackingBaseOf: (accountId: number, domain: string) => Promise<string>;
}

/** The answer to a request that was accepted. */
export interface VendorAccepted {
  /** A UUID; of a request that was repeated that of the first. */
  readonly id: string;
  /** Recipients of a single message who are on the suppression list, as the request wrote them: nothing is sent to them. */
  readonly suppressed?: readonly string[];
}

import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import type { MailingMaker } from '../../sending/mailings/index.ts';
import type { UnsubscribeLinks } from '../unsubscribes/index.ts';
import type { SendParts } from '../../transactional/messages/index.ts';
import type { SuppressedBy } from './types.ts';

/** Dependencies of the code that accepts messages from other vendors' APIs. */
export interface VendorParts extends SendParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Runs expensive HTML processing, which takes up to a second for large emails. */
  readonly html: Pick<HtmlWork, 'run'>;
  readonly makeMailing: MailingMaker;
  /**
   * Rejects with service_unavailable while the installation accepts no new messages. Single messages are checked
   * elsewhere, when they are accepted.
   */
  readonly requireOpen: () => Promise<void>;
  readonly unsubscribeLinks: UnsubscribeLinks;
  /** Returns the reasons why addresses of an account are suppressed, keyed by lower-case address. */
  readonly findReasons: (accountId: number, addresses: readonly string[]) => Promise<ReadonlyMap<string, SuppressedBy>>;
  /** Returns the base URL of tracked links in emails from an account's domain, without a trailing slash. */
  readonly trackingBaseOf: (accountId: number, domain: string) => Promise<string>;
}

/** Response to an accepted request. */
export interface VendorAccepted {
  /** UUID of the message. For a repeated request, the UUID from the first request. */
  readonly id: string;
  /** Suppressed recipients of a single message, as written in the request. Nothing is sent to these recipients. */
  readonly suppressed?: readonly string[];
}

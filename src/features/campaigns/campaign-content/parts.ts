import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';

/** Dependencies for building content. */
export interface ContentParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly html: HtmlWork;
  readonly vault: Vault;
  /** Base URL without a trailing slash. */
  readonly baseUrl: () => string;
  readonly senders: SenderDirectory;
  readonly sandboxDomain: string;
  /** Whether all email stays in the local inbox. */
  readonly isLocal: boolean;
  /**
   * Returns the base URL of tracked links for a sender domain, such as https://click.example.com. Returns undefined if
   * the base URL of the installation is used.
   */
  readonly trackingBase: (accountId: number, domain: string) => Promise<string | undefined>;
  /**
   * Returns the host of the unsubscribe email addresses for a sender domain, or undefined if the installation does not
   * receive email for the domain.
   */
  readonly unsubscribeHost: (accountId: number, senderDomain: string) => Promise<string | undefined>;
}

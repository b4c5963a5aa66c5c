import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';

/** What making contents needs. */
export interface ContentParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly html: HtmlWork;
  readonly vault: Vault;
  /** Without a slash at its end. */
  readonly baseUrl: () => string;
  readonly senders: SenderDirectory;
  readonly sandboxDomain: string;
  /** Whether all mail stays in the local inbox. */
  readonly isLocal: boolean;
  /** Where links of mail from a domain are tracked, https://click.example.com; undefined: at the base address. */
  readonly trackingBase: (accountId: number, domain: string) => Promise<string | undefined>;
  /** The host of addresses that a recipient of a domain's mail unsubscribes at; undefined where mail does not come back. */
  readonly unsubscribeHost: (accountId: number, senderDomain: string) => Promise<string | undefined>;
}

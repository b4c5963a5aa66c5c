import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { MailFields } from './compose.ts';
import type { CampaignVariantRow } from './queries.ts';
import type { CampaignRow } from './resource.ts';

/**
 * Throws a `Refusal` if the content, the sender or a safeguard does not allow sending the campaign. `variants` are the
 * variants that the campaign would have, even if they are not stored yet.
 */
export type RequireSendable = (
  db: Db,
  accountId: number,
  campaign: CampaignRow,
  variants: readonly CampaignVariantRow[],
) => Promise<void>;

/** Dependencies for creating and scheduling campaigns. The module that sends campaigns provides the callbacks. */
export interface CampaignParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly requireSendable: RequireSendable;
  /** Throws if the content cannot be sent. Called before a change to the content of a paused campaign. */
  readonly requireContent: (db: Db, accountId: number, campaign: CampaignRow) => Promise<void>;
  /**
   * Throws if the text of the confirmation email cannot be sent. Called before the email is changed, because the
   * changed email is sent automatically.
   */
  readonly requireText: (db: Db, accountId: number, campaign: CampaignRow) => Promise<void>;
  /** Throws if the content cannot be parsed. Called whenever an email that is sent automatically is stored. */
  readonly requireReadable: (db: Db, accountId: number, mail: MailFields) => Promise<void>;
  /**
   * Called after a change to a confirmation or automation email, because an email that could not be sent may now be
   * valid.
   */
  readonly onMailChanged: (tx: Tx, accountId: number, campaignId: number) => Promise<void>;
  /** Returns additional badges by campaign ID. Campaigns without badges are left out. */
  readonly badgesOf: (
    db: Db,
    accountId: number,
    campaignIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly string[]>>;
}

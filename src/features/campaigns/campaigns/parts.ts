import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { MailFields } from './compose.ts';
import type { CampaignVariantRow } from './queries.ts';
import type { CampaignRow } from './resource.ts';

/**
 * Refuses a campaign that may not be sent as it is: its content, its sender, a gate. Throws the Refusal. The variants are
 * those that the campaign would have, which may not be written yet.
 */
export type RequireSendable = (
  db: Db,
  accountId: number,
  campaign: CampaignRow,
  variants: readonly CampaignVariantRow[],
) => Promise<void>;

/** What making and scheduling campaigns needs; who sends them stands behind and is given. */
export interface CampaignParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly requireSendable: RequireSendable;
  /** Refuses a content that cannot be sent: asked of a campaign that is paused, before it changes for what is unsent. */
  readonly requireContent: (db: Db, accountId: number, campaign: CampaignRow) => Promise<void>;
  /** Refuses what is written of the mail that asks to confirm, which goes out by itself from then on. */
  readonly requireText: (db: Db, accountId: number, campaign: CampaignRow) => Promise<void>;
  /** Refuses a content that cannot be read: of mails that people do not send themselves, whenever it is written. */
  readonly requireReadable: (db: Db, accountId: number, mail: MailFields) => Promise<void>;
  /** Told of a mail that is no campaign proper when it was changed: what could not be sent may be sent now. */
  readonly onMailChanged: (tx: Tx, accountId: number, campaignId: number) => Promise<void>;
  /** What else is to be known of campaigns, in a word each: of those that have any. */
  readonly badgesOf: (
    db: Db,
    accountId: number,
    campaignIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly string[]>>;
}

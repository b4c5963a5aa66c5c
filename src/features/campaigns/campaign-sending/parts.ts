import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import type { MailingContent, MailingMaker, NewRecipient } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import type { CampaignCounts } from './wave-queries.ts';

/** The frozen content of an email, and the names of the values that the content needs for each recipient. */
export interface FrozenContent {
  readonly template: MailingContent;
  readonly slots: readonly string[];
}

/** Builds the content and the recipients of campaigns. */
export interface SendingContents {
  /** Freezes the current content of a variant. Throws a `Refusal` for errors in the content. */
  freeze(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    variant: number,
    sender: SenderFacts,
  ): Promise<FrozenContent>;
  /** Returns the sender data for `freeze`. Must not be called within a transaction. */
  senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
  /** Returns contacts as recipients in the order of their IDs, without deleted contacts. */
  recipients(
    tx: Tx,
    accountId: number,
    contactIds: readonly number[],
    slots: readonly string[],
  ): Promise<readonly NewRecipient[]>;
}

/** Restrictions on a campaign that has passed the safeguards. */
export interface Passage {
  /** Number of contacts that receive the campaign first, and the delay before the other contacts receive it. */
  readonly firstWave?: { readonly contacts: number; readonly waitMs: number };
  readonly engagedOnly: boolean;
}

/** Decision on whether a campaign continues, based on its results. */
export type Verdict = { readonly verdict: 'go_on' } | { readonly verdict: 'stop'; readonly reason: string };

/** The safeguards that can hold a campaign. */
export interface SendingSafeguards {
  /** Throws the `Refusal` of the safeguard that holds the campaign. Must not be called within a transaction. */
  requireSendable(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /** Admits a campaign with this number of recipients. Throws the same errors as `requireSendable`. */
  plan(tx: Tx, accountId: number, campaign: CampaignRow, audience: number): Promise<Passage>;
  /**
   * Corrects the number of messages that are charged for a campaign. The correct number is the number of recipients or,
   * if the campaign ended early, the number of messages that were sent. With 0 messages, the campaign counts as never
   * admitted. Throws the same errors as `requireSendable`.
   */
  settle(tx: Tx, accountId: number, campaignId: number, mails: number): Promise<void>;
  /** Decides from the results whether the campaign continues. */
  judge(tx: Tx, accountId: number, campaign: CampaignRow, counts: readonly CampaignCounts[]): Promise<Verdict>;
}

export interface SendingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly contents: SendingContents;
  readonly safeguards: SendingSafeguards;
  readonly filterParts: FilterParts;
  readonly makeMailing: MailingMaker;
  /** Tests use lower values for `leaseSeconds` and the settings below. */
  readonly leaseSeconds: number;
  readonly retrySeconds?: number | undefined;
  /** Seconds between checks of a campaign that is being sent. */
  readonly pollSeconds?: number | undefined;
  readonly pageContacts?: number | undefined;
}

import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import type { MailingContent, MailingMaker, NewRecipient } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import type { CampaignCounts } from './wave-queries.ts';

/** A mail as it is frozen, and the names of the values that each recipient needs for it. */
export interface FrozenContent {
  readonly template: MailingContent;
  readonly slots: readonly string[];
}

/** What a campaign is made of. */
export interface SendingContents {
  /** The mail of a variant as it stands. Throws the Refusal that says what is wrong with it. */
  freeze(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    variant: number,
    sender: SenderFacts,
  ): Promise<FrozenContent>;
  /** What is known of its sender, for `freeze`. Never within a transaction. */
  senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
  /** Contacts as recipients, in order, known by their ids; those that are gone are left out. */
  recipients(
    tx: Tx,
    accountId: number,
    contactIds: readonly number[],
    slots: readonly string[],
  ): Promise<readonly NewRecipient[]>;
}

/** Whom a campaign goes to first, and for how long it is then waited. */
interface FirstWave {
  readonly contacts: number;
  readonly waitMs: number;
}

/** What holds campaigns back. */
export interface SendingGates {
  /** Throws the Refusal of the gate that is shut. Never within a transaction. */
  requireSendable(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /** Lets a campaign through that goes to so many, and says how. */
  plan(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    audience: number,
  ): Promise<{ readonly firstWave?: FirstWave; readonly engagedOnly: boolean }>;
  /** Told how many mails it comes to: those that are frozen, those that were sent when it ended early, none. */
  settle(tx: Tx, accountId: number, campaignId: number, mails: number): Promise<void>;
  /** Whether it goes on by its figures. */
  judge(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    counts: readonly CampaignCounts[],
  ): Promise<{ readonly verdict: 'go_on' } | { readonly verdict: 'stop'; readonly reason: string }>;
}

/** What campaigns are sent with. */
export interface SendingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly contents: SendingContents;
  readonly gates: SendingGates;
  readonly filterParts: FilterParts;
  readonly makeMailing: MailingMaker;
  /** Shorter for tests, as all that follow. */
  readonly leaseSeconds: number;
  readonly retrySeconds?: number | undefined;
  readonly lookSeconds?: number | undefined;
  readonly pageContacts?: number | undefined;
}

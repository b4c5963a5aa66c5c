import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import type { MailingContent, MailingMaker, NewRecipient } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import type { CampaignCounts } from './wave-queries.ts';

/** A frozen email, and the names of the values that each recipient needs for it. */
export interface FrozenContent {
  readonly template: MailingContent;
  readonly slots: readonly string[];
}

/** Content and recipients of campaigns. */
export interface SendingContents {
  /** The email of a variant as it is now. Throws the Refusal that names its errors. */
  freeze(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    variant: number,
    sender: SenderFacts,
  ): Promise<FrozenContent>;
  /** The facts about the sender, for `freeze`. Never within a transaction. */
  senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
  /** Contacts as recipients, in order of their IDs; deleted contacts are left out. */
  recipients(
    tx: Tx,
    accountId: number,
    contactIds: readonly number[],
    slots: readonly string[],
  ): Promise<readonly NewRecipient[]>;
}

/** How the gates admitted a campaign. */
export interface Passage {
  /** The contacts that get it first, and the wait before the rest. */
  readonly firstWave?: { readonly contacts: number; readonly waitMs: number };
  readonly engagedOnly: boolean;
}

/** Whether a campaign continues with its results. */
export type Verdict = { readonly verdict: 'go_on' } | { readonly verdict: 'stop'; readonly reason: string };

/** The safeguards that can hold a campaign. */
export interface SendingGates {
  /** Throws the Refusal of the gate that holds it. Never within a transaction. */
  requireSendable(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /** Admits a campaign with this number of recipients. Throws as above. */
  plan(tx: Tx, accountId: number, campaign: CampaignRow, audience: number): Promise<Passage>;
  /** Records the number of emails: recipients once they are known, those sent if it ended early, or none. Throws as above. */
  settle(tx: Tx, accountId: number, campaignId: number, mails: number): Promise<void>;
  /** Checks the results. */
  judge(tx: Tx, accountId: number, campaign: CampaignRow, counts: readonly CampaignCounts[]): Promise<Verdict>;
}

/** What sending campaigns needs. */
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
  /** Between two checks of a campaign that is being sent. */
  readonly lookSeconds?: number | undefined;
  readonly pageContacts?: number | undefined;
}

import type { Clock } from '../../../base/clock.ts';
import { sha256 } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import {
  addRecipients,
  type MailingContent,
  type MailingMaker,
  type NewRecipient,
} from '../../sending/mailings/index.ts';
import { findCampaign, keepCampaign, type CampaignRow, type SenderFacts } from '../campaigns/index.ts';
import { MAX_REMEMBERED, MAX_TRIES, REMEMBERED_MS } from './limits.ts';
import { insertMail, markReplaced, presentMail, stampOf } from './queries.ts';

/** A mail that contacts are sent one after another. */
export interface ReadyMail {
  readonly campaignId: number;
  /** Whether the record is unchanged since. */
  isCurrent(tx: Tx): Promise<boolean>;
  /**
   * Queues the mail to contacts in the caller's transaction, 10,000 at most; those that are gone are left out. Resolves with
   * the ids of those it was queued to. For five minutes after it was given.
   */
  add(tx: Tx, contactIds: readonly number[]): Promise<readonly number[]>;
}

/** The mails of an installation that are sent to one contact after another. */
export interface OpenMails {
  /**
   * What takes recipients of a record, of the kind confirmation or automation, with its content as it stands. Never within a
   * transaction. Throws the Refusal that says what is wrong with its content, its sender or its account; not_found when there
   * is no such record.
   */
  ready(accountId: number, campaignId: number): Promise<ReadyMail>;
}

/** What such mails are made of. */
export interface OpenMailParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly makeMailing: MailingMaker;
  /** What a record becomes when it is sent, and contacts as its recipients. */
  readonly contents: {
    freeze(
      tx: Tx,
      accountId: number,
      campaign: CampaignRow,
      variant: number,
      sender: SenderFacts,
    ): Promise<{ readonly template: MailingContent; readonly slots: readonly string[] }>;
    /** What is known of its sender, for `freeze`. Never within a transaction. */
    senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
    recipients(
      tx: Tx,
      accountId: number,
      contactIds: readonly number[],
      slots: readonly string[],
    ): Promise<readonly NewRecipient[]>;
  };
  /** What keeps the account from sending such mail now. */
  readonly gate: {
    /** Throws what that is; it may ask others over the network. Never within a transaction. */
    requireSendable(db: Db, accountId: number, record: CampaignRow): Promise<void>;
    /** The same, without asking: of a record that was changed since, too. */
    requireSendableStill(tx: Tx, accountId: number, record: CampaignRow): Promise<void>;
  };
}

interface Remembered {
  readonly mail: ReadyMail;
  readonly sender: Pick<CampaignRow, 'from_email'>;
  readonly changedAtMs: number;
  readonly untilMs: number;
}

/** Gives open mails; one for a process. What it was asked for a moment ago it knows, unless the record has changed since. */
export function createOpenMails(parts: OpenMailParts): OpenMails {
  const remembered = new Map<string, Remembered>();
  return {
    async ready(accountId, campaignId) {
      const [stamp] = await stampOf(parts.db, accountId, campaignId);
      if (!stamp) throw new Refusal('not_found');
      const key = `${accountId} ${campaignId}`;
      const changedAtMs = stamp.updated_at.getTime();
      const nowMs = parts.clock.now();
      const known = remembered.get(key);
      remembered.delete(key);
      if (known && known.changedAtMs === changedAtMs && nowMs < known.untilMs) {
        // Its domain may have been removed since.
        const { refusal } = await parts.contents.senderOf(accountId, known.sender);
        if (refusal) throw refusal;
        remembered.set(key, known);
        return known.mail;
      }
      const mail = await makeReady(parts, accountId, campaignId, MAX_TRIES);
      remembered.set(key, { mail, sender: stamp, changedAtMs, untilMs: nowMs + REMEMBERED_MS });
      const oldest = remembered.keys().next().value;
      if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return mail;
    },
  };
}

async function makeReady(
  parts: OpenMailParts,
  accountId: number,
  campaignId: number,
  tries: number,
): Promise<ReadyMail> {
  const found = await findCampaign(parts.db, accountId, campaignId);
  if (!found) throw new Refusal('not_found');
  const mailClass = kindOf(found);
  await parts.gate.requireSendable(parts.db, accountId, found);
  const sender = await parts.contents.senderOf(accountId, found);
  const mail = await parts.db.transaction(async (tx) => {
    // Two at once would make two.
    const campaign = await keepCampaign(tx, accountId, campaignId);
    if (!campaign) throw new Refusal('not_found');
    // Somebody gave it another content or sender just now.
    if (isOther(campaign, found) && tries > 1) return undefined;
    await parts.gate.requireSendableStill(tx, accountId, campaign);
    const { slots, template } = await parts.contents.freeze(tx, accountId, campaign, 0, sender);
    const hash = sha256(JSON.stringify({ slots, template }));
    const [present] = await presentMail(tx, accountId, campaignId);
    if (present?.content_hash.equals(hash))
      return mailOf(parts, accountId, { campaign, mailingId: present.mailing_id, slots });
    const mailingId = await parts.makeMailing(tx, accountId, {
      ...template,
      kind: 'open',
      mailClass,
      source: campaignId,
    });
    await markReplaced(tx, accountId, [campaignId]);
    await insertMail(tx, accountId, campaignId, mailingId, hash, slots);
    return mailOf(parts, accountId, { campaign, mailingId, slots });
  });
  return mail ?? makeReady(parts, accountId, campaignId, tries - 1);
}

function kindOf({ id, kind }: CampaignRow): MailingClass {
  if (kind === 'campaign') throw new Error(`Campaign ${id} is not a confirmation or automation email`);
  return kind;
}

function isOther(one: CampaignRow, other: CampaignRow): boolean {
  return one.from_email !== other.from_email || one.updated_at.getTime() !== other.updated_at.getTime();
}

function mailOf(
  { contents }: Pick<OpenMailParts, 'contents'>,
  accountId: number,
  {
    campaign,
    mailingId,
    slots,
  }: { readonly campaign: CampaignRow; readonly mailingId: string; readonly slots: readonly string[] },
): ReadyMail {
  return {
    campaignId: campaign.id,
    async isCurrent(tx) {
      const [stamp] = await stampOf(tx, accountId, campaign.id);
      return stamp?.updated_at.getTime() === campaign.updated_at.getTime();
    },
    async add(tx, contactIds) {
      const recipients = await contents.recipients(tx, accountId, contactIds, slots);
      await addRecipients(tx, accountId, mailingId, recipients);
      return recipients.flatMap(({ ref }) => ref ?? []);
    },
  };
}

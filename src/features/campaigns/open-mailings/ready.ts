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
import { findCampaign, lockCampaign, type CampaignRow, type SenderFacts } from '../campaigns/index.ts';
import { MAX_REMEMBERED, MAX_TRIES, REMEMBERED_MS } from './limits.ts';
import { insertMail, markReplaced, presentMail, stampOf } from './queries.ts';

/** Event properties of each contact, by contact ID. */
type EventsOf = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** An email that can be sent to individual contacts. */
export interface ReadyMail {
  readonly campaignId: number;
  /** Returns true if the stored email has not changed since this email was built from it. */
  isCurrent(tx: Tx): Promise<boolean>;
  /**
   * Queues the email for at most 10,000 contacts in the caller's transaction, without deleted contacts. Returns the IDs
   * of the contacts for whom the email was queued. Can be called for five minutes after `ready` returned. `events`
   * contains the properties of the contacts' events.
   */
  add(tx: Tx, contactIds: readonly number[], events?: EventsOf): Promise<readonly number[]>;
  /** Whether the email uses event properties. */
  readonly hasEvents: boolean;
}

/** Provides emails that are sent to individual contacts. */
export interface OpenMailings {
  /**
   * Returns a confirmation or automation email with its current content. Must not be called within a transaction.
   * Throws a `Refusal` for errors in the content, the sender or the account, and not_found if the email does not exist.
   */
  ready(accountId: number, campaignId: number): Promise<ReadyMail>;
}

/** Dependencies for emails that are sent to individual contacts. */
export interface OpenMailingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly makeMailing: MailingMaker;
  /** Builds the content and the recipients of a stored email. */
  readonly contents: {
    freeze(
      tx: Tx,
      accountId: number,
      campaign: CampaignRow,
      variant: number,
      sender: SenderFacts,
    ): Promise<{ readonly template: MailingContent; readonly slots: readonly string[] }>;
    /** Returns the sender data for `freeze`. Must not be called within a transaction. */
    senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
    recipients(
      tx: Tx,
      accountId: number,
      contactIds: readonly number[],
      slots: readonly string[],
      context?: { readonly events?: EventsOf | undefined; readonly isSigningUp?: boolean },
    ): Promise<readonly NewRecipient[]>;
  };
  /** Safeguards that can prevent the account from sending the email. */
  readonly safeguard: {
    /**
     * Throws an error if a safeguard holds the email. Can make network requests, so it must not be called within a
     * transaction.
     */
    requireSendable(db: Db, accountId: number, record: CampaignRow): Promise<void>;
    /**
     * Same as `requireSendable`, but makes no network requests. Called again within the transaction, because the stored
     * email may have changed in the meantime.
     */
    requireSendableStill(tx: Tx, accountId: number, record: CampaignRow): Promise<void>;
  };
}

interface Remembered {
  readonly mail: ReadyMail;
  readonly sender: Pick<CampaignRow, 'from_email'>;
  readonly changedAtMs: number;
  readonly untilMs: number;
}

/**
 * Creates the provider of emails that are sent to individual contacts. Recently used emails are cached until they
 * change, but for at most a minute.
 */
export function createOpenMailings(parts: OpenMailingParts): OpenMailings {
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
        // The sender domain may have been removed in the meantime.
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
  parts: OpenMailingParts,
  accountId: number,
  campaignId: number,
  tries: number,
): Promise<ReadyMail> {
  const found = await findCampaign(parts.db, accountId, campaignId);
  if (!found) throw new Refusal('not_found');
  const mailClass = kindOf(found);
  await parts.safeguard.requireSendable(parts.db, accountId, found);
  const sender = await parts.contents.senderOf(accountId, found);
  const mail = await parts.db.transaction(async (tx) => {
    // Lock the stored email, so that concurrent calls do not create two mailings.
    const campaign = await lockCampaign(tx, accountId, campaignId);
    if (!campaign) throw new Refusal('not_found');
    // Another request has changed the content or the sender in the meantime.
    if (isOther(campaign, found) && tries > 1) return undefined;
    await parts.safeguard.requireSendableStill(tx, accountId, campaign);
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
  { contents }: Pick<OpenMailingParts, 'contents'>,
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
    hasEvents: slots.some((slot) => slot.startsWith('event.')),
    async add(tx, contactIds, events) {
      const recipients = await contents.recipients(tx, accountId, contactIds, slots, {
        events,
        isSigningUp: campaign.kind === 'confirmation',
      });
      await addRecipients(tx, accountId, mailingId, recipients);
      return recipients.flatMap(({ ref }) => ref ?? []);
    },
  };
}

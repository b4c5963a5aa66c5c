import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  findCampaign,
  requireReady,
  sendSeen,
  variantsOf,
  type CampaignParts,
  type CampaignRow,
} from '../campaigns/index.ts';
import { insertConfirmation, takeConfirmation } from './queries.ts';

const CONFIRMATION_MINUTES = 15;
/** Factor by which the audience may grow between preview and confirmation. Contacts can be added in the meantime. */
const GROWTH = 1.01;

/** Counts recipients and describes the cost of sending. */
export interface Counting {
  /** Returns the number of contacts in the current audience of a campaign. */
  readonly audienceSize: (db: Db, accountId: number, campaign: CampaignRow) => Promise<number>;
  /** Returns a description, in words, of what it costs the account to send to the given number of recipients. */
  readonly costOf: (db: Db, accountId: number, recipients: number) => Promise<string>;
}

/** The recipients and the cost of a campaign, and a token that allows sending exactly this version once. */
export interface SendPreview {
  readonly title: string;
  readonly subject: string;
  readonly from: string;
  readonly recipients_count: number;
  readonly cost: string;
  readonly confirmation_token: string;
  readonly expires_at: string;
}

type Parts = CampaignParts & Counting;

/**
 * Returns a campaign of the account. The error for another account's campaign is the same as for a campaign that does
 * not exist.
 */
export async function campaignFor(db: Db, accountId: number, id: number): Promise<CampaignRow> {
  const found = await findCampaign(db, accountId, id);
  if (found) return found;
  throw new Refusal('not_found', {
    message: 'No campaign has this ID.',
    fix: 'Get the ID from list-campaigns.',
  });
}

/** Returns a draft of the account. Throws conflict for any other campaign. */
export async function draftFor(db: Db, accountId: number, id: number): Promise<CampaignRow> {
  const campaign = await campaignFor(db, accountId, id);
  if (campaign.kind === 'campaign' && campaign.state === 'draft') return campaign;
  throw new Refusal('conflict', {
    message: 'This campaign is not a draft. Assistants can change only drafts.',
    fix: 'Ask the user to change the campaign in the dashboard, or create a new draft.',
  });
}

/**
 * Returns the recipients and the cost of a campaign, and a token that is valid only for the current version of the
 * campaign. Does not send the campaign. Throws the errors that sending the campaign would throw.
 */
export async function previewSend(parts: Parts, { accountId }: Principal, id: number): Promise<SendPreview> {
  const { db } = parts;
  const campaign = await campaignFor(db, accountId, id);
  await requireReady(parts, accountId, campaign);
  const recipients = await parts.audienceSize(db, accountId, campaign);
  const token = randomBytes(32).toString('base64url');
  const [kept] = await insertConfirmation(
    db,
    accountId,
    sha256(token),
    id,
    await hashOf(db, accountId, campaign),
    recipients,
    CONFIRMATION_MINUTES,
  );
  if (!kept) throw new Error('Confirmation missing after insert');
  return {
    title: campaign.title,
    subject: campaign.subject,
    from: `${campaign.from_name} <${campaign.from_email}>`,
    recipients_count: recipients,
    cost: await parts.costOf(db, accountId, recipients),
    confirmation_token: token,
    expires_at: kept.expires_at.toISOString(),
  };
}

/**
 * Sends the campaign that a token confirms, and consumes the token. Throws validation_error if the token is not valid
 * for this version of the campaign, or if the audience has grown too much since the preview. Throws not_found, and the
 * errors of `sendCampaign`.
 */
export async function sendConfirmed(
  parts: Parts,
  principal: Principal,
  id: number,
  token: string | undefined,
): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  const campaign = await campaignFor(db, accountId, id);
  if (!token) {
    throw refused(
      'is required. Call preview-campaign-send, show the user the result, and pass its `confirmation_token` here once they agree.',
    );
  }
  const [taken] = await takeConfirmation(db, accountId, sha256(token), id, await hashOf(db, accountId, campaign));
  if (!taken) {
    throw refused(
      `is not valid. A token can be used once, within ${CONFIRMATION_MINUTES} minutes, and only if the campaign has not changed since the preview. ` +
        'Call preview-campaign-send again.',
    );
  }
  const now = await parts.audienceSize(db, accountId, campaign);
  if (now > Math.ceil(taken.recipients * GROWTH)) {
    const [then, found] = [taken.recipients, now].map((number) => number.toLocaleString('en-US'));
    throw refused(
      `is for ${then} contacts, but the campaign would now be sent to ${found}. Call preview-campaign-send again.`,
    );
  }
  return sendSeen(parts, principal, campaign);
}

function refused(sentence: string): Refusal {
  return invalid({ confirmation_token: [sentence] });
}

/**
 * Returns a hash of all fields of a campaign and its variants. The hash changes with every update, because the fields
 * include the time of the last change.
 */
async function hashOf(db: Db, accountId: number, campaign: CampaignRow): Promise<Buffer> {
  return sha256(JSON.stringify([campaign, await variantsOf(db, accountId, campaign.id)]));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

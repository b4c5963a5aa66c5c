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

/** A confirmation is good for so long. */
const CONFIRMATION_MINUTES = 15;
/** How many more contacts than a person agreed to a campaign may have come to: an audience grows while people think. */
const GROWTH = 1.01;

/** Who counts, and knows what mails cost. */
export interface Counting {
  /** Contacts that would get the campaign now. */
  readonly audienceSize: (db: Db, accountId: number, campaign: CampaignRow) => Promise<number>;
  /** What sending so many takes from the account, in a sentence for people. */
  readonly costOf: (db: Db, accountId: number, recipients: number) => Promise<string>;
}

/** What sending a campaign would do, and the token that lets exactly that be done, once. */
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

/** A campaign of the account. Of another's it says no more than of what never was. */
export async function campaignFor(db: Db, accountId: number, id: number): Promise<CampaignRow> {
  const found = await findCampaign(db, accountId, id);
  if (found) return found;
  throw new Refusal('not_found', {
    message: 'No campaign has this ID.',
    fix: 'Get the ID from list-campaigns.',
  });
}

/** The same, which must be a draft: what is scheduled or under way was agreed to by a person. */
export async function draftFor(db: Db, accountId: number, id: number): Promise<CampaignRow> {
  const campaign = await campaignFor(db, accountId, id);
  if (campaign.kind === 'campaign' && campaign.state === 'draft') return campaign;
  throw new Refusal('conflict', {
    message: 'This campaign is not a draft. Assistants can change only drafts.',
    fix: 'Ask the user to change the campaign in the dashboard, or create a new draft.',
  });
}

/**
 * Says who would get a campaign and what that costs, and sends nothing. The token is good for this campaign as it is now.
 * Throws what sending it would throw.
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
 * Sends the campaign that a token confirms, and uses the token up. Throws validation_error when there is none for exactly that,
 * or when by now more would get it than was agreed to.
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
      `is not valid. A token works once, within ${CONFIRMATION_MINUTES} minutes, and only if the campaign has not changed since the preview. ` +
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

/** Of all that a campaign says: another time of its last change is another campaign. */
async function hashOf(db: Db, accountId: number, campaign: CampaignRow): Promise<Buffer> {
  return sha256(JSON.stringify([campaign, await variantsOf(db, accountId, campaign.id)]));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

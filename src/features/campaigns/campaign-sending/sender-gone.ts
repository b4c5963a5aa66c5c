import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';
import type { CampaignState } from '../campaigns/index.ts';
import { pauseUnderWay } from './control.ts';
import type { Turn } from './step.ts';
import { Lost, orImpossible } from './impossible.ts';
import { campaignsToSend, senderOfCampaign } from './queries.ts';

/** A campaign whose sender domain was removed while it was scheduled or under way. */
export interface SenderlessCampaign {
  readonly id: number;
  readonly title: string;
  readonly state: CampaignState;
}

/**
 * Pauses the campaigns of an account that are being sent from a domain which was removed just now: within a second nothing
 * further of them begins. Returns them with those that are paused or scheduled already, which the gates refuse when they are
 * resumed or begin. What this misses, because a process dies or a campaign begins at the same moment, the next look stops.
 */
export async function pauseForDomain(db: Database, accountId: number, domain: string): Promise<SenderlessCampaign[]> {
  const found: SenderlessCampaign[] = [];
  for (const { from_email: email, id, state, title } of await campaignsToSend(db, accountId)) {
    const from = parseAddress(email.trim());
    if (isFault(from) || domainOf(from) !== domain) continue;
    found.push({ id, title, state: (await isPaused(db, accountId, id, domain)) ? 'paused' : state });
  }
  return found;
}

async function isPaused(db: Database, accountId: number, id: number, domain: string): Promise<boolean> {
  try {
    await pauseUnderWay({ db }, accountId, id, `The sender domain ${domain} was removed.`);
    return true;
  } catch (error) {
    // It is scheduled or paused, or has ended since.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Throws Impossible where the sender of a campaign that is under way may not be used any more. Never within a transaction. */
export async function requireSenderStill({ claimed, parts }: Turn): Promise<void> {
  const { account_id: accountId, id } = claimed;
  const [campaign] = await senderOfCampaign(parts.db, accountId, id);
  if (!campaign) throw new Lost();
  const { refusal } = await parts.contents.senderOf(accountId, campaign);
  if (refusal) await orImpossible(async () => Promise.reject(refusal));
}

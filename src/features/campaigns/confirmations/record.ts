import { Refusal } from '../../../base/refusal.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { addRecord } from '../campaigns/index.ts';
import { DEFAULT_CONTENT } from './default-content.ts';
import { fillSender, firstDomain, keepRecord, standingOf } from './queries.ts';
import type { ConfirmationParts } from './types.ts';

type Parts = Pick<ConfirmationParts, 'db' | 'localSender'>;

/** What an account wants of those who sign up, and the record of its mail. */
export interface Standing {
  readonly isDouble: boolean;
  readonly campaignId: number;
}

/**
 * The same; the record is made when there is none, and is from whom the account sends its campaigns from by the time when
 * somebody is known. Never within a transaction. Throws not_found for an account that there is not.
 */
export async function readStanding(parts: Parts, accountId: number): Promise<Standing> {
  const [found] = await standingOf(parts.db, accountId);
  if (!found) throw new Refusal('not_found');
  const campaignId = found.campaign_id ?? (await makeRecord(parts, accountId));
  if (!found.from_email) await nameSender(parts, accountId, campaignId);
  return { isDouble: found.double_opt_in, campaignId };
}

/** Whether those who sign up have to confirm. Throws not_found for an account that there is not. */
export async function wantsDouble({ db }: Parts, accountId: number): Promise<boolean> {
  const [found] = await standingOf(db, accountId);
  if (!found) throw new Refusal('not_found');
  return found.double_opt_in;
}

async function makeRecord({ db }: Parts, accountId: number): Promise<number> {
  return db.transaction(async (tx) => {
    // Two at once would make two.
    if (!(await lockAccount(tx, accountId))) throw new Refusal('not_found');
    const [found] = await standingOf(tx, accountId);
    if (found?.campaign_id) return found.campaign_id;
    const { id } = await addRecord(tx, accountId, 'confirmation', DEFAULT_CONTENT);
    await keepRecord(tx, accountId, id);
    return id;
  });
}

async function nameSender({ db, localSender }: Parts, accountId: number, campaignId: number): Promise<void> {
  const { from_email: own, from_name: name } = await readCampaignSettings(db, accountId);
  const email = own === '' ? (localSender ?? (await senderOfDomain({ db }, accountId))) : own;
  if (email !== undefined) await fillSender(db, accountId, campaignId, name, email);
}

async function senderOfDomain({ db }: Pick<Parts, 'db'>, accountId: number): Promise<string | undefined> {
  const [domain] = await firstDomain(db, accountId);
  return domain && `news@${domain.name}`;
}

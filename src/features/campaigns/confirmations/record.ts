import { Refusal } from '../../../base/refusal.ts';
import { confirmationContent } from '../../../mail/campaign/confirmation.ts';
import { DEFAULT_LANGUAGE } from '../../../mail/languages/catalog.ts';
import { catalogOf } from '../../../mail/languages/tags.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { addRecord } from '../campaigns/index.ts';
import { fillSender, firstDomain, keepRecord, confirmationSettingsOf } from './queries.ts';
import type { ConfirmationParts } from './types.ts';

/** Title of the confirmation email in the dashboard. */
export const CONFIRMATION_TITLE = 'Confirmation (double opt-in)';

type Parts = Pick<ConfirmationParts, 'db' | 'localSender'>;

/** Double opt-in setting of an account, and the campaign that stores its confirmation email. */
export interface ConfirmationSettings {
  readonly isDouble: boolean;
  readonly campaignId: number;
}

/**
 * Returns the double opt-in setting and the campaign of an account. Creates the campaign if it does not exist. If the
 * campaign has no sender, sets the sender once the account has one. Must not be called in a transaction. Throws
 * not_found if the account does not exist.
 */
export async function readConfirmationSettings(parts: Parts, accountId: number): Promise<ConfirmationSettings> {
  const [found] = await confirmationSettingsOf(parts.db, accountId);
  if (!found) throw new Refusal('not_found');
  const campaignId = found.campaign_id ?? (await makeRecord(parts, accountId));
  if (!found.from_email) await nameSender(parts, accountId, campaignId);
  return { isDouble: found.double_opt_in, campaignId };
}

/** Returns whether new subscribers of an account must confirm. Throws not_found if the account does not exist. */
export async function wantsDouble({ db }: Parts, accountId: number): Promise<boolean> {
  const [found] = await confirmationSettingsOf(db, accountId);
  if (!found) throw new Refusal('not_found');
  return found.double_opt_in;
}

async function makeRecord({ db }: Parts, accountId: number): Promise<number> {
  return db.transaction(async (tx) => {
    // Lock the account, so that two concurrent calls do not create two campaigns.
    if (!(await lockAccount(tx, accountId))) throw new Refusal('not_found');
    const [found] = await confirmationSettingsOf(tx, accountId);
    if (found?.campaign_id) return found.campaign_id;
    const { language } = await readCampaignSettings(tx, accountId);
    const content = confirmationContent(catalogOf(language) ?? DEFAULT_LANGUAGE);
    const { id } = await addRecord(tx, accountId, 'confirmation', { title: CONFIRMATION_TITLE, ...content });
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

import type { Db } from '../../../base/db.ts';
import type { ContentFacts } from '../../../mail/campaign/prepare.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import type { CampaignText } from './text.ts';

/** What is known of the account, as content is made with it; dates are shown in the campaign's time zone, or the account's. */
export async function factsOf(
  db: Db,
  accountId: number,
  { kind, timezone }: Pick<CampaignText, 'kind' | 'timezone'>,
): Promise<ContentFacts> {
  const account = await readAccount(db, accountId);
  const { postal_address: address } = await readCampaignSettings(db, accountId);
  const fields = await accountFields(db, accountId);
  return {
    fields: fields.map(({ name, type }) => ({ name, kind: type })),
    account: { name: account?.name ?? '', address },
    timeZone: timezone ?? account?.timezone ?? 'UTC',
    kind,
  };
}

import type { Db } from '../../../base/db.ts';
import type { ContentFacts } from '../../../mail/campaign/prepare.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { publicNameOf, readAccount } from '../../tenants/accounts/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import type { CampaignText } from './text.ts';

/** Of a draft without a sender: previews are from `nobody@example.org`. */
const NO_SENDER = 'example.org';

type Described = Pick<CampaignText, 'kind' | 'timezone' | 'from_name' | 'from_email'>;

/** What is known of the account, as content is made with it; dates are shown in the campaign's time zone, or the account's. */
export async function factsOf(db: Db, accountId: number, campaign: Described): Promise<ContentFacts> {
  return factsWith(await readAccountFacts(db, accountId), campaign);
}

/** Reads what `factsWith` needs to know of an account. */
export async function readAccountFacts(db: Db, accountId: number) {
  return {
    account: await readAccount(db, accountId),
    settings: await readCampaignSettings(db, accountId),
    fields: await accountFields(db, accountId),
  };
}

/** The same as `factsOf`, for several campaigns of an account that was read once. Pure. */
export function factsWith(
  { account, fields, settings }: Awaited<ReturnType<typeof readAccountFacts>>,
  { from_email: fromEmail, from_name: fromName, kind, timezone }: Described,
): ContentFacts {
  return {
    fields: fields.map(({ name, type }) => ({ name, kind: type })),
    account: {
      name: (account && publicNameOf(account, { fromName, fromEmail })) ?? NO_SENDER,
      address: settings.postal_address,
    },
    timeZone: timezone ?? account?.timezone ?? 'UTC',
    kind,
  };
}

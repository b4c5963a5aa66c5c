import type { Db } from '../../../base/db.ts';
import type { ContentFacts } from '../../../mail/campaign/prepare.ts';
import { catalogOf } from '../../../mail/languages/tags.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { publicNameOf, readAccount } from '../../tenants/accounts/index.ts';
import { brandOf, readSettingsRow } from '../campaign-settings/index.ts';
import type { ContentParts } from './parts.ts';
import type { CampaignText } from './text.ts';

/** Name that is shown for a draft without a sender. Such a draft is previewed as `nobody@example.org`. */
const NO_SENDER = 'example.org';

type Described = Pick<CampaignText, 'kind' | 'timezone' | 'from_name' | 'from_email'>;

/**
 * Returns the account data that content is rendered with. Dates are shown in the time zone of the campaign, or of the
 * account if the campaign has none.
 */
export async function factsOf(
  { baseUrl }: Pick<ContentParts, 'baseUrl'>,
  db: Db,
  accountId: number,
  campaign: Described,
): Promise<ContentFacts> {
  const read = await readAccountFacts(db, accountId);
  return { ...factsWith(read, campaign), brand: brandOf(read.settings, baseUrl()) };
}

/** Reads the account data for `factsWith`. */
export async function readAccountFacts(db: Db, accountId: number) {
  return {
    account: await readAccount(db, accountId),
    settings: await readSettingsRow(db, accountId),
    fields: await accountFields(db, accountId),
  };
}

/** Same as `factsOf`, but without the brand, and for several campaigns with account data that was read once. Pure. */
export function factsWith(
  { account, fields, settings }: Awaited<ReturnType<typeof readAccountFacts>>,
  { from_email: fromEmail, from_name: fromName, kind, timezone }: Described,
): ContentFacts {
  return {
    fields: fields.map(({ name, type }) => ({ name, kind: type })),
    account: {
      name: (account && publicNameOf(account, { fromName, fromEmail })) ?? NO_SENDER,
      address: settings.postal_address,
      footerText: settings.footer_text,
    },
    timeZone: timezone ?? account?.timezone ?? 'UTC',
    kind,
    language: catalogOf(settings.language),
    texts: settings.texts,
  };
}

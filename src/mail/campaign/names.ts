import { mergeNames, type ContactField } from '../template/names.ts';
import type { MailingClass } from '../mail-class.ts';
import type { KnownNames } from '../template/source.ts';

/** Addresses of a recipient, in the order of the prefixes of a mail's links; tracked links follow. */
export const CAMPAIGN_LINKS = ['unsubscribe_url', 'preferences_url', 'web_url', 'confirm_url'] as const;

/** What is the same for all mails of an account. */
export interface CampaignAccount {
  readonly name: string;
  /** The postal address, in lines; empty when none is set. */
  readonly address: string;
}

/**
 * The names that may stand in a campaign: those of contacts with their custom fields, `account.name`, `account.address`, and
 * the addresses of the recipient. `web_url` has a longer name, too: `view_in_browser_url`. Only a mail that asks to confirm
 * has `confirm_url`.
 */
export function campaignNames(
  fields: readonly ContactField[],
  { address, name }: CampaignAccount,
  kind: MailingClass = 'campaign',
): KnownNames {
  const known = CAMPAIGN_LINKS.filter((link) => link !== 'confirm_url' || kind === 'confirmation');
  const links = Object.fromEntries(known.map((link) => [link, CAMPAIGN_LINKS.indexOf(link)]));
  return mergeNames({
    fields,
    account: { name, address },
    links: { ...links, view_in_browser_url: CAMPAIGN_LINKS.indexOf('web_url') },
  });
}

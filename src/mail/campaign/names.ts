import { mergeNames, type ContactField } from '../template/names.ts';
import { READER_VALUES } from './reader-language.ts';
import type { MailingClass } from '../mail-class.ts';
import type { KnownNames } from '../template/source.ts';

/** Names of a recipient's links, in the order of the message's link prefixes. */
export const CAMPAIGN_LINKS = ['unsubscribe_url', 'preferences_url', 'web_url', 'confirm_url'] as const;

/** Account details that are the same in all messages of the account. */
export interface CampaignAccount {
  readonly name: string;
  /** Postal address, one line of the address per line. Empty if not set. */
  readonly address: string;
  /** Text above the postal address. May contain line breaks. */
  readonly footerText?: string | undefined;
}

/**
 * Returns the names that merge tags in an email to contacts may use, except event properties. Only confirmation emails
 * have `confirm_url`.
 */
export function campaignNames(
  fields: readonly ContactField[],
  { address, footerText = '', name }: CampaignAccount,
  kind: MailingClass = 'campaign',
): KnownNames {
  const known = CAMPAIGN_LINKS.filter((link) => link !== 'confirm_url' || kind === 'confirmation');
  const links = Object.fromEntries(known.map((link) => [link, CAMPAIGN_LINKS.indexOf(link)]));
  const names = mergeNames({
    fields,
    account: { name, address, footer_text: footerText },
    links: { ...links, view_in_browser_url: CAMPAIGN_LINKS.indexOf('web_url') },
  });
  const ofReader = READER_VALUES.map((slot) => [`contact.${slot}`, { kind: 'text', slot, isGiven: false }] as const);
  return { ...names, ...Object.fromEntries(ofReader) };
}

const EVENT_NAME = /\bevent(?:\.[\w-]+)+/g;
/** Maximum number of properties of an event that an email can use. */
const MAX_EVENT_NAMES = 100;

/** Returns the event properties that the texts of an automation email mention, such as `event.order_total`. Pure. */
export function eventNames(texts: readonly (string | undefined)[]): KnownNames {
  const written = texts.flatMap((text) => text?.match(EVENT_NAME) ?? []);
  const names = [...new Set(written)].slice(0, MAX_EVENT_NAMES);
  return Object.fromEntries(names.map((name) => [name, { kind: 'text', slot: name, isGiven: false }] as const));
}

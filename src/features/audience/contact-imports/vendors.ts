import { keyOf, type Vendor } from './vendor.ts';
import { BEEHIIV, BUTTONDOWN, KIT, MAILCHIMP, SENDFOX } from './vendors-hosted.ts';
import { LISTMONK, MAILTRAIN, PHPLIST } from './vendors-self-hosted.ts';

const VENDORS = [MAILCHIMP, LISTMONK, MAILTRAIN, PHPLIST, BUTTONDOWN, BEEHIIV, SENDFOX, KIT];

/** The service that exported a file with these headings, as far as it is known. Pure. */
export function vendorOf(headings: readonly string[]): Vendor | undefined {
  const keys = headings.map(keyOf);
  return VENDORS.find(({ isOf }) => isOf(keys));
}

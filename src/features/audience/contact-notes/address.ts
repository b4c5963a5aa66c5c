import { isFault, parseAddress, type AddressFault } from '../../../mail/address.ts';

declare const brand: unique symbol;

/** An address as contacts have it: by it two of them are the same. */
export type ContactAddress = string & { readonly [brand]: 'ContactAddress' };

/**
 * An address in the form by which contacts are told apart: in lower case, composed (NFC), its domain as A-labels. Mailboxes
 * that differ by case alone exist on paper only (RFC 5321 section 2.4). Pure.
 */
export function contactAddressOf(given: string): ContactAddress | AddressFault {
  const address = parseAddress(given.trim());
  if (isFault(address)) return address;
  // The one place where the brand is given.
  return address.normalize('NFC').toLowerCase() as ContactAddress;
}

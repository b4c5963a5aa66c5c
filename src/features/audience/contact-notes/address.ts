import { isFault, parseAddress, type AddressFault } from '../../../mail/address.ts';

declare const brand: unique symbol;

/** A normalized email address. Equal addresses belong to the same contact. */
export type ContactAddress = string & { readonly [brand]: 'ContactAddress' };

/**
 * Normalizes an address to the form that identifies contacts: lower case, in composed form (NFC), and with A-labels in
 * the domain. RFC 5321 section 2.4 discourages mailboxes that differ only in case. Pure.
 */
export function contactAddressOf(given: string): ContactAddress | AddressFault {
  const address = parseAddress(given.trim());
  if (isFault(address)) return address;
  // Safe cast: only this function creates the branded type, and the address is normalized here.
  return address.normalize('NFC').toLowerCase() as ContactAddress;
}

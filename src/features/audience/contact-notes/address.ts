import { isFault, parseAddress, type AddressFault } from '../../../mail/address.ts';

declare const brand: unique symbol;

/** A normalized contact address; equal addresses belong to the same contact. */
export type ContactAddress = string & { readonly [brand]: 'ContactAddress' };

/**
 * Normalizes an address to the form that identifies contacts: lower case, composed (NFC), with the domain as A-labels.
 * Mailboxes that only differ in case exist in theory only (RFC 5321 section 2.4). Pure.
 */
export function contactAddressOf(given: string): ContactAddress | AddressFault {
  const address = parseAddress(given.trim());
  if (isFault(address)) return address;
  // The only place that creates the branded type.
  return address.normalize('NFC').toLowerCase() as ContactAddress;
}

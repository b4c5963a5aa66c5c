import { isFault, parseAddress, sameAddressKey } from '../../../mail/address.ts';

const MAX_CHARACTERS = 1_000;

/**
 * Makes text safe to store and display. Keeps at most 1,000 UTF-16 code units, and replaces control characters with
 * spaces and lone surrogates with U+FFFD.
 */
export function storable(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .toWellFormed();
}

/**
 * Normalizes an address for storage and search: lower case, with the domain in A-labels. Text that is not a valid
 * address is returned in lower case, as `storable` text.
 */
export function addressKey(given: string): string {
  const address = parseAddress(given);
  return isFault(address) ? storable(given).toLowerCase() : sameAddressKey(address);
}

import { isFault, parseAddress, sameAddressKey } from '../../../mail/address.ts';

const MAX_CHARACTERS = 1_000;

/**
 * Sanitizes a text for storage and display. The result is well-formed, has no control characters and has at most 1,000
 * characters.
 */
export function storable(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .toWellFormed();
}

/** Normalizes an address for storage and search: lowercase, with the domain in A-labels. */
export function addressKey(given: string): string {
  const address = parseAddress(given);
  return isFault(address) ? storable(given).toLowerCase() : sameAddressKey(address);
}

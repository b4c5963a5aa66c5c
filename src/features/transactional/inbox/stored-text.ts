import { isFault, parseAddress, sameAddressKey } from '../../../mail/address.ts';

const MAX_CHARACTERS = 1_000;

/** Makes text safe to store and display: well-formed, without control characters, at most 1,000 characters. */
export function storable(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .toWellFormed();
}

/** Normalizes an address for storage and search: lower case, with the domain in A-labels. */
export function addressKey(given: string): string {
  const address = parseAddress(given);
  return isFault(address) ? storable(given).toLowerCase() : sameAddressKey(address);
}

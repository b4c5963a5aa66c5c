import type { EmailAddress } from './address.ts';

/**
 * Replaces the address of an erased person. It can be parsed as an address, but its domain can never exist (RFC 2606
 * section 2).
 */
export const ERASED_ADDRESS = 'erased@erased.invalid' as EmailAddress;

/** Replaces text that an erased person wrote or received. */
export const ERASED_WORDS = '(erased)';

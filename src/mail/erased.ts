import type { EmailAddress } from './address.ts';

/**
 * Replaces the address of an erased person in rows that must be kept for counting. It parses as an address, but the
 * domain can never exist (RFC 2606 section 2).
 */
export const ERASED_ADDRESS = 'erased@erased.invalid' as EmailAddress;

/** Replaces texts by or for an erased person. */
export const ERASED_WORDS = '(erased)';

import type { EmailAddress } from './address.ts';

/**
 * Replaces the address of an erased person in rows that must be kept for counting. The replacement can be parsed as an
 * address, but its domain can never exist (RFC 2606 section 2).
 */
export const ERASED_ADDRESS = 'erased@erased.invalid' as EmailAddress;

/** Replaces texts that were written by an erased person or for an erased person. */
export const ERASED_WORDS = '(erased)';

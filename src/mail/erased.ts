import type { EmailAddress } from './address.ts';

/**
 * What stands where the address of a person stood whose data was erased, and where a row must stay to be counted. It is an
 * address so that whoever parses rows finds one, and nobody's (RFC 2606 section 2).
 */
export const ERASED_ADDRESS = 'erased@erased.invalid' as EmailAddress;

/** What stands where words of or to such a person stood. */
export const ERASED_WORDS = '(erased)';

/**
 * How an email must be encrypted between servers, even if the recipient's domain requires less. `encrypted` accepts any
 * certificate, and `verified` requires a valid one.
 */
export type TlsRequirement = 'encrypted' | 'verified';

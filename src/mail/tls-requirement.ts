/**
 * How an email must be encrypted between servers, in addition to what the recipient's domain requires: with any
 * certificate, or with a valid one.
 */
export type TlsRequirement = 'encrypted' | 'verified';

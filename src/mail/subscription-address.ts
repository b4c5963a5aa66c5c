import { fromBase32, toBase32 } from './base32.ts';

/** Prefix of the token in a bulk email's unsubscribe address. */
const PREFIX = 'n+';
/** Link prefix of an unsubscribe mailbox (see `linkAddress`). It is followed by the token, '@', and a host. */
export const SUBSCRIPTION_LINK_PREFIX = `mailto:${PREFIX}`;
/**
 * Matches a local part with a token. The longest token keeps the local part within 64 octets (RFC 5321 section
 * 4.5.3.1.1).
 */
const LOCAL_PART = /^n\+([a-z2-7]{26,62})$/;
const LOCAL_PART_IN_TEXT = /(?<![a-z0-9])n\+[a-z2-7]{26,62}(?=@)/gi;
const MAX_IN_TEXT = 10;

/**
 * Joins a link prefix and a recipient's token. Email addresses contain the token as base32, because some mail servers
 * change the case of local parts.
 */
export function linkAddress(prefix: string, token: string): string {
  return prefix === SUBSCRIPTION_LINK_PREFIX
    ? `${prefix}${toBase32(Buffer.from(token, 'base64url'))}`
    : `${prefix}${token}`;
}

/** Returns the token in a local part, ignoring case, without verifying it. Returns undefined for other local parts. */
export function tokenOfLocalPart(localPart: string): string | undefined {
  const [, folded] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
  return folded === undefined ? undefined : fromBase32(folded)?.toString('base64url');
}

/** Returns up to 10 local parts of unsubscribe addresses in a string, without verifying their tokens. */
export function subscriptionLocalPartsIn(text: string): readonly string[] {
  return (text.match(LOCAL_PART_IN_TEXT) ?? []).slice(0, MAX_IN_TEXT);
}

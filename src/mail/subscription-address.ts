import { fromBase32, toBase32 } from './base32.ts';

/** What stands before the token in an address that a recipient of mail to many unsubscribes at. */
const PREFIX = 'n+';
/** The prefix of a link that is such an address (see `linkAddress`); behind the token follow '@' and a host. */
export const SUBSCRIPTION_LINK_PREFIX = `mailto:${PREFIX}`;
/** From the shortest token to the longest that leaves a local part 64 octets (RFC 5321 section 4.5.3.1.1). */
const LOCAL_PART = /^n\+([a-z2-7]{26,62})$/;
const LOCAL_PART_IN_TEXT = /(?<![a-z0-9])n\+[a-z2-7]{26,62}(?=@)/gi;
const MAX_IN_TEXT = 10;

/**
 * What the number of a link and a recipient's token make together: the prefix and the token. In an address of mail the token
 * stands in base32, because case means nothing in one to many a relay (RFC 5321 section 2.4).
 */
export function linkAddress(prefix: string, token: string): string {
  return prefix === SUBSCRIPTION_LINK_PREFIX
    ? `${prefix}${toBase32(Buffer.from(token, 'base64url'))}`
    : `${prefix}${token}`;
}

/** The token in a local part, in whatever case that came; undefined for another local part. Says nothing of who made it. */
export function tokenOfLocalPart(localPart: string): string | undefined {
  const [, folded] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
  return folded === undefined ? undefined : fromBase32(folded)?.toString('base64url');
}

/** Local parts in a text that look like those of such addresses. */
export function subscriptionLocalPartsIn(text: string): readonly string[] {
  return (text.match(LOCAL_PART_IN_TEXT) ?? []).slice(0, MAX_IN_TEXT);
}

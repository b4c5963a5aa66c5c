import { isIP } from 'node:net';

/** The relying party of passkeys (WebAuthn section 5.1.2). */
export interface RelyingParty {
  readonly id: string;
  /** Origin of the page, as reported by browsers. */
  readonly origin: string;
}

/**
 * Returns the relying party for a base URL. Passkeys are bound to host names, never to IP addresses. If the base URL
 * contains an IP address, the host name is `localhost` instead.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(host) !== 0) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

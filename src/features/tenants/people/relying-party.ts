import { isIP } from 'node:net';

/** Whom passkeys are for (WebAuthn section 5.1.2). */
export interface RelyingParty {
  readonly id: string;
  /** Where browsers say that the page is. */
  readonly origin: string;
}

/**
 * The relying party of a base address. A passkey is bound to a host name, never to an IP address; at home on this machine
 * the name is `localhost`, whatever address is printed.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(host) !== 0) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

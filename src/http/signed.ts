import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from './principal.ts';

/** Signed parts of a request, except for the body. */
export interface SignedHead {
  readonly method: string;
  /** Path and query string as the client sent them. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Claimed signer of a request, who is not trusted until the body is verified. */
export interface Signer {
  readonly principal: Principal;
  /** Throws invalid_signature unless the signature also covers this body. */
  requireBody(body: Uint8Array): void;
}

/**
 * Finds the signer of a request, for clients that send a signature instead of a key. Rejects with missing_api_key,
 * invalid_api_key, or invalid_signature.
 */
export type FindSigner = (head: SignedHead) => Promise<Signer>;

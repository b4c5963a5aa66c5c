import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from './principal.ts';

/** What a signature is over, but for the body. */
export interface SignedHead {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Who says that a request is theirs. It is believed once the body is known. */
export interface Signer {
  readonly principal: Principal;
  /** Throws invalid_signature unless the signature is over this body too. */
  requireBody(body: Uint8Array): void;
}

/**
 * Finds who signed a request, for clients that send a signature in place of a key. Rejects with missing_api_key,
 * invalid_api_key or invalid_signature.
 */
export type FindSigner = (head: SignedHead) => Promise<Signer>;

import { Refusal } from '../base/refusal.ts';
import type { Authenticate, Principal } from './principal.ts';

/** Longer tokens are not ours; looking them up would only cost. */
const MAX_TOKEN_CHARACTERS = 512;
const BEARER = /^Bearer +([^\s]+) *$/i;

/**
 * The caller behind an Authorization header (RFC 6750 section 2.1). Throws missing_api_key or invalid_api_key, or what
 * `authenticate` rejects with.
 */
export async function identify(header: string | undefined, authenticate: Authenticate): Promise<Principal> {
  if (header === undefined || header.trim() === '') throw new Refusal('missing_api_key');
  const token = header.length <= MAX_TOKEN_CHARACTERS ? BEARER.exec(header)?.[1] : undefined;
  if (token === undefined) {
    throw new Refusal('invalid_api_key', { message: 'The Authorization header is not `Bearer <API_KEY>`.' });
  }
  const principal = await authenticate(token);
  if (!principal) throw new Refusal('invalid_api_key');
  return principal;
}

/** Throws insufficient_scope unless the caller has the scope, or one of several. */
export function requireScope(principal: Principal, scope: string | readonly string[]): void {
  const scopes = typeof scope === 'string' ? [scope] : scope;
  if (scopes.some((one) => principal.scopes.has(one))) return;
  const named = scopes.join(' or ');
  throw new Refusal('insufficient_scope', {
    message: `The API key lacks the scope ${named}.`,
    fix: `Use a key with the scope ${named}; \`postrider key list\` shows the scopes of each key.`,
  });
}

/** Who calls a public route. Nobody may be asked for an account: that is a fault of the handler, and a loud one. */
export const nobody: Principal = {
  get accountId(): never {
    throw new Error('A public route has no principal');
  },
  get keyId(): never {
    throw new Error('A public route has no principal');
  },
  get rate(): never {
    throw new Error('A public route has no principal');
  },
  get account(): never {
    throw new Error('A public route has no principal');
  },
  scopes: new Set(),
  domain: undefined,
};

import { Type } from 'typebox';
import { randomText } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { isOverLimit } from './attempts.ts';
import { countUnused, insertClient } from './client-queries.ts';
import { MAX_NAME_CHARACTERS, MAX_REDIRECT_URIS, MAX_REQUEST_BYTES, MAX_UNUSED_REGISTRATIONS } from './limits.ts';
import { faultOfRedirectUri, isLoopback } from './redirect-uris.ts';

const CLIENT_ID_CHARACTERS = 24;
const HOUR_SECONDS = 3_600;

/**
 * Accepts all metadata. Unsupported members are omitted from the response, so that the client can tell that they were
 * ignored (RFC 7591 section 2).
 */
const registrationRequest = parserOf(Type.Unknown());

/** A client as requested in a registration. */
export interface Wanted {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly takesRefreshTokens: boolean;
  readonly anyLoopbackPort: boolean;
}

/** An error in a registration (RFC 7591 section 3.2.2). */
export interface RegistrationFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly error_description: string;
}

/**
 * Validates client metadata (RFC 7591 section 2). A client must support the authorization code flow, and is registered
 * as a public client.
 */
export function judgeRegistration(given: unknown): Wanted | RegistrationFault {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return metadataFault('must be a JSON object');
  const metadata: Readonly<Record<string, unknown>> = { ...given };
  const redirectUris = metadata['redirect_uris'];
  const fault = faultOfRedirectUris(redirectUris);
  if (fault !== undefined) return { error: 'invalid_redirect_uri', error_description: fault };
  const types = listOf(metadata['response_types'], ['code']);
  if (!types?.includes('code')) return metadataFault('must include the response type code');
  const grants = listOf(metadata['grant_types'], ['authorization_code']);
  if (!grants?.includes('authorization_code')) return metadataFault('must include the grant type authorization_code');
  const name = metadata['client_name'] ?? 'Unnamed application';
  if (typeof name !== 'string' || name.trim() === '')
    return metadataFault('must have a client_name that is a non-empty string');
  // Safe cast: the check above has verified that these are strings.
  const uris = [...new Set(redirectUris as string[])];
  return {
    name: shownName(name),
    redirectUris: uris,
    takesRefreshTokens: grants.includes('refresh_token'),
    anyLoopbackPort: uris.some((uri) => isLoopback(new URL(uri))),
  };
}

function faultOfRedirectUris(given: unknown): string | undefined {
  if (!Array.isArray(given) || given.length === 0) return 'redirect_uris must be an array of at least one URL.';
  if (given.length > MAX_REDIRECT_URIS) return `redirect_uris must have at most ${MAX_REDIRECT_URIS} entries.`;
  for (const uri of given) {
    const fault = typeof uri === 'string' ? faultOfRedirectUri(uri, { isNative: true }) : 'must be a string';
    if (fault !== undefined) return `redirect_uris: ${String(uri).slice(0, 100)} ${fault}.`;
  }
  return undefined;
}

/** Returns the name as one line without control characters, so that it cannot hide other text on the consent page. */
function shownName(name: string): string {
  const plain = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return Array.from(plain).slice(0, MAX_NAME_CHARACTERS).join('') || 'Unnamed application';
}

function listOf(given: unknown, absent: readonly string[]): readonly string[] | undefined {
  if (given === undefined) return absent;
  return Array.isArray(given) && given.every((one) => typeof one === 'string') ? given : undefined;
}

function metadataFault(sentence: string): RegistrationFault {
  return { error: 'invalid_client_metadata', error_description: `The client metadata ${sentence}.` };
}

/**
 * Returns the route `POST /oauth/register`, where clients register themselves (RFC 7591), with an hourly limit per
 * address.
 */
export function registrationRoute(db: Db): Route {
  return route({
    method: 'POST',
    path: '/oauth/register',
    summary: 'Register an OAuth client',
    scope: undefined,
    bodyLimitBytes: MAX_REQUEST_BYTES,
    body: registrationRequest,
    handle: async ({ body, clientAddress }) => {
      const wanted = judgeRegistration(body);
      if ('error' in wanted) return { status: 400, body: wanted };
      await requireCapacity(db, clientAddress);
      return register(db, wanted);
    },
  });
}

async function requireCapacity(db: Db, clientAddress: string): Promise<void> {
  const isTooMany = await isOverLimit(db, 'register', clientAddress);
  const [unused] = await countUnused(db, MAX_UNUSED_REGISTRATIONS);
  if (!isTooMany && (unused?.count ?? 0) < MAX_UNUSED_REGISTRATIONS) return;
  throw new Refusal('rate_limit_exceeded', {
    message: 'Too many clients were registered recently.',
    fix: 'Use an existing client ID, or ask an admin to create a client in the settings.',
    retryAfterSeconds: HOUR_SECONDS,
  });
}

async function register(db: Db, wanted: Wanted): Promise<Reply> {
  const { name, redirectUris, takesRefreshTokens, anyLoopbackPort } = wanted;
  const clientId = randomText(CLIENT_ID_CHARACTERS);
  const [row] = await insertClient(
    db,
    clientId,
    null,
    name,
    redirectUris,
    takesRefreshTokens,
    anyLoopbackPort,
    null,
    null,
  );
  if (!row) throw new Error('Inserting a client returned no row');
  return {
    status: 201,
    body: {
      client_id: clientId,
      client_id_issued_at: Math.floor(row.created_at.getTime() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: takesRefreshTokens ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  };
}

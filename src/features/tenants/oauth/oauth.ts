import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Dialect } from '../../../http/dialect.ts';
import type { Sessions } from '../../../http/principal.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import type { Route } from '../../../http/route.ts';
import { readMember } from '../people/index.ts';
import { consentRoutes } from './consent.ts';
import { createEngineSource } from './engine.ts';
import { metadataRoutes } from './metadata.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { registrationRoute } from './registration.ts';

/**
 * Format of errors for requests to `/oauth` that are rejected before they reach the OAuth library, for example because
 * the body is too large (RFC 6749 section 5.2).
 */
const oauthDialect: Dialect = {
  covers: (path) => path.startsWith('/oauth/'),
  headers: () => ({}),
  problem: ({ body, headers }) => ({
    body: { error: errorOf(body), error_description: body.message, request_id: body.request_id },
    headers,
  }),
  notFound: () => ({}),
};

function errorOf({ name, status }: ProblemBody): string {
  if (name === 'service_unavailable' || name === 'rate_limit_exceeded') return 'temporarily_unavailable';
  if (name === 'cross_site_request' || name === 'forbidden') return 'access_denied';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

export interface Oauth {
  readonly routes: readonly Route[];
  readonly dialects: readonly Dialect[];
}

/** Creates the OAuth 2.0 server (RFC 6749, 7009, 7591, 7636, 8414, 8707, 9207, 9728) of an installation. */
export function createOauth(parts: {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly sessions: Sessions;
  /** Public base URL without a trailing slash, used as the issuer. */
  readonly baseUrl: () => string;
}): Oauth {
  const { db, vault, log, sessions, baseUrl } = parts;
  const isMember = async ({ personId, accountId }: { personId: number; accountId: number }): Promise<boolean> =>
    (await readMember(db, personId, accountId)) !== undefined;
  const engine = createEngineSource({ db, vault, log, baseUrl, isMember });
  return {
    routes: [
      ...metadataRoutes(baseUrl),
      ...protocolRoutes({ db, vault, engine, baseUrl }),
      ...consentRoutes({ db, vault, sessions, engine, baseUrl }),
      registrationRoute(db),
    ],
    dialects: [oauthDialect],
  };
}

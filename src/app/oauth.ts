import {
  audienceOfPath,
  createOauth,
  createTokenAuthenticator,
  oauthDashboardRoutes,
  type Oauth,
} from '../features/tenants/oauth/index.ts';
import type { Authenticate, Sessions } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

/** Creates the OAuth server of an installation. */
export function oauthOf({ db, vault, log }: Installation, sessions: Sessions, baseUrl: () => string): Oauth {
  return createOauth({ db, vault, log, sessions, baseUrl });
}

/** Returns the dashboard routes for OAuth clients and their grants. */
export function oauthDashboardOf({ db }: Installation): Route[] {
  return oauthDashboardRoutes({ db });
}

/**
 * Returns an authenticator that accepts the access tokens of OAuth clients, each only for its own resource (audience),
 * and passes all other tokens to `keys`.
 */
export function withOauthTokens({ db, clock }: Installation, keys: Authenticate): Authenticate {
  const tokens = createTokenAuthenticator(db, clock);
  return (token, path) => (tokens.covers(token) ? tokens.authenticate(token, audienceOfPath(path)) : keys(token, path));
}

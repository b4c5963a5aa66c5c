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

/** The OAuth server of an installation; people answer it in the browser that they are signed in with. */
export function oauthOf({ db, vault, log }: Installation, sessions: Sessions, baseUrl: () => string): Oauth {
  return createOauth({ db, vault, log, sessions, baseUrl });
}

/** The settings' routes of clients and of what was allowed to them. */
export function oauthDashboardOf({ db }: Installation): Route[] {
  return oauthDashboardRoutes({ db });
}

/** Recognises tokens of OAuth clients, each at the resource that it is for, and asks `keys` about all others. */
export function withOauthTokens({ db, clock }: Installation, keys: Authenticate): Authenticate {
  const tokens = createTokenAuthenticator(db, clock);
  return (token, path) => (tokens.covers(token) ? tokens.authenticate(token, audienceOfPath(path)) : keys(token, path));
}

import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../account/scopes.ts';
import type { Route } from '../route.ts';
import type { Json } from './schemas.ts';

/** Matches scopes that only signed-in users can have. */
const SESSION_SCOPE = /^(?:dashboard:|operator$)/;

const SCHEMES: Readonly<Record<string, Json>> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, created in the dashboard or with `postrider key create`. For the account API, use a personal access token.',
  },
  oauth2: {
    type: 'oauth2',
    description: 'A token of an OAuth client. Without a scope, the token has access to the whole account API.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        scopes: { [ACCOUNT_SCOPE]: 'The account API', 'account:read': 'Read access to the account API' },
      },
    },
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'postrider_session',
    description: 'The session of a signed-in user. Over HTTPS, the cookie name has the prefix `__Host-`.',
  },
};

/**
 * Returns the alternative security requirements of an operation, each with its scope (OpenAPI 3.1, Security Requirement
 * Object).
 */
export function securityOf(scope: Route['scope']): Json[] {
  return [scope ?? []].flat().flatMap((one) => schemesOf(one).map((scheme) => ({ [scheme]: [one] })));
}

/** Returns whether only signed-in users may call the operation. */
export function isForSessions(scope: Route['scope']): boolean {
  const scopes = [scope ?? []].flat();
  return scopes.length > 0 && scopes.every((one) => SESSION_SCOPE.test(one));
}

/** Returns the security schemes that operations with these scopes use. */
export function securitySchemesOf(scopes: readonly string[]): Json {
  const names = new Set(['apiKey', ...scopes.flatMap(schemesOf)]);
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => names.has(name)));
}

function schemesOf(scope: string): string[] {
  if (SESSION_SCOPE.test(scope)) return ['session'];
  return ACCOUNT_READ_SCOPES.includes(scope) ? ['apiKey', 'oauth2'] : ['apiKey'];
}

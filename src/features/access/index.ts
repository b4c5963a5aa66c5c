export { createKey, hasKey, listKeys, newApiKey, revokeKey, SCOPES, SCOPES_OF_ROLE } from './keys.ts';
export { createAuthenticator } from './authenticate.ts';
export { keyRoutes } from './routes.ts';
export { faultOfDomainKey } from './schema.ts';
export { createLastUse } from './last-use.ts';
export { createToken, findMember, findToken, listTokens, revokeToken, type Token } from './tokens.ts';

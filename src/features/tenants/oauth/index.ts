export { createOauth } from './oauth.ts';
export type { Oauth } from './oauth.ts';
export { mcpResourceMetadataUrl } from './metadata.ts';
export { endGrantsOfPerson } from './grants.ts';
export { oauthDashboardRoutes } from './dashboard-routes.ts';
export { purgeOauth } from './purge.ts';
export { audienceOfPath } from './scopes.ts';
export { createTokenAuthenticator } from './tokens.ts';
export { sealedOauthColumns } from './sealed.ts';

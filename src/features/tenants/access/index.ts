export { createKey, hasKey, listKeys, newApiKey, revokeKey, SCOPES, SCOPES_OF_ROLE } from './keys.ts';
export type { NewKey } from './keys.ts';
export { createAuthenticator, createCallers } from './authenticate.ts';
export { labelOf, listKeysMadeBy } from './manage.ts';
export type { PresentedKey } from './present.ts';
export { KEY_EXAMPLE, keySchema } from './route-docs.ts';
export { keyRoutes } from './routes.ts';
export { createLastUse } from './last-use.ts';
export * from './signing-keys.ts';
export {
  createToken,
  findMember,
  findToken,
  listTokens,
  revokeToken,
  revokeTokensOfPerson,
  type Token,
} from './tokens.ts';

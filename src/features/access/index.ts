export { createKey, hasKey, listKeys, revokeKey, SCOPES } from './keys.ts';
export { createAuthenticator } from './authenticate.ts';

import { createPrivateKey } from 'node:crypto';
import type { Configuration, errors as engineErrors } from 'oidc-provider';
import type { Vault } from '../../../base/crypto.ts';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { UNKNOWN_SCOPES } from './authorization-request.ts';
import { renderErrorPage } from './consent-page.ts';
import { LIFETIMES } from './limits.ts';
import { isOfOrigin } from './redirect-uris.ts';
import { audienceOfResource, SCOPES_OF } from './scopes.ts';
import { parseSubject, type Subject } from './subject.ts';

/** DER prefix of an Ed25519 private key before its 32 bytes (RFC 8410 section 7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Path of the token revocation endpoint. */
export const REVOCATION_PATH = '/oauth/revoke';

/** Error classes of the OAuth engine. They are passed in because the engine is loaded on demand. */
export type EngineErrors = typeof engineErrors;

interface ConfigurationParts {
  readonly vault: Vault;
  readonly baseUrl: string;
  readonly errors: EngineErrors;
  /** Returns whether the user is still a member of the account. */
  readonly isMember: (subject: Subject) => Promise<boolean>;
}

/** Returns the engine's configuration, except the storage. */
export function configurationOf(parts: ConfigurationParts): Configuration {
  return {
    ...keysOf(parts.vault),
    ...policyOf(parts.isMember),
    extraParams: refusalsOf(parts.errors),
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: REVOCATION_PATH },
    interactions: { url: (_ctx, { uid }) => `/oauth/consent/${uid}` },
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.code,
      RefreshToken: LIFETIMES.refreshToken,
      Interaction: LIFETIMES.interaction,
      Grant: LIFETIMES.grant,
      Session: LIFETIMES.interaction,
    },
    features: featuresOf(parts),
    renderError: (ctx, out) => {
      const { texts } = themeForVisitor(ctx.get('accept-language'));
      const page = renderErrorPage(texts, out.error, out.error_description);
      ctx.body = page.body;
      ctx.set({ ...page.headers });
    },
  };
}

/** Returns keys that are derived from the master secret and therefore the same in all processes. */
function keysOf(vault: Vault): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;
  return {
    // The engine requires a signing key, but never uses it, because it issues no ID tokens.
    jwks: { keys: [signingKey(vault)] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA', token_endpoint_auth_method: 'none' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: {
      names: { session: 'postrider_oauth_session', interaction: 'postrider_oauth', resume: 'postrider_oauth_resume' },
      // The first key signs new cookies. All keys are accepted.
      keys: vault.deriveAll('oauth cookies').map((key) => key.toString('base64url')),
      short: cookie,
      long: cookie,
    },
  };
}

function signingKey(vault: Vault): Record<string, string> {
  const der = Buffer.concat([ED25519_PREFIX, vault.derive('oauth signing')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { kty = '', crv = '', d = '', x = '' } = key.export({ format: 'jwk' });
  return { kty, crv, d, x, use: 'sig', alg: 'EdDSA' };
}

/** Rejects invalid parameters once the engine can redirect the error to the client. */
function refusalsOf(errors: EngineErrors): Configuration['extraParams'] {
  return {
    [UNKNOWN_SCOPES]: (_ctx, named) => {
      if (named !== undefined)
        throw new errors.InvalidScope('none of the requested scopes exist for this resource', named);
    },
  };
}

/** Settings for which RFC 9700 leaves the choice to the server. */
function policyOf(isMember: ConfigurationParts['isMember']): Configuration {
  return {
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Tokens have their own lifetimes, because the engine has no browser sessions.
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    findAccount: async (_ctx, text) => {
      const subject = parseSubject(text);
      if (!subject || !(await isMember(subject))) return undefined;
      return { accountId: text, claims: () => ({ sub: text }) };
    },
    // A public client's web pages may redeem codes from the origins of its redirect URIs.
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some((uri) => isOfOrigin(uri, origin)),
  };
}

function featuresOf({ baseUrl, errors }: ConfigurationParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? baseUrl,
      getResourceServerInfo: (_ctx, indicator) => {
        const audience = audienceOfResource(indicator, baseUrl);
        if (audience === undefined) throw new errors.InvalidTarget();
        return {
          scope: SCOPES_OF[audience].join(' '),
          audience: indicator,
          accessTokenTTL: LIFETIMES.accessToken,
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}

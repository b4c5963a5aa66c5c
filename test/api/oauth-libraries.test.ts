import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { REDIRECT, refusedSoon, signedIn, type Browser } from './oauth-browser.ts';

let base: string;
let browser: Browser;

/** Runs unmodified third-party libraries against a running server. */

const app = shared(startApp);

beforeAll(async () => {
  base = app.api.baseUrl;
  ({ browser } = await signedIn(app));
});

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  it('discovers, registers, authorizes, redeems, refreshes and revokes', async () => {
    const issuer = new URL(base);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const metadata = {
      client_name: 'A web page',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    };
    const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
    const client = await oauth.processDynamicClientRegistrationResponse(registered);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'account:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const back = oauth.validateAuthResponse(server, client, await browser.authorize(url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      back,
      REDIRECT,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'account:read' });

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', insecure),
    );
    const me = await oauth.protectedResourceRequest(
      refreshed.access_token,
      'GET',
      new URL(`${base}/me`),
      undefined,
      undefined,
      insecure,
    );
    expect(me.status).toBe(200);
    const revoked = await oauth.revocationRequest(server, client, oauth.None(), refreshed.access_token, insecure);
    await oauth.processRevocationResponse(revoked);
    await refusedSoon(app, refreshed.access_token);
  });

  it('finds the authorization server of a resource (RFC 9728)', async () => {
    const resource = new URL(`${base}/mcp`);
    const response = await oauth.resourceDiscoveryRequest(resource, insecure);
    const document = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(document.authorization_servers).toEqual([base]);
  });
});

describe('openid-client', () => {
  it.each([
    ['in the header', openid.ClientSecretBasic],
    ['in the form', openid.ClientSecretPost],
  ])('works for a preregistered client with its secret %s', async (_, authentication) => {
    const redirect = 'https://shop.example/callback';
    const made = await browser.open(`${base}/dashboard/oauth-clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name: 'Shop', redirect_uris: [redirect] }),
    });
    const { client_id, client_secret } = (await made.json()) as { client_id: string; client_secret: string };
    const config = await openid.discovery(new URL(base), client_id, undefined, authentication(client_secret), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = await browser.authorize(url);
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens.scope).toBe('account');
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const me = await openid.fetchProtectedResource(config, refreshed.access_token, new URL(`${base}/me`), 'GET');
    expect(me.status).toBe(200);
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    await refusedSoon(app, refreshed.access_token);
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('registers dynamically', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(base),
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    expect(config.clientMetadata()).toMatchObject({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' });
  });
});

describe.each(['2025-11-25', '2026-07-28'])('Model Context Protocol client, %s', (era) => {
  it('discovers the server from a 401, registers, asks the person, and calls tools', async () => {
    const seen: URL[] = [];
    const provider = createProvider(seen);
    const first = connectionOf(provider, era);
    await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
    const [asked] = seen;
    expect(asked?.searchParams.get('resource')).toBe(`${base}/mcp`);
    expect(asked?.searchParams.get('scope')).toContain('transactional:send');
    const back = await browser.authorize(asked ?? '');
    await first.transport.finishAuth(back.searchParams);

    const { client, transport } = connectionOf(provider, era);
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['send-email', 'get-quota']));
    const quota = await client.callTool({ name: 'get-quota', arguments: {} });
    expect(quota.isError ?? false).toBe(false);
    await client.close();
  });

  it('refreshes an expired token without the person', async () => {
    const seen: URL[] = [];
    const provider = createProvider(seen);
    const first = connectionOf(provider, era);
    await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
    await first.transport.finishAuth((await browser.authorize(seen[0] ?? '')).searchParams);
    const before = (await provider.tokens())?.access_token;
    await app.installation.db.script(
      `update oauth_artifact set expires_at = now() - interval '1 second' where kind = 'AccessToken'`,
    );
    const { client, transport } = connectionOf(provider, era);
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect((await provider.tokens())?.access_token).not.toBe(before);
    expect(seen).toHaveLength(1);
    await client.close();
  });
});

function connectionOf(provider: OAuthClientProvider, era: string) {
  const options = era === '2026-07-28' ? ({ versionNegotiation: { mode: 'auto' } } as const) : {};
  const client = new Client({ name: 'tests', version: '1.0.0' }, options);
  return { client, transport: new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider }) };
}

/** Creates the storage of an OAuth client. Collects URLs instead of opening a browser. */
function createProvider(seen: URL[]): OAuthClientProvider {
  type Discovered = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];
  type Kept = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
  let client: Kept | undefined;
  let tokens: Parameters<OAuthClientProvider['saveTokens']>[0] | undefined;
  let verifier = '';
  let discovered: Discovered | undefined;
  return {
    redirectUrl: 'http://localhost:51999/callback',
    clientMetadata: {
      client_name: 'An assistant',
      redirect_uris: ['http://localhost:51999/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void seen.push(url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => void (discovered = given),
    discoveryState: () => discovered,
  };
}

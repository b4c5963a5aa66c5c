import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { authorizationUrl, obtainTokens, postForm, registerClient, signedIn, type Browser } from './oauth-browser.ts';

const GRANTS = ['authorization_code', 'refresh_token'];

/** Registration metadata of common assistants, from their source code, their documentation, and recorded requests. */
const CLIENTS: readonly (readonly [
  name: string,
  metadata: Record<string, unknown>,
  redirectUris: readonly string[],
])[] = [
  [
    'Claude',
    { response_types: ['code'], token_endpoint_auth_method: 'none', scope: 'transactional:read transactional:send' },
    ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  ],
  [
    'ChatGPT',
    { response_types: ['code'], token_endpoint_auth_method: 'none' },
    ['https://chatgpt.com/connector_platform_oauth_redirect', 'https://chatgpt.com/connector/oauth/a1B2c3D4'],
  ],
  [
    'Cursor',
    { response_types: ['code'], token_endpoint_auth_method: 'none' },
    [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  ],
  [
    'Visual Studio Code',
    {
      client_uri: 'https://code.visualstudio.com',
      grant_types: [...GRANTS, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
  ],
  [
    'MCP Inspector',
    {
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'transactional:read transactional:send',
    },
    ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
  ],
];

let app: TestApp;
let base: string;
let browser: Browser;

beforeAll(async () => {
  app = await startApp();
  base = app.api.baseUrl;
  ({ browser } = await signedIn(app));
});
afterAll(async () => app.close());

describe.each(CLIENTS)('registration of %s', (name, metadata, redirectUris) => {
  it('is accepted, and each redirect URI gets a code that gives access to the tools', async () => {
    const registered = await registerClient(base, {
      client_name: name,
      grant_types: GRANTS,
      redirect_uris: redirectUris,
      ...metadata,
    });
    expect(registered).toMatchObject({ client_name: name, redirect_uris: redirectUris, grant_types: GRANTS });
    const { client_id } = registered;
    const resource = `${base}/mcp`;
    for (const redirect_uri of redirectUris) {
      const request = { redirect_uri, resource, scope: 'transactional:read' };
      const back = await browser.authorize(authorizationUrl(base, client_id, request));
      expect(back.href.startsWith(`${redirect_uri}?code=`), back.href).toBe(true);
    }
    const [redirect_uri = ''] = redirectUris;
    const tokens = await obtainTokens(base, browser, client_id, { redirect_uri, resource });
    const listed = await fetch(resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('"send-email"')]);
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id };
    expect((await postForm(`${base}/oauth/token`, again)).status).toBe(200);
  });
});

it("shows an app's custom scheme on the consent page, which can redirect to it", async () => {
  const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const { client_id } = await registerClient(base, { redirect_uris: [redirect_uri] });
  const started = await browser.open(authorizationUrl(base, client_id, { redirect_uri }).href);
  const page = await browser.open(started.headers.get('location') ?? '');
  const text = await page.text();
  expect(text).toContain('is sent to the app on this device');
  expect(text).toContain('<strong><bdi>cursor://anysphere.cursor-mcp</bdi></strong>');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https: cursor:;");
});

it('allows no web page to read the tokens of an app, because apps have no origin', async () => {
  const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const { client_id } = await registerClient(base, { redirect_uris: [redirect_uri] });
  const { refresh_token } = await obtainTokens(base, browser, client_id, { redirect_uri });
  const form = { grant_type: 'refresh_token', refresh_token, client_id };
  const { headers } = await postForm(`${base}/oauth/token`, form, { origin: 'null' });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

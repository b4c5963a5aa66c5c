import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { docJson } from '../support/doc-blocks.ts';
import { shared } from '../support/shared.ts';
import {
  authorizationUrl,
  createBrowser,
  formOf,
  obtainCode,
  obtainTokens,
  pkce,
  postForm,
  REDIRECT,
  refusedSoon,
  registerClient,
  signedIn,
} from './oauth-browser.ts';

let base: string;

const app = shared(startApp);

beforeAll(async () => {
  base = app.api.baseUrl;
});

describe('client', () => {
  it('gets a code at its redirect URI with the state and the issuer (RFC 9207)', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const back = await browser.authorize(authorizationUrl(base, client_id, { state: 'a b&c=ü' }));
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{40,}$/),
      state: 'a b&c=ü',
      iss: base,
    });
  });

  it('gets tokens as clients of the account API expect them', async () => {
    const { client_id } = await registerClient(base);
    const { browser, accountId } = await signedIn(app);
    const { form } = await obtainCode(base, browser, client_id);
    const { status, headers, body } = await postForm(`${base}/oauth/token`, form);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...docJson('docs/oauth.md', /"token_type"/),
        access_token: expect.stringMatching(/^poa_[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^por_[\w-]{43}$/),
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const me = await app.client(body.access_token).get('/me');
    expect([me.status, me.body.name]).toEqual([200, 'Ada Lovelace']);
    expect(accountId).toBeGreaterThan(0);
  });

  it('gets no refresh token if it did not request that grant', async () => {
    const { client_id } = await registerClient(base, { grant_types: undefined });
    const { browser } = await signedIn(app);
    const tokens = await obtainTokens(base, browser, client_id);
    expect(Object.keys(tokens)).not.toContain('refresh_token');
  });

  it('gets access_denied if the person refuses', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const back = await browser.authorize(authorizationUrl(base, client_id), { decision: 'refuse' });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
      iss: base,
    });
  });

  it('gets login_required for prompt=none because consent is never stored', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    await browser.authorize(authorizationUrl(base, client_id));
    const again = await browser.authorize(authorizationUrl(base, client_id, { prompt: 'none' }));
    expect(again.searchParams.get('error')).toBe('login_required');
  });

  it.each([
    ['unknown ones are ignored', 'contacts:read account:read openid offline_access', 'account:read'],
    ['none defaults to the account', undefined, 'account'],
    ['an empty one defaults to the account', '', 'account'],
    [
      'scopes of the transactional API',
      'transactional:read transactional:send',
      'transactional:read transactional:send',
    ],
  ])('gets only known scopes: %s', async (_, scope, granted) => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const tokens = await obtainTokens(base, browser, client_id, { scope, nonce: 'n', prompt: 'select_account' });
    expect(tokens.scope).toBe(granted);
  });
});

describe('request with only unknown or unsuitable scopes', () => {
  it.each([
    ['unknown ones', { scope: 'contacts.write' }],
    ['common ones of other servers', { scope: 'openid offline_access' }],
    ['scopes of the API for /mcp', { scope: 'dashboard:read transactional:manage', resource: '/mcp' }],
  ])('returns invalid_scope to the client: %s', async (_, { resource, ...changes }: Record<string, string>) => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const asked = { ...changes, ...(resource !== undefined && { resource: `${base}${resource}` }) };
    const back = await browser.authorize(authorizationUrl(base, client_id, asked));
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'invalid_scope', state: 'the state' });
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('gets an error page if its redirect URI is not registered', async () => {
    const { client_id } = await registerClient(base);
    const asked = authorizationUrl(base, client_id, { scope: 'nothing', redirect_uri: 'https://evil.example/' });
    const answer = await createBrowser(base).open(asked.href);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('gets all tools at /mcp without scopes, and the known ones of several', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const resource = `${base}/mcp`;
    const silent = await obtainTokens(base, browser, client_id, { resource });
    expect(silent.scope).toBe('account:read account transactional:read transactional:send');
    const mixed = await obtainTokens(base, browser, client_id, { resource, scope: 'openid transactional:read' });
    expect(mixed.scope).toBe('transactional:read');
  });
});

describe('access with a token', () => {
  it('is limited by the granted scopes', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const { access_token } = await obtainTokens(base, browser, client_id, { scope: 'transactional:read' });
    const client = app.client(access_token);
    expect((await client.get('/transactional/emails')).status).toBe(200);
    expect((await client.post('/transactional/emails', {})).status).toBe(403);
    expect((await client.get('/dashboard/grants')).status).toBe(403);
  });

  it("is limited by the person's current role", async () => {
    const { client_id } = await registerClient(base);
    const { browser, accountId, personId } = await signedIn(app);
    const { access_token } = await obtainTokens(base, browser, client_id, {
      scope: 'transactional:read transactional:send',
    });
    const client = app.client(access_token);
    expect((await client.post('/transactional/emails', {})).status).toBe(422);
    await setRole(personId, accountId, 'read_only');
    await expect.poll(async () => (await client.post('/transactional/emails', {})).status).toBe(403);
    expect((await client.get('/transactional/emails')).status).toBe(200);
  });

  it('ends with the membership, also for its refresh token', async () => {
    const { client_id } = await registerClient(base);
    const { browser, accountId, personId } = await signedIn(app);
    const { access_token, refresh_token } = await obtainTokens(base, browser, client_id);
    await app.installation.db.query(
      { name: '', text: 'delete from membership where person_id = $1 and account_id = $2' },
      [personId, accountId],
    );
    await refusedSoon(app, access_token);
    const refreshed = await postForm(`${base}/oauth/token`, { grant_type: 'refresh_token', refresh_token, client_id });
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
  });

  it("is limited to the selected account, which must be the person's own", async () => {
    const { client_id } = await registerClient(base);
    const { browser, personId } = await signedIn(app);
    const other = await app.newAccount();
    const foreign = await app.newAccount();
    await app.installation.db.query(
      { name: '', text: `insert into membership (account_id, person_id, role) values ($1, $2, 'member')` },
      [other.account.id, personId],
    );
    const { verifier, challenge } = pkce();
    const url = authorizationUrl(base, client_id, { code_challenge: challenge, scope: 'transactional:read' });
    const back = await browser.authorize(url, { account: other.account.id });
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT, client_id, code_verifier: verifier };
    const tokens = await postForm(`${base}/oauth/token`, { ...form, code: back.searchParams.get('code') ?? '' });
    const [grant] = await app.installation.db.query<{ account_id: number }>(
      { name: '', text: 'select account_id from oauth_grant where client_id = $1' },
      [client_id],
    );
    expect([tokens.status, grant?.account_id]).toEqual([200, other.account.id]);
    await expect(browser.authorize(authorizationUrl(base, client_id), { account: foreign.account.id })).rejects.toThrow(
      /403: .*access_denied/,
    );
  });

  it('is bound to the resource (RFC 8707): a token for /mcp is refused by the API and vice versa', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const forMcp = await obtainTokens(base, browser, client_id, {
      resource: `${base}/mcp`,
      scope: 'transactional:read',
    });
    const forApi = await obtainTokens(base, browser, client_id, { scope: 'transactional:read' });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = { accept: 'application/json, text/event-stream' };
    expect((await app.client(forMcp.access_token).post('/mcp', list, accept)).status).toBe(200);
    expect((await app.client(forMcp.access_token).get('/transactional/emails')).status).toBe(401);
    expect((await app.client(forApi.access_token).get('/transactional/emails')).status).toBe(200);
    expect((await app.client(forApi.access_token).post('/mcp', list, accept)).status).toBe(401);
    expect((await app.client(forApi.access_token).post('/%6dcp', list, accept)).status).toBe(401);
  });

  it('is refused for a foreign resource', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const back = await browser.authorize(authorizationUrl(base, client_id, { resource: 'https://bank.example/' }));
    expect(back.searchParams.get('error')).toBe('invalid_target');
  });

  it("shares the rate limit of the person's other tokens", async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const { access_token } = await obtainTokens(base, browser, client_id);
    const answer = await app.client(access_token).get('/me');
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  });
});

describe('discovery documents', () => {
  it('describe the server (RFC 8414)', async () => {
    const answer = await fetch(`${base}/.well-known/oauth-authorization-server`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it.each([
    ['', '', ['account:read', 'account', 'transactional:read', 'transactional:send', 'transactional:manage']],
    ['/mcp', '/mcp', ['account:read', 'account', 'transactional:read', 'transactional:send']],
  ])('describe the resource at "%s" (RFC 9728)', async (suffix, resource, scopes) => {
    const answer = await fetch(`${base}/.well-known/oauth-protected-resource${suffix}`);
    expect(await answer.json()).toMatchObject({
      resource: `${base}${resource}`,
      authorization_servers: [base],
      scopes_supported: scopes,
    });
  });
});

describe('consent page', () => {
  it('redirects to the sign-in and back through a local path', async () => {
    const { client_id } = await registerClient(base);
    const browser = createBrowser(base);
    const started = await browser.open(authorizationUrl(base, client_id).href);
    const consent = new URL(started.headers.get('location') ?? '', base);
    const page = await browser.open(consent.href);
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`/app/sign-in?next=${encodeURIComponent(consent.pathname)}`);
  });

  it('names the client and the scopes without injected content', async () => {
    const name = '</h1><script>alert(1)</script>\u202e\n"Bank"';
    const { client_id } = await registerClient(base, { client_name: name, redirect_uris: ['https://shop.example/cb'] });
    const { browser } = await signedIn(app);
    const started = await browser.open(
      authorizationUrl(base, client_id, { redirect_uri: 'https://shop.example/cb', scope: 'transactional:send' }).href,
    );
    const page = await browser.open(started.headers.get('location') ?? '');
    const text = await page.text();
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\u202e');
    expect(text).toContain('&lt;/h1&gt;&lt;script&gt;');
    expect(text).toContain('<strong><bdi>shop.example</bdi></strong>');
    expect(text).toContain('registered itself');
    expect(text).toContain('Send email to any address on behalf of the account');
    expect(Buffer.byteLength(text)).toBeLessThan(6_000);
  });

  it('works only in the browser that started the request', async () => {
    const { client_id } = await registerClient(base);
    const attacker = createBrowser(base);
    const started = await attacker.open(authorizationUrl(base, client_id).href);
    const { browser: victim } = await signedIn(app);
    const page = await victim.open(started.headers.get('location') ?? '');
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('Go back to the application');
  });

  it('refuses the proof of another request and other sites', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const started = await browser.open(authorizationUrl(base, client_id).href);
    const consent = started.headers.get('location') ?? '';
    const account = '1';
    const other = { method: 'POST', body: new URLSearchParams({ proof: 'x', decision: 'allow', account }) };
    expect((await browser.open(consent, other)).status).toBe(403);
    const text = await (await browser.open(consent)).text();
    const proof = /name="proof" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const body = new URLSearchParams({ proof, decision: 'allow', account });
    const crossSite = { method: 'POST', body, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await browser.open(consent, crossSite)).status).toBe(403);
  });

  it('accepts the first of two answers, and none after the client is deleted', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    const started = await browser.open(authorizationUrl(base, client_id).href);
    const consent = started.headers.get('location') ?? '';
    const text = await (await browser.open(consent)).text();
    const first = await browser.open(consent, formOf(text));
    const second = await browser.open(consent, formOf(text, { decision: 'refuse' }));
    expect([first.status, second.status]).toEqual([303, 303]);
    const resume = second.headers.get('location') ?? '';
    expect(resume).toBe(first.headers.get('location'));
    const back = await browser.open(resume);
    expect(new URL(back.headers.get('location') ?? '').searchParams.get('code')).not.toBeNull();
    expect((await browser.open(resume)).status).toBe(400);
    expect((await browser.open(consent)).status).toBe(400);

    const again = await browser.open(authorizationUrl(base, client_id).href);
    await app.installation.db.script(`delete from oauth_client where client_id = '${client_id}'`);
    expect((await browser.open(again.headers.get('location') ?? '')).status).toBe(400);
  });

  it('leaves no reusable session on the server', async () => {
    const { client_id } = await registerClient(base);
    const { browser } = await signedIn(app);
    await browser.authorize(authorizationUrl(base, client_id));
    expect(browser.cookieFor('/')).not.toContain('postrider_oauth_session');
    expect(browser.cookieFor('/oauth/authorize')).not.toContain('postrider_oauth');
  });
});

describe('with https', () => {
  it('cookies are secure and URLs use https regardless of the proxy', async () => {
    const secure = await startApp({ POSTRIDER_BASE_URL: 'https://mail.example.com' });
    const { port } = secure.api;
    const browser = createBrowser(`http://127.0.0.1:${port}`);
    const { client_id } = await registerClient(`http://127.0.0.1:${port}`);
    const url = authorizationUrl(`http://127.0.0.1:${port}`, client_id);
    const started = await browser.open(url.href, { headers: { 'x-forwarded-proto': 'http' } });
    expect(started.status).toBe(303);
    const cookies = started.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/i);
    const refused = await browser.open(`${url.href}&prompt=none`);
    expect(new URL(refused.headers.get('location') ?? '').searchParams.get('iss')).toBe('https://mail.example.com');
    await secure.close();
  });
});

async function setRole(personId: number, accountId: number, role: string): Promise<void> {
  await app.installation.db.query(
    { name: '', text: 'update membership set role = $3 where person_id = $1 and account_id = $2' },
    [personId, accountId, role],
  );
}

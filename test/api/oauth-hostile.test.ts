import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { goesOn } from '../support/time-left.ts';
import { pick, randomFrom, seedOfRun } from '../support/random.ts';
import { shared } from '../support/shared.ts';
import {
  authorizationUrl,
  obtainTokens,
  postForm,
  REDIRECT,
  registerClient,
  signedIn,
  type Browser,
} from './oauth-browser.ts';

/** Number of requests. FUZZ_SEED reproduces a failure, and FUZZ_REQUESTS changes the number. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 400);
const seed = seedOfRun();
const HOUR_MS = 3_600_000;

let base: string;
let browser: Browser;
let clientId: string;

const app = shared(async () => startApp({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1' }));

beforeAll(async () => {
  base = app.api.baseUrl;
  ({ browser } = await signedIn(app));
  ({ client_id: clientId } = await registerClient(base));
});

async function register(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe('registration (RFC 7591)', () => {
  it.each([
    ['no redirect URI', {}, 'invalid_redirect_uri'],
    ['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['an invalid list', { redirect_uris: 'https://a.example' }, 'invalid_redirect_uri'],
    ['a URI that is not text', { redirect_uris: [{}] }, 'invalid_redirect_uri'],
    ['plain http', { redirect_uris: ['http://shop.example/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript://app/%0aalert(1)'] }, 'invalid_redirect_uri'],
    ['an invalid URI among valid ones', { redirect_uris: [REDIRECT, 'file:///etc/passwd'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://shop.example/cb#x'] }, 'invalid_redirect_uri'],
    ['a URI with a password', { redirect_uris: ['https://a:b@shop.example/cb'] }, 'invalid_redirect_uri'],
    [
      'eleven URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://${at}.example`) },
      'invalid_redirect_uri',
    ],
    ['a too long URI', { redirect_uris: [`https://shop.example/${'x'.repeat(1_100)}`] }, 'invalid_redirect_uri'],
    ['an unsupported flow', { redirect_uris: [REDIRECT], response_types: ['token'] }, 'invalid_client_metadata'],
    ['an unsupported grant', { redirect_uris: [REDIRECT], grant_types: ['password'] }, 'invalid_client_metadata'],
    ['an invalid name', { redirect_uris: [REDIRECT], client_name: ['x'] }, 'invalid_client_metadata'],
    ['a JSON array', [], 'invalid_client_metadata'],
  ])('refuses %s', async (_, metadata, error) => {
    const answer = await register(metadata);
    expect([answer.status, answer.body['error']]).toEqual([400, error]);
    expect(answer.body['error_description']).toEqual(expect.any(String));
  });

  it('accepts ten redirect URIs and never issues a secret', async () => {
    const redirect_uris = Array.from({ length: 10 }, (_, at) => `https://${at}.example/cb`);
    const { status, body } = await register({
      redirect_uris,
      token_endpoint_auth_method: 'client_secret_basic',
      client_id: 'mine',
      client_secret: 'mine',
      jwks_uri: 'http://169.254.169.254/latest',
      sector_identifier_uri: 'https://169.254.169.254/x',
      scope: 'everything',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ redirect_uris, token_endpoint_auth_method: 'none' });
    expect(body['client_id']).not.toBe('mine');
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['client_secret']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['jwks_uri']));
  });

  it('is limited to thirty per hour for an address without affecting others', async () => {
    await goesOn(HOUR_MS, 10_000);
    const from = (address: string) => register({ redirect_uris: [REDIRECT] }, { 'x-forwarded-for': address });
    const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => from(`2001:db8:1:2::${at}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body['error']).toBe('temporarily_unavailable');
    expect(refused[0]?.headers.get('retry-after')).toBe('3600');
    expect((await from('2001:db8:1:3::1')).status).toBe(201);
  });
});

describe('every endpoint', () => {
  it.each(['/oauth/token', '/oauth/revoke', '/oauth/register'])('%s limits its input', async (path) => {
    const type = path === '/oauth/register' ? 'application/json' : 'application/x-www-form-urlencoded';
    const post = (body: string, headers = {}) =>
      fetch(`${base}${path}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
    const tooLarge = await post(`a=${'x'.repeat(40_000)}`);
    expect([tooLarge.status, ((await tooLarge.json()) as { error: string }).error]).toEqual([413, 'invalid_request']);
    expect((await post('x', { 'content-type': 'text/plain' })).status).toBe(415);
    for (const body of ['', '%', 'a=%00', 'a[b][c]=1', 'a=1&a=2', '{', '{"a":"\\u0000"}', '\xff']) {
      const answer = await post(body);
      expect(answer.status, body).toBeGreaterThanOrEqual(400);
      expect(answer.status, body).toBeLessThan(500);
      expect(await answer.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
    }
  });

  it('refuses lists and objects as values', async () => {
    const forms = [
      'grant_type=refresh_token&grant_type=authorization_code',
      'grant_type[]=refresh_token',
      'grant_type[a]=b',
    ];
    for (const form of forms) {
      const answer = await fetch(`${base}/oauth/token`, {
        method: 'POST',
        body: `${form}&client_id=${clientId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).toBe(400);
    }
    for (const changes of [
      { client_id: [clientId, clientId] },
      { code_challenge: ['a', 'b'] },
      { state: ['a', 'b'] },
    ]) {
      const answer = await browser.open(authorizationUrl(base, clientId, changes).href);
      expect([303, 400]).toContain(answer.status);
      expect(answer.headers.get('location') ?? 'error=').toContain('error=');
    }
  });

  it('refuses an authorization request that is too long to store', async () => {
    const kept = await browser.open(authorizationUrl(base, clientId, { state: 'x'.repeat(7_000) }).href);
    expect(kept.headers.get('location')).toContain('/oauth/consent/');
    const refused = await browser.open(authorizationUrl(base, clientId, { state: 'x'.repeat(8_500) }).href);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('too long')]);
  });

  it('stores six hundred authorization requests per hour for an address without affecting others', async () => {
    await goesOn(HOUR_MS, 10_000);
    await app.installation.db.script(
      `insert into oauth_attempt (kind, address, hour, attempts) values ('authorize', '192.0.2.7', date_trunc('hour', now()), 599)
         on conflict do nothing;
       insert into oauth_attempt (kind, address, hour, attempts)
         values ('authorize', '192.0.2.7', date_trunc('hour', now() + interval '1 hour'), 599)`,
    );
    const from = async (address: string) =>
      (await browser.open(authorizationUrl(base, clientId).href, { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('192.0.2.7'), await from('192.0.2.7'), await from('192.0.2.8')]).toEqual([303, 429, 303]);
  });

  it('refuses bearer tokens that only look like ours', async () => {
    for (const token of ['poa_', `poa_${'x'.repeat(43)}`, `poa_${'x'.repeat(400)}`, "poa_'; drop table person; --"]) {
      expect((await app.client(token).get('/me')).status).toBe(401);
    }
    const { refresh_token } = await obtainTokens(base, browser, clientId);
    expect((await app.client(refresh_token).get('/me')).status).toBe(401);
  });

  it('responds to random requests without an internal error', { timeout: 240_000 }, async () => {
    const random = randomFrom(seed);
    const strings = [...naughtyStrings, '\0', '\ud800', 'x'.repeat(3_000), '[]', '../../x', '%00', '-1'];
    const names = [
      'response_type client_id redirect_uri scope state code_challenge code_challenge_method resource prompt nonce claims',
      'request request_uri response_mode max_age id_token_hint registration code code_verifier grant_type refresh_token',
      'token token_type_hint client_secret client_assertion client_assertion_type proof decision account dpop_jkt',
      'authorization_details __proto__ constructor web_message_uri',
    ].flatMap((line) => line.split(' '));
    const good: Record<string, string> = Object.fromEntries(authorizationUrl(base, clientId).searchParams);
    for (let at = 0; at < REQUESTS; at += 1) {
      const parameters = new URLSearchParams(random() < 0.7 ? good : {});
      for (let count = random() * 4; count > 0; count -= 1) {
        const value = pick(strings, random).toWellFormed();
        if (random() < 0.8) parameters.set(pick(names, random), value);
        else parameters.append(`${pick(names, random)}${pick(['', '[]', '[a]', '[0][1]'], random)}`, value);
      }
      const path = pick(['/oauth/authorize', '/oauth/token', '/oauth/revoke', '/oauth/consent/xxxxxxxxxxxx'], random);
      const isGet = path === '/oauth/authorize' || random() < 0.1;
      const answer = isGet
        ? await browser.open(`${base}${path}?${parameters}`, { headers: { 'x-forwarded-for': `192.0.2.${at % 250}` } })
        : await browser.open(`${base}${path}`, { method: 'POST', body: parameters });
      expect(answer.status, `FUZZ_SEED=${seed} request ${at}: ${path} ${parameters}`).toBeLessThan(500);
      await answer.arrayBuffer();
    }
    const { refresh_token } = await obtainTokens(base, browser, clientId);
    const last = await postForm(`${base}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: clientId,
    });
    expect(last.status).toBe(200);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/base/log.ts';
import { startApi, type Api } from '../../src/app/api.ts';
import { startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import {
  authorizationUrl,
  createBrowser,
  obtainCode,
  obtainTokens,
  pkce,
  postForm,
  REDIRECT,
  refusedSoon,
  registerClient,
  signedIn,
  type Browser,
} from './oauth-browser.ts';

let base: string;
let browser: Browser;
let clientId: string;

/** Tests the individual requirements of RFC 9700 and RFC 8252. */

const app = shared(startApp);

beforeAll(async () => {
  base = app.api.baseUrl;
  ({ browser } = await signedIn(app));
  ({ client_id: clientId } = await registerClient(base));
});

const redeem = (form: Record<string, string>) => postForm(`${base}/oauth/token`, form);
const refresh = (token: string, client = clientId) =>
  redeem({ grant_type: 'refresh_token', refresh_token: token, client_id: client });

const script = (sql: string) => app.installation.db.script(sql);

/** Moves all earlier refreshes more than ten seconds into the past. */
const laterThanRepeats = () => script(`update oauth_refresh set since = since - interval '11 seconds'`);

async function errorOf(changes: Record<string, string | readonly string[] | undefined>): Promise<string | null> {
  return (await browser.authorize(authorizationUrl(base, clientId, changes))).searchParams.get('error');
}

/** Returns the error page that is shown instead of a redirect. */
async function pageOf(
  changes: Record<string, string | readonly string[] | undefined>,
  client = clientId,
): Promise<string> {
  const answer = await browser.open(authorizationUrl(base, client, changes).href);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('location')).toBeNull();
  return answer.text();
}

describe('proof keys (RFC 9700 section 2.1.1)', () => {
  it('must not be plain', async () => {
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
    expect(await errorOf({ code_challenge_method: undefined })).toBe('invalid_request');
  });

  it('are required, also for clients with a secret', async () => {
    expect(await errorOf({ code_challenge: undefined, code_challenge_method: undefined })).toBe('invalid_request');
    const { client_id } = await confidentialClient();
    const url = authorizationUrl(base, client_id, {
      redirect_uri: 'https://shop.example/cb',
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    expect((await browser.authorize(url)).searchParams.get('error')).toBe('invalid_request');
  });

  it('must match the verifier of the code', async () => {
    const { form } = await obtainCode(base, browser, clientId);
    expect((await redeem({ ...form, code_verifier: pkce().verifier })).body.error).toBe('invalid_grant');
    const { code_verifier: _, ...without } = form;
    expect((await redeem(without)).body.error).toBe('invalid_grant');
  });
});

describe('redirect URIs (RFC 9700 section 2.1)', () => {
  it.each([
    ['another path', 'http://127.0.0.1:9999/callback/more'],
    ['another host', 'http://evil.example:9999/callback'],
    ['a query', 'http://127.0.0.1:9999/callback?x=1'],
    ['a fragment', 'http://127.0.0.1:9999/callback#x'],
    ['a user name', 'http://127.0.0.1:9999@evil.example/callback'],
    ['other letter case', 'http://127.0.0.1:9999/Callback'],
    ['dot segments', 'http://127.0.0.1:9999/x/../callback'],
    ['an encoded letter', 'http://127.0.0.1:9999/%63allback'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
  ])('are compared exactly: %s', async (_, uri) => {
    await pageOf({ redirect_uri: uri });
  });

  it('are required', async () => {
    await pageOf({ redirect_uri: undefined });
  });

  it('are refused if repeated', async () => {
    await pageOf({ redirect_uri: [REDIRECT, 'https://evil.example/'] });
  });

  it('allow any port on the loopback address of a dynamically registered client (RFC 8252 section 7.3)', async () => {
    const back = await browser.authorize(
      authorizationUrl(base, clientId, { redirect_uri: 'http://127.0.0.1:51234/callback' }),
    );
    expect(back.port).toBe('51234');
    expect(back.searchParams.get('code')).not.toBeNull();
    await pageOf({ redirect_uri: 'http://localhost:51234/callback' });
  });

  it('require the registered port for all other clients', async () => {
    const { client_id } = await confidentialClient(['http://127.0.0.1:7000/cb']);
    await pageOf({ redirect_uri: 'http://127.0.0.1:7001/cb' }, client_id);
  });

  it('must be the same when the code is redeemed', async () => {
    const { form } = await obtainCode(base, browser, clientId, { redirect_uri: 'http://127.0.0.1:51234/callback' });
    expect((await redeem({ ...form, redirect_uri: REDIRECT })).body.error).toBe('invalid_grant');
  });

  it('keep a registered query, and others are refused', async () => {
    const uri = 'https://shop.example/cb?tenant=1';
    const { client_id } = await registerClient(base, { redirect_uris: [uri] });
    const back = await browser.authorize(authorizationUrl(base, client_id, { redirect_uri: uri }));
    expect(back.href).toMatch(/^https:\/\/shop\.example\/cb\?tenant=1&code=[\w-]+&state=/);
    for (const other of ['https://shop.example/cb', 'https://shop.example/cb?tenant=2', `${uri}&x=1`]) {
      await pageOf({ redirect_uri: other }, client_id);
    }
  });

  it('that are not registered get an error page instead of a redirect', async () => {
    expect(await pageOf({ redirect_uri: 'https://evil.example/' })).toContain('not registered');
    expect(await pageOf({}, 'no-such-client')).toContain('Authorization failed');
  });
});

describe('codes (RFC 9700 section 2.1.1, RFC 6749 section 4.1.2)', () => {
  it('are valid once, and a second use revokes the tokens of the first', async () => {
    const { form } = await obtainCode(base, browser, clientId);
    const first = await redeem(form);
    expect(first.status).toBe(200);
    expect((await app.client(first.body.access_token).get('/me')).status).toBe(200);
    expect((await redeem(form)).body.error).toBe('invalid_grant');
    await refusedSoon(app, first.body.access_token);
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('redeemed twice concurrently leave no valid token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { form } = await obtainCode(base, browser, clientId);
      const answers = await Promise.all([redeem(form), redeem(form), redeem(form)]);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      for (const { body } of answers) if (body.access_token) await refusedSoon(app, body.access_token);
    }
  });

  it('are valid only for their client', async () => {
    const { client_id } = await registerClient(base);
    const { form } = await obtainCode(base, browser, clientId);
    expect((await redeem({ ...form, client_id })).body.error).toBe('invalid_grant');
  });

  it('expire', async () => {
    const { form } = await obtainCode(base, browser, clientId);
    await app.installation.db.script(
      `update oauth_artifact set expires_at = now() - interval '1 second' where kind = 'AuthorizationCode'`,
    );
    expect((await redeem(form)).body.error).toBe('invalid_grant');
  });
});

describe('refresh tokens (RFC 9700 section 2.2.2)', () => {
  it('change with each use', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(tokens.refresh_token);
    expect((await app.client(second.body.access_token).get('/me')).status).toBe(200);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('get the same response for the same request within ten seconds', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    const again = await refresh(tokens.refresh_token);
    expect([again.status, again.body]).toEqual([200, second.body]);
    expect(again.headers.get('content-type')).toBe(second.headers.get('content-type'));
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect((await app.client(again.body.access_token).get('/me')).status).toBe(200);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).body).toEqual(second.body);
  });

  it('used a second time later end the whole grant', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    await laterThanRepeats();
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    await refusedSoon(app, second.body.access_token);
    await refusedSoon(app, tokens.access_token);
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('used a second time by another request end the whole grant immediately', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    const other = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId };
    expect((await redeem({ ...other, scope: 'account' })).body.error).toBe('invalid_grant');
    await refusedSoon(app, second.body.access_token);
    // The stored response is deleted with the grant.
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('used ten times concurrently get the same response', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await app.client(answers[0]?.body.access_token).get('/me')).status).toBe(200);
  });

  it('wait for the response of another process', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    await script(`create table kept_answer as select request_hash, answer from oauth_refresh;
                  update oauth_refresh set answer = null, since = now()`);
    let isAnswered = false;
    const waiting = refresh(tokens.refresh_token).finally(() => (isAnswered = true));
    expect((await refresh(`por_${'x'.repeat(43)}`)).status).toBe(400);
    expect(isAnswered).toBe(false);
    await script(`update oauth_refresh r set answer = k.answer from kept_answer k where k.request_hash = r.request_hash;
                  drop table kept_answer`);
    expect((await waiting).body).toEqual(second.body);
  });

  it('are usable after a process died during a refresh', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    const second = await refresh(tokens.refresh_token);
    await script(`update oauth_refresh set answer = null;
                  update oauth_artifact set consumed_at = null where kind = 'RefreshToken'`);
    await laterThanRepeats();
    const taken = await refresh(tokens.refresh_token);
    expect(taken.status).toBe(200);
    expect(taken.body.access_token).not.toBe(second.body.access_token);
  });

  it('that are unknown store nothing', async () => {
    await script('delete from oauth_refresh');
    expect((await refresh(`por_${'x'.repeat(43)}`)).body.error).toBe('invalid_grant');
    const tokens = await obtainTokens(base, browser, clientId);
    const { client_id: other } = await registerClient(base);
    expect((await refresh(tokens.refresh_token, other)).body.error).toBe('invalid_grant');
    const rows = await app.installation.db.query({ name: '', text: 'select from oauth_refresh' }, []);
    expect(rows).toEqual([]);
  });

  it('are bound to their client and cannot gain scopes', async () => {
    const { client_id } = await registerClient(base);
    const tokens = await obtainTokens(base, browser, clientId, { scope: 'account:read' });
    expect((await refresh(tokens.refresh_token, client_id)).body.error).toBe('invalid_grant');
    const wider = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId };
    expect((await redeem({ ...wider, scope: 'account' })).body.error).toBe('invalid_scope');
  });

  it('are valid for sixty days after each use', async () => {
    const tokens = await obtainTokens(base, browser, clientId);
    await refresh(tokens.refresh_token);
    const rows = await app.installation.db.query<{ days: number }>(
      {
        name: '',
        text: `select round(extract(epoch from expires_at - now()) / 86400)::integer as days from oauth_artifact
               where kind = 'RefreshToken' and consumed_at is null order by expires_at desc limit 1`,
      },
      [],
    );
    expect(rows).toEqual([{ days: 60 }]);
  });
});

describe('revocation (RFC 7009)', () => {
  it.each(['access_token', 'refresh_token'] as const)('of the %s ends its grant', async (which) => {
    const tokens = await obtainTokens(base, browser, clientId);
    const answer = await postForm(`${base}/oauth/revoke`, { token: tokens[which], client_id: clientId });
    expect(answer.status).toBe(200);
    await refusedSoon(app, tokens.access_token);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('of an unknown token succeeds, and a token of another client stays valid', async () => {
    const { client_id } = await registerClient(base);
    const tokens = await obtainTokens(base, browser, clientId);
    for (const token of ['nothing', tokens.access_token]) {
      expect((await postForm(`${base}/oauth/revoke`, { token, client_id })).status).toBe(200);
    }
    expect((await app.client(tokens.access_token).get('/me')).status).toBe(200);
  });
});

describe('clients with a secret', () => {
  it('can send it in the header or in the form, and are refused without it', async () => {
    const client = await confidentialClient();
    const code = async () =>
      (await obtainCode(base, browser, client.client_id, { redirect_uri: 'https://shop.example/cb' })).form;
    const { client_id, client_secret } = client;
    expect((await redeem({ ...(await code()), client_secret })).status).toBe(200);
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    expect((await postForm(`${base}/oauth/token`, await code(), { authorization: basic })).status).toBe(200);
    expect((await redeem(await code())).body.error).toBe('invalid_client');
    expect((await redeem({ ...(await code()), client_secret: `${client_secret}x` })).body.error).toBe('invalid_client');
    // The database contains only a hash of the secret.
    const [row] = await app.installation.db.query<{ secret_hash: Buffer }>(
      { name: '', text: 'select secret_hash from oauth_client where client_id = $1' },
      [client_id],
    );
    const hash = row?.secret_hash.toString('hex') ?? '';
    expect((await redeem({ ...(await code()), client_secret: hash })).body.error).toBe('invalid_client');
  });
});

describe('pages', () => {
  it('cannot be framed and run no scripts (RFC 9700 section 4.16)', async () => {
    const started = await browser.open(authorizationUrl(base, clientId).href);
    for (const url of [started.headers.get('location') ?? '', authorizationUrl(base, 'nobody').href]) {
      const { headers } = await browser.open(url);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('redirect with 303, so that the form with its secrets is not sent again (RFC 9700 section 4.12)', async () => {
    const started = await browser.open(authorizationUrl(base, clientId).href);
    expect(started.status).toBe(303);
  });
});

describe('URLs', () => {
  it('never contain a token and are not accepted with one (RFC 9700 section 2.4)', async () => {
    const implicit = await browser.authorize(authorizationUrl(base, clientId, { response_type: 'token' }));
    expect(implicit.href).toContain('error=unsupported_response_type');
    expect(implicit.href).not.toContain('poa_');
    expect(await errorOf({ response_mode: 'fragment' })).toBe('unsupported_response_mode');
    const { form } = await obtainCode(base, browser, clientId);
    const inAddress = await postForm(`${base}/oauth/token?${new URLSearchParams(form)}`, {});
    expect(inAddress.body.error).toBe('invalid_request');
    const { access_token } = await obtainTokens(base, browser, clientId);
    expect((await fetch(`${base}/me?access_token=${access_token}`)).status).toBe(401);
  });

  it('use the base URL regardless of the Host of the request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' };
    const answer = await fetch(`${base}/.well-known/oauth-authorization-server`, { headers });
    expect(await answer.text()).not.toContain('evil');
    const started = await browser.open(authorizationUrl(base, clientId).href, { headers });
    expect(started.headers.get('location')).toMatch(/^\/oauth\/consent\//);
    expect(started.headers.getSetCookie().join()).not.toContain('evil');
  });
});

describe('stored and logged data', () => {
  it('contains no code, token or secret', async () => {
    const { client_secret } = await confidentialClient();
    const { code, form } = await obtainCode(base, browser, clientId);
    const tokens = await redeem(form);
    await refresh(tokens.body.refresh_token);
    const artifacts = await app.installation.db.query<{ payload: Buffer; id_hash: Buffer }>(
      {
        name: '',
        text: `select payload, id_hash from oauth_artifact
               union all select answer, request_hash from oauth_refresh where answer is not null`,
      },
      [],
    );
    const rows = await app.installation.db.query<{ text: string }>(
      {
        name: '',
        text: 'select t::text as text from oauth_client t union all select t::text from oauth_grant t',
      },
      [],
    );
    const bytes = artifacts.map(({ payload, id_hash }) => Buffer.concat([payload, id_hash]).toString('latin1'));
    const stored = [...bytes, ...rows.map(({ text }) => text)].join('\n');
    expect(stored.length).toBeGreaterThan(1_000);
    for (const secret of [code, tokens.body.access_token, tokens.body.refresh_token, client_secret, REDIRECT + '?']) {
      expect(stored).not.toContain(secret);
    }
  });

  it('contains no token in the log, even if the database fails', async () => {
    const lines: string[] = [];
    const log = createLog('debug', (line) => void lines.push(line));
    let failure: Error | undefined;
    const { db } = app.installation;
    const failing = {
      ...db,
      query: <Row>(...given: Parameters<typeof db.query>) =>
        failure ? Promise.reject(failure) : db.query<Row>(...given),
    };
    const api = await startApi({ ...app.installation, log, db: failing });
    const [code, tokens] = await withApi(api, async () => {
      const { browser: own } = await signedIn({ ...app, api });
      const { client_id } = await registerClient(api.baseUrl);
      const made = await obtainCode(api.baseUrl, own, client_id);
      const given = await postForm(`${api.baseUrl}/oauth/token`, made.form);
      const form = { grant_type: 'refresh_token', refresh_token: given.body.refresh_token, client_id };
      failure = new Error('a fault');
      const failed = await postForm(`${api.baseUrl}/oauth/token`, form);
      expect([failed.status, failed.body.error]).toEqual([500, 'server_error']);
      const revoked = await postForm(`${api.baseUrl}/oauth/revoke`, { token: given.body.access_token, client_id });
      expect([revoked.status, revoked.body.error]).toEqual([500, 'server_error']);
      failure = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const away = await postForm(`${api.baseUrl}/oauth/token`, form);
      expect([away.status, away.body.error, away.headers.get('retry-after')]).toEqual([
        503,
        'temporarily_unavailable',
        '2',
      ]);
      const page = await own.open(authorizationUrl(api.baseUrl, client_id).href);
      expect(page.status).toBe(503);
      failure = undefined;
      // The failed request did not use up the code.
      expect((await postForm(`${api.baseUrl}/oauth/token`, form)).status).toBe(200);
      return [made.code, given.body];
    });
    const written = lines.join('\n');
    expect(written).toContain('OAuth request failed');
    expect(written).toContain('Database unavailable, full, or overloaded');
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) expect(written).not.toContain(secret);
  });
});

async function withApi<T>(api: Api, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await api.close();
  }
}

/** Creates a preregistered client with a secret. */
async function confidentialClient(
  redirectUris = ['https://shop.example/cb'],
): Promise<{ readonly client_id: string; readonly client_secret: string }> {
  const { browser: own } = await signedIn(app);
  const answer = await own.open(`${base}/dashboard/oauth-clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ name: 'A shop', redirect_uris: redirectUris }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { client_id: string; client_secret: string };
}

it('cannot be confirmed in a browser that did not start the request (session fixation)', async () => {
  const attacker = createBrowser(base);
  const started = await attacker.open(authorizationUrl(base, clientId).href);
  const consent = new URL(started.headers.get('location') ?? '', base);
  const { browser: victim } = await signedIn(app);
  const form = new URLSearchParams({ proof: 'x', decision: 'allow', account: '1' });
  const answer = await victim.open(consent.href, { method: 'POST', body: form });
  expect(answer.status).toBe(400);
});

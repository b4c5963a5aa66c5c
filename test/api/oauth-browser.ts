import { createHash, randomBytes } from 'node:crypto';
import { createCookies, createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import type { Role } from '../../src/http/principal.ts';
import { eventually, type TestApp } from '../support/app.ts';

/** A browser without scripts: cookies by path, manual redirects, and the consent form. */
export interface Browser {
  /** Stores Set-Cookie headers and does not follow redirects. */
  open(url: string, init?: RequestInit): Promise<Response>;
  /** Adds a cookie given as `name=value`. */
  keep(cookie: string, path?: string): void;
  /** Returns the Cookie header for a path. */
  cookieFor(path: string): string;
  /** Opens an authorization URL, submits the consent page and returns the URL to which the client is redirected. */
  authorize(url: string | URL, answer?: Answer): Promise<URL>;
}

/** The user's decision on the consent page. */
export interface Answer {
  readonly decision?: 'allow' | 'refuse';
  /** Replaces the preselected account. */
  readonly account?: number;
}

/** Creates a browser without cookies; requests to `publicUrl` are sent to the server at `baseUrl`. */
export function createBrowser(baseUrl: string, publicUrl = baseUrl): Browser {
  const cookies: { name: string; value: string; path: string }[] = [];
  const store = (header: string): void => {
    const [pair = '', ...attributes] = header.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const old = cookies.findIndex((one) => one.name === name && one.path === path);
    if (old !== -1) cookies.splice(old, 1);
    if (!/expires=Thu, 01 Jan 1970/i.test(header))
      cookies.push({ name, value: pair.slice(pair.indexOf('=') + 1), path });
  };
  const browser: Browser = {
    async open(url, init = {}) {
      const { origin, pathname, search } = new URL(url, publicUrl);
      const target = origin === publicUrl ? `${baseUrl}${pathname}${search}` : url;
      const headers = new Headers(init.headers);
      if (!headers.has('cookie')) headers.set('cookie', browser.cookieFor(pathname));
      const response = await fetch(target, { ...init, headers, redirect: 'manual' });
      for (const header of response.headers.getSetCookie()) store(header);
      return response;
    },
    keep: (cookie, path = '/') => store(`${cookie}; path=${path}`),
    cookieFor: (path) =>
      cookies
        .filter((one) => path === one.path || path.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    async authorize(url, answer = {}) {
      const consent = await locationOf(await browser.open(String(url)), publicUrl);
      if (!consent.pathname.startsWith('/oauth/consent/')) return consent;
      const page = await browser.open(consent.href);
      const text = await page.text();
      if (page.status !== 200)
        throw new Error(`No consent page, but ${page.status} ${text} ${page.headers.get('location')}`);
      const resume = await locationOf(await browser.open(consent.href, formOf(text, answer)), publicUrl);
      return await locationOf(await browser.open(resume.href), publicUrl);
    },
  };
  return browser;
}

/** Returns the POST request of a button on the page. */
export function formOf(page: string, { decision = 'allow', account }: Answer = {}): RequestInit {
  const proof = /name="proof" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const chosen = /name="account" value="(\d+)"(?: required checked| \/>)/.exec(page)?.[1] ?? '';
  const form = new URLSearchParams({ proof, decision, account: account === undefined ? chosen : String(account) });
  return { method: 'POST', body: form, headers: { 'sec-fetch-site': 'same-origin' } };
}

/** Returns the redirect target of a response. */
export async function locationOf(response: Response, baseUrl: string): Promise<URL> {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`No redirect, but ${response.status}: ${await response.text()}`);
  return new URL(location, baseUrl);
}

/** Creates a person in a new account and a browser in which they are signed in. */
export async function signedIn(
  app: TestApp,
  { role = 'owner', accountId }: { role?: Role; accountId?: number } = {},
): Promise<{
  readonly browser: Browser;
  readonly personId: number;
  readonly accountId: number;
  readonly cookie: string;
}> {
  const { db, vault, config } = app.installation;
  const account = accountId ?? (await app.newAccount()).account.id;
  const email = `person-${randomBytes(6).toString('hex')}@people.example`;
  const person = await createPerson(db, { name: 'Ada Lovelace', email });
  await db.query({ name: '', text: 'insert into membership (account_id, person_id, role) values ($1, $2, $3)' }, [
    account,
    person.id,
    role,
  ]);
  const isSecure = config.baseUrl?.startsWith('https:') ?? false;
  const cookies = createCookies({ isSecure, secret: vault.derive('sign-in').toString('hex') });
  const { cookie } = await startSession(db, cookies, person.id, { accountId: account });
  const browser = createBrowser(app.api.baseUrl);
  browser.keep(cookie.split(';')[0] ?? '');
  return { browser, personId: person.id, accountId: account, cookie: cookie.split(';')[0] ?? '' };
}

/** Registers a client dynamically. */
export async function registerClient(
  baseUrl: string,
  metadata: Record<string, unknown> = {},
): Promise<{ readonly client_id: string }> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'A test',
      redirect_uris: ['http://127.0.0.1:9999/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...metadata,
    }),
  });
  if (response.status !== 201) throw new Error(`Not registered: ${response.status} ${await response.text()}`);
  return (await response.json()) as { client_id: string };
}

/** Returns a verifier and its S256 challenge (RFC 7636). */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Redirect URI of the clients in these tests; nothing listens there. */
export const REDIRECT = 'http://127.0.0.1:9999/callback';

/** Returns a valid authorization request with changes; undefined removes a parameter. */
export function authorizationUrl(
  baseUrl: string,
  clientId: string,
  changes: Record<string, string | readonly string[] | undefined> = {},
): URL {
  const url = new URL(`${baseUrl}/oauth/authorize`);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: 'the state',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one);
  }
  return url;
}

/** Posts a form to the token and revocation endpoints. */
export async function postForm(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: any }> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Returns a code granted by a person, with the form that redeems it. */
export async function obtainCode(
  baseUrl: string,
  browser: Browser,
  clientId: string,
  changes: Record<string, string | readonly string[] | undefined> = {},
): Promise<{ readonly code: string; readonly form: Record<string, string> }> {
  const { verifier, challenge } = pkce();
  const url = authorizationUrl(baseUrl, clientId, { code_challenge: challenge, ...changes });
  const back = await browser.authorize(url);
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`No code: ${back.href}`);
  const redirect = url.searchParams.get('redirect_uri') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect,
    client_id: clientId,
    code_verifier: verifier,
  };
  return { code, form };
}

/** Returns tokens granted by a person. */
export async function obtainTokens(
  baseUrl: string,
  browser: Browser,
  clientId: string,
  changes: Record<string, string | readonly string[] | undefined> = {},
): Promise<{ readonly access_token: string; readonly refresh_token: string; readonly scope: string }> {
  const { form } = await obtainCode(baseUrl, browser, clientId, changes);
  const { status, body } = await postForm(`${baseUrl}/oauth/token`, form);
  if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`);
  return body;
}

/** Waits until a token is refused, because it is cached for half a second. */
export async function refusedSoon(app: TestApp, token: string, path = '/transactional/usage'): Promise<void> {
  await eventually('the token is refused', async () =>
    (await app.client(token).get(path)).status === 401 ? true : undefined,
  );
}

import { createHash, randomBytes } from 'node:crypto';
import { createCookies, createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import type { Role } from '../../src/http/principal.ts';
import { eventually, type TestApp } from '../support/app.ts';

/** A client that behaves like a browser without scripts. It stores cookies by path and can submit the consent form. */
export interface Browser {
  /** Sends a request and stores cookies from the response. Does not follow redirects. */
  open(url: string, init?: RequestInit): Promise<Response>;
  /** Adds a cookie in the format `name=value`. */
  keep(cookie: string, path?: string): void;
  /** Returns the Cookie header for requests to a path. */
  cookieFor(path: string): string;
  /**
   * Opens an authorization URL and submits the consent page. Returns the URL that the server redirects the client to.
   */
  authorize(url: string | URL, answer?: Answer): Promise<URL>;
}

/** The decision that the user makes on the consent page. */
export interface Answer {
  readonly decision?: 'allow' | 'refuse';
  /** The account to select instead of the preselected one. */
  readonly account?: number;
}

/** Creates a browser without cookies. Requests to `publicUrl` are sent to the server at `baseUrl`. */
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

/** Returns the POST request that a button on the page sends. */
export function formOf(page: string, { decision = 'allow', account }: Answer = {}): RequestInit {
  const proof = /name="proof" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const chosen = /name="account" value="(\d+)"(?: required checked| \/>)/.exec(page)?.[1] ?? '';
  const form = new URLSearchParams({ proof, decision, account: account === undefined ? chosen : String(account) });
  return { method: 'POST', body: form, headers: { 'sec-fetch-site': 'same-origin' } };
}

/** Returns the URL that a response redirects to. */
export async function locationOf(response: Response, baseUrl: string): Promise<URL> {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`No redirect, but ${response.status}: ${await response.text()}`);
  return new URL(location, baseUrl);
}

/** Creates a user in the given account or in a new one, and a browser in which the user is signed in. */
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

/** Registers an OAuth client with dynamic client registration. */
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

/** Returns a PKCE code verifier and its S256 challenge (RFC 7636). */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Redirect URI of the OAuth clients in these tests. No server listens at this URI. */
export const REDIRECT = 'http://127.0.0.1:9999/callback';

/**
 * Returns the parameters of a valid authorization request with the given changes. The value undefined removes a
 * parameter.
 */
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

/** Posts a form to the token endpoint or the revocation endpoint. */
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

/** Returns an authorization code that a user has granted, and the form that redeems the code. */
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

/** Returns the tokens that a client receives after the user has granted access. */
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

/** Waits until a token is rejected. A cache can accept the token for up to half a second longer. */
export async function refusedSoon(app: TestApp, token: string, path = '/transactional/usage'): Promise<void> {
  await eventually('the token is refused', async () =>
    (await app.client(token).get(path)).status === 401 ? true : undefined,
  );
}

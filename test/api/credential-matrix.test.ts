// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createKey,
  createSigningKey,
  revokeKey,
  SCOPES,
  type SigningPair,
} from '../../src/features/tenants/access/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import type { Role } from '../../src/http/principal.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { buildPages } from '../support/built-pages.ts';
import { newPerson } from '../support/callers.ts';
import { basic } from '../support/mailgun.ts';
import { signedHeaders } from '../support/ses.ts';
import { CREDENTIALS, MATRIX, type Credential } from './credential-matrix.ts';
import { obtainTokens, registerClient, signedIn } from './oauth-browser.ts';

/** A body that no parser accepts. Callers with permission get an error about the body, and nothing changes. */
const UNREADABLE = '{"';
/** Value for all route parameters: an ID that does not exist. */
const NO_ID = '1';

type Headers = Readonly<Record<string, string>>;

let app: TestApp;
let headersOf: Readonly<Record<Credential, Headers>>;
/** A revoked key that had every transactional scope. */
let revoked: Headers;
/** Signing credentials of each key. */
const pairs = new Map<string, SigningPair>();

beforeAll(async () => {
  // The documentation returns 503 unless it was built before the server started.
  await buildPages('docs');
  app = await startApp();
  const { account } = await app.newAccount();
  for (const vendor of ['mailgun', 'postmark', 'ses', 'sendgrid'] as const)
    await switchAdapter(app.installation.db, account.id, vendor, true);
  revoked = await revokedKey(account.id);
  headersOf = { ...(await keysOf(account.id)), ...(await peopleOf(account.id)), ...(await operators()), nobody: {} };
});
afterAll(() => app.close());

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

async function keysOf(accountId: number) {
  const key = async (scopes: readonly string[], domain?: string): Promise<Headers> => {
    const wanted = { accountId, name: 'matrix', scopes, ...(domain && { domain }) };
    const { db, vault } = app.installation;
    const { id, key: made } = await createKey(db, wanted);
    pairs.set(made, await createSigningKey(db, vault, accountId, id));
    return bearer(made);
  };
  return {
    'read key': await key([SCOPES.read]),
    'send key': await key([SCOPES.send]),
    'manage key': await key([SCOPES.manage]),
    // Like a Ghost site's key, the domain key has no access to account-wide resources, whatever its scopes are.
    'domain key': await key([SCOPES.send, SCOPES.read, SCOPES.manage, SCOPES.account], 'acme.example'),
  };
}

async function revokedKey(accountId: number): Promise<Headers> {
  const { db, vault } = app.installation;
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { id, key } = await createKey(db, { accountId, name: 'revoked', scopes });
  pairs.set(key, await createSigningKey(db, vault, accountId, id));
  await revokeKey(db, accountId, id);
  return bearer(key);
}

async function sessionOf(accountId: number, role: Role): Promise<Headers> {
  const { cookie } = await signedIn(app, { accountId, role });
  return { cookie };
}

async function peopleOf(accountId: number) {
  const owner = await signedIn(app, { accountId, role: 'owner' });
  const { client_id: client } = await registerClient(app.api.baseUrl);
  const oauth = async (scope: string, path = ''): Promise<Headers> => {
    const wanted = { scope, resource: `${app.api.baseUrl}${path}` };
    return bearer((await obtainTokens(app.api.baseUrl, owner.browser, client, wanted)).access_token);
  };
  return {
    'read-only person': await sessionOf(accountId, 'read_only'),
    member: await sessionOf(accountId, 'member'),
    admin: await sessionOf(accountId, 'admin'),
    owner: { cookie: owner.cookie },
    'token of a read-only person': bearer((await newPerson(app, accountId, 'read_only')).token),
    'token of an owner': bearer((await newPerson(app, accountId, 'owner')).token),
    'token of the account': bearer(await accountToken(accountId)),
    'OAuth account:read': await oauth(SCOPES.accountRead),
    'OAuth account': await oauth(SCOPES.account),
    'OAuth read': await oauth(SCOPES.read),
    'OAuth send': await oauth(SCOPES.send),
    'OAuth manage': await oauth(SCOPES.manage),
    'OAuth for MCP': await oauth(`${SCOPES.read} ${SCOPES.send}`, '/mcp'),
  };
}

/** Creates a token that does not belong to a user, such as a token from the environment. */
async function accountToken(accountId: number): Promise<string> {
  const wanted = { accountId, kind: 'access_token', name: 'matrix', scopes: [SCOPES.account] } as const;
  return (await createKey(app.installation.db, wanted)).key;
}

async function operators() {
  const [row] = await app.installation.db.query<{ account_id: number }>(
    { name: '', text: 'select account_id from account where is_operator' },
    [],
  );
  const accountId = row?.account_id ?? 0;
  return {
    "operator's member": await sessionOf(accountId, 'member'),
    "operator's admin": await sessionOf(accountId, 'admin'),
    "operator's owner": await sessionOf(accountId, 'owner'),
  };
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function isMailgun(path: string): boolean {
  return /^(?:\/compat\/mailgun)?\/v(?:[145]\/|3\/[:d])/.test(path) || path.startsWith('/compat/mailgun/');
}

function isSes(path: string, method: string): boolean {
  return /^(?:\/compat\/ses)?\/v2\/email\//.test(path) || (method === 'POST' && ['/', '/compat/ses'].includes(path));
}

/** Formats a token the way Mailgun clients do. */
function asBasic(headers: Headers): Headers {
  const [, token] = /^Bearer (.*)$/.exec(headers['authorization'] ?? '') ?? [];
  return token === undefined ? headers : { authorization: basic(token) };
}

/** Signs a request the way Amazon SES clients do, with a key's signing credentials or with other credentials. */
function asSigned(headers: Headers, request: { readonly method: string; readonly url: string; readonly body: string }) {
  const [, token = ''] = /^Bearer (.*)$/.exec(headers['authorization'] ?? '') ?? [];
  const pair = pairs.get(token);
  return pair ? signedHeaders(request, pair) : headers;
}

const POSTMARK =
  /^(?:\/compat\/postmark\/|\/(?:email(?:\/|$)|messages\/|bounces(?:\/|$)|deliverystats$|server$|stats\/|message-streams(?:\/|$)))/i;

/** Formats a token the way Postmark clients do. */
function asServerToken(headers: Headers): Headers {
  const [, token] = /^Bearer (.*)$/.exec(headers['authorization'] ?? '') ?? [];
  return token === undefined ? headers : { 'x-postmark-server-token': token };
}

/** Formats a token the way clients of the API at the given path do. */
function asClientsDo(path: string, headers: Headers): Headers {
  if (POSTMARK.test(path)) return asServerToken(headers);
  return isMailgun(path) ? asBasic(headers) : headers;
}

/** Postmark's error code for a token without permission. */
const NOT_ALLOWED = 405;

/** Returns `+` if the credential is permitted and `.` if it is rejected. */
async function cellOf({ method, path }: Route, headers: Headers): Promise<string> {
  const url = `${app.api.baseUrl}${path.replaceAll(/:\w+|\*/g, NO_ID)}`;
  const hangUp = new AbortController();
  const body: { body?: string } = method === 'GET' ? {} : { body: UNREADABLE };
  const signed = isSes(path, method) ? asSigned(headers, { method, url, body: body.body ?? '' }) : headers;
  const sent = asClientsDo(path, signed);
  const given = method === 'GET' ? sent : { ...sent, 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method,
    headers: { ...given, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    signal: hangUp.signal,
    ...body,
  });
  const { status } = answer;
  const code = POSTMARK.test(path) ? ((await answer.json()) as { ErrorCode?: number }).ErrorCode : undefined;
  hangUp.abort();
  return status === 401 || status === 403 || code === NOT_ALLOWED ? '.' : '+';
}

async function rowOf(route: Route): Promise<string> {
  // Rate limits are not part of this test.
  await app.installation.db.script('truncate person_rate, key_window');
  const cells = await Promise.all(CREDENTIALS.map(async (name) => cellOf(route, headersOf[name])));
  return cells.join('');
}

describe('matrix of operations and credentials', () => {
  it('has a row for each route and no others', () => {
    const routes = app.api.routes.map(nameOf);
    expect(Object.keys(MATRIX).toSorted()).toEqual(routes.toSorted());
  });

  it('has a cell for each credential in each row', () => {
    for (const [name, row] of Object.entries(MATRIX)) {
      expect([name, row.replaceAll(' ', '')]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^[+.]{${CREDENTIALS.length}}$`)),
      ]);
    }
  });

  it('grants nothing to a revoked key and its signing pair', async () => {
    const nobody = CREDENTIALS.indexOf('nobody');
    const letIn: string[] = [];
    for (const route of app.api.routes) {
      const isOpen = MATRIX[nameOf(route)]?.replaceAll(' ', '')[nobody] === '+';
      if (!isOpen && (await cellOf(route, revoked)) === '+') letIn.push(nameOf(route));
    }
    expect(letIn).toEqual([]);
  }, 120_000);

  it('matches the callers that are permitted and refused over HTTP', async () => {
    const seen: Record<string, string> = {};
    for (const route of app.api.routes) seen[nameOf(route)] = await rowOf(route);
    if (process.env['PRINT_MATRIX']) console.log(JSON.stringify(seen, null, 1));
    const wanted = Object.entries(MATRIX).map(([name, row]) => [name, row.replaceAll(' ', '')]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  }, 240_000);
});
